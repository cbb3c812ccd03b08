/** What became of the signals of each strategy: executed, undecided, and filtered. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import {
  axisText,
  figureAxis,
  fitted,
  heading,
  legend,
  nameAxis,
  noteText,
  textOptions,
  tooltip,
} from './chart-style.ts';
import { type ChartTheme, themes } from './theme.ts';

interface OptionFunnelData {
  strategies: readonly {
    label: string;
    seen: number;
    filtered: number;
    executed: number;
    undecided: number;
  }[];
}

const TITLE = 'Signals by strategy';
/** Bars that stay readable in one picture; all are in the table. */
const MOST = 10;
const PARTS = ['executed', 'undecided', 'filtered'] as const;
const LABELS = { executed: 'Executed', undecided: 'Undecided', filtered: 'Filtered' } as const;
const colorOf = (part: (typeof PARTS)[number], theme: ChartTheme): string =>
  ({ executed: theme.gain, undecided: theme.invested, filtered: theme.other })[part];

function facts({ strategies }: OptionFunnelData): string {
  const sum = (field: 'seen' | 'filtered' | 'executed') =>
    strategies.reduce((total, one) => total + one[field], 0);
  return `${sum('seen')} seen · ${sum('filtered')} filtered · ${sum('executed')} executed`;
}

function config(data: OptionFunnelData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, title, width } = complete(options, TITLE);
  const theme = themes[name];
  const bars = [...data.strategies].sort((one, other) => other.seen - one.seen).slice(0, MOST);
  const isEmpty = bars.length === 0;
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ label }) => fitted(label, width * 0.34)),
      datasets: isEmpty
        ? []
        : PARTS.filter((part) => bars.some((bar) => bar[part] > 0)).map((part) => ({
            label: LABELS[part],
            data: bars.map((bar) => bar[part]),
            backgroundColor: colorOf(part, theme),
            borderRadius: 2,
            maxBarThickness: 24,
          })),
    },
    options: {
      ...textOptions(theme),
      indexAxis: 'y',
      interaction: { mode: 'index', axis: 'y', intersect: false },
      scales: {
        x: {
          ...figureAxis(theme, !isEmpty),
          type: 'linear',
          stacked: true,
          ticks: { ...axisText(theme), maxTicksLimit: 6, precision: 0 },
        },
        y: { ...nameAxis(theme, !isEmpty), stacked: true },
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(data)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? { text: 'No signals in these days' } : null),
        legend: legend(theme, !isEmpty, 'box'),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: OptionFunnelData, options: ChartOptions = {}): ChartTable {
  const { title } = complete(options, TITLE);
  const caption = title || TITLE;
  return {
    caption: data.strategies.length === 0 ? caption : `${caption}: ${facts(data)}`,
    columns: ['Strategy', 'Seen', 'Filtered', 'Executed', 'Undecided'],
    rows: data.strategies.map(({ label, seen, filtered, executed, undecided }) => [
      label,
      ...[seen, filtered, executed, undecided].map(String),
    ]),
  };
}

export const optionFunnel: ChartKind<OptionFunnelData, 'bar'> = {
  name: TITLE,
  summary: 'Signals of each strategy: executed, undecided and filtered.',
  config,
  table,
};
