/** Chart.js with what our charts need of it, as a component: loaded with the first chart that is shown. */
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  SubTitle,
  Title as ChartTitle,
  Tooltip,
} from 'chart.js';
import { Chart as Canvas } from 'react-chartjs-2';
import { installCharts } from '../../../../charts/index.ts';

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  ChartTitle,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  SubTitle,
  Tooltip,
);
installCharts(Chart);

export default Canvas;
