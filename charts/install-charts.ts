import type { Chart } from 'chart.js';
import { installChartPlugins } from './chart-plugins.ts';
import { installScales } from './scales.ts';
import { fontFamily } from './theme.ts';
import { installTiles } from './tiles.ts';

/** Teaches a Chart class our axes and marks; call it once, after Chart.js's own parts are registered. */
export function installCharts(
  chart: typeof Chart,
  { withPaper = false }: { withPaper?: boolean } = {},
): void {
  chart.defaults.font.family = fontFamily;
  installScales(chart);
  installChartPlugins(chart, { withPaper });
  installTiles(chart);
}
