/** How long a broker took to answer the health checks of the last day, and which of them failed. */
import type { ChartConfiguration, ChartDataset, ScatterDataPoint } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import {
  axisText,
  dayAxis,
  figureAxis,
  heading,
  legend,
  noteText,
  textOptions,
  tooltip,
} from './chart-style.ts';
import { moment } from './format.ts';
import { type ChartTheme, themes } from './theme.ts';

interface BrokerLatencyData {
  /** In the order of time; a point may stand for several checks, with the slowest of them. */
  points: readonly { at: string; latency_ms: number | null; failed: boolean }[];
}

const TITLE = 'Time to answer';
/** A line is not drawn over a longer silence. */
const LONGEST_BRIDGE_MS = 10 * 60_000;

interface Known {
  x: number;
  y: number | null;
  failed: boolean;
}

/** With a gap after each silence. */
function known(points: BrokerLatencyData['points']): Known[] {
  const result: Known[] = [];
  for (const { at, latency_ms, failed } of points) {
    const x = Date.parse(at);
    if (!Number.isFinite(x)) continue;
    const last = result.at(-1);
    if (last !== undefined && x - last.x > LONGEST_BRIDGE_MS)
      result.push({ x: last.x + 1, y: null, failed: false });
    result.push({ x, y: latency_ms, failed });
  }
  return result;
}

const answers = (all: readonly Known[], theme: ChartTheme): ChartDataset<'line'> => ({
  label: 'Answer, ms',
  data: all.map(({ x, y }) => ({ x, y })) as ScatterDataPoint[],
  borderColor: theme.value,
  backgroundColor: theme.valueFill,
  pointBackgroundColor: theme.value,
  borderWidth: 1.75,
  pointRadius: all.length === 1 ? 3 : 0,
  pointHitRadius: 8,
  fill: 'origin',
  spanGaps: false,
});

const failures = (all: readonly Known[], theme: ChartTheme): ChartDataset<'line'> => ({
  label: 'Failed',
  data: all.filter(({ failed }) => failed).map(({ x, y }) => ({ x, y: y ?? 0 })),
  borderColor: theme.loss,
  backgroundColor: theme.loss,
  pointBackgroundColor: theme.loss,
  pointStyle: 'crossRot',
  pointBorderColor: theme.loss,
  borderWidth: 2,
  pointRadius: 5,
  showLine: false,
});

function facts({ points }: BrokerLatencyData): string {
  const failed = points.filter((one) => one.failed).length;
  const latencies = points.flatMap(({ latency_ms }) => (latency_ms === null ? [] : [latency_ms]));
  if (points.length === 0) return 'no checks';
  return [
    latencies.length === 0 ? 'times unknown' : `slowest ${Math.round(Math.max(...latencies))} ms`,
    failed === 0 ? 'none failed' : `${failed} failed`,
  ].join(' · ');
}

function config(data: BrokerLatencyData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const all = known(data.points);
  const isEmpty = all.length === 0;
  const hasFailed = all.some(({ failed }) => failed);
  return {
    type: 'line',
    data: {
      datasets: isEmpty ? [] : [answers(all, theme), ...(hasFailed ? [failures(all, theme)] : [])],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !isEmpty),
          ticks: { ...axisText(theme), maxRotation: 0 },
        },
        y: { ...figureAxis(theme, !isEmpty), type: 'linear', beginAtZero: true, grace: '10%' },
      },
      plugins: {
        ...heading(theme, width, title, facts(data)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No health check on record' } : null),
        legend: legend(theme, hasFailed),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: BrokerLatencyData, options: ChartOptions = {}): ChartTable {
  const { title } = complete(options, TITLE);
  return {
    caption: `${title || TITLE}: ${facts(data)}`,
    columns: ['At', 'Answer, ms', 'Check'],
    rows: data.points.map(({ at, latency_ms, failed }) => [
      moment(at),
      latency_ms === null ? '—' : String(Math.round(latency_ms)),
      failed ? 'failed' : 'answered',
    ]),
  };
}

export const brokerLatency: ChartKind<BrokerLatencyData, 'line'> = {
  name: TITLE,
  summary: 'How long a broker took to answer the health checks of a day, and which of them failed.',
  config,
  table,
};
