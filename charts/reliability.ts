/** Whether forecasts happened as often as they said: for each tenth of the probability what was said and what happened. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { axisText, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import { percent } from './format.ts';
import { themes } from './theme.ts';

/** Forecasts of one class; nulls where there are none. Fractions. */
export interface ReliabilityBin {
  from: number;
  to: number;
  count: number;
  mean_forecast: number | null;
  realised: number | null;
}

interface ReliabilityData {
  bins: readonly ReliabilityBin[];
}

const TITLE = 'Reliability of forecasts';

const points = (fraction: number | null): number | null =>
  fraction === null || !Number.isFinite(fraction) ? null : 100 * fraction;

/** `30–40%` */
const nameOf = ({ from, to }: ReliabilityBin): string => `${Math.round(100 * from)}–${Math.round(100 * to)}%`;

const totalOf = (bins: readonly ReliabilityBin[]): number => bins.reduce((sum, { count }) => sum + count, 0);

const facts = (bins: readonly ReliabilityBin[]): string => {
  const count = totalOf(bins);
  return `${count.toLocaleString('en-IN')} ${count === 1 ? 'forecast' : 'forecasts'} · the closer the lines, the better calibrated`;
};

function config(data: ReliabilityData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const { bins } = data;
  const isEmpty = totalOf(bins) === 0;
  return {
    type: 'line',
    data: {
      labels: bins.map((bin) => nameOf(bin)),
      datasets: isEmpty
        ? []
        : [
            {
              label: 'What happened',
              data: bins.map(({ realised }) => points(realised)),
              borderColor: theme.value,
              backgroundColor: theme.value,
              borderWidth: 1.75,
              pointRadius: 4,
              spanGaps: true,
            },
            {
              label: 'What was said',
              data: bins.map(({ mean_forecast }) => points(mean_forecast)),
              borderColor: theme.axis,
              backgroundColor: theme.axis,
              borderWidth: 1.5,
              borderDash: [6, 4],
              pointRadius: 2,
              spanGaps: true,
            },
          ],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          type: 'category',
          display: !isEmpty,
          grid: { display: false },
          border: { color: theme.axis },
          ticks: { ...axisText(theme), maxRotation: 0, autoSkipPadding: 16 },
        },
        y: { ...figureAxis(theme, !isEmpty), type: 'percent', plus: false, min: 0, max: 100 },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(bins)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No outcomes yet' } : null),
        legend: legend(theme, !isEmpty),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: ReliabilityData, options: ChartOptions = {}): ChartTable {
  const caption = complete(options, TITLE).title || TITLE;
  return {
    caption: totalOf(data.bins) === 0 ? caption : `${caption}: ${facts(data.bins)}`,
    columns: ['Probability', 'Forecasts', 'What was said', 'What happened'],
    rows: data.bins.map((bin) => [
      nameOf(bin),
      bin.count.toLocaleString('en-IN'),
      percent(points(bin.mean_forecast), { digits: 1 }),
      percent(points(bin.realised), { digits: 1 }),
    ]),
  };
}

export const reliability: ChartKind<ReliabilityData, 'line'> = {
  name: TITLE,
  summary: 'How often forecasts of each probability came true.',
  config,
  table,
};
