/** Income by month or year: what was paid, what is still expected, and what never showed up, on top of each other. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { money, monthName } from './format.ts';
import { axisText, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import { type ChartTheme, themes } from './theme.ts';

export interface IncomeBar {
  /** `2026-03` or `2026`. */
  period: string;
  paid: number;
  expected: number;
  unrecorded: number;
}

interface IncomeBarsData {
  bars: readonly IncomeBar[];
}

const SERIES = ['paid', 'expected', 'unrecorded'] as const;
type Series = (typeof SERIES)[number];

const LABELS: Record<Series, string> = {
  paid: 'Paid',
  expected: 'Expected',
  unrecorded: 'Overdue',
};

/** `2026-03` as Mar 2026, a year as it is. */
export function periodName(period: string): string {
  const [year = '', month] = period.split('-');
  return month === undefined ? year : `${monthName(Number(month) - 1)} ${year}`;
}

/** The month after `2026-12`: `2027-01`. */
function monthAfter(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return month < 12 ? `${year}-${String(month + 1).padStart(2, '0')}` : `${year + 1}-01`;
}

/** A bar for every month from the first to the last of `sums` (ascending), the last `most` of them: a month without income is told too. */
export function monthlyBars(
  sums: readonly { month: string; paid: number; expected: number; unrecorded: number }[],
  most: number,
): IncomeBar[] {
  const known = new Map(sums.map((sum) => [sum.month, sum]));
  const last = sums.at(-1)?.month ?? '';
  const bars: IncomeBar[] = [];
  for (let period = sums[0]?.month ?? ''; period !== '' && period <= last; period = monthAfter(period)) {
    const { paid = 0, expected = 0, unrecorded = 0 } = known.get(period) ?? {};
    bars.push({ period, paid, expected, unrecorded });
  }
  return bars.slice(-most);
}

/** Whether all of it is still to come: then there is no word of what was paid. */
const isAhead = (data: IncomeBarsData): boolean =>
  data.bars.every(({ paid, unrecorded }) => paid === 0 && unrecorded === 0) &&
  data.bars.some(({ expected }) => expected !== 0);

const total = (data: IncomeBarsData, series: Series): number =>
  data.bars.reduce((all, bar) => all + bar[series], 0);

function bars(data: IncomeBarsData, theme: ChartTheme): ChartDataset<'bar'>[] {
  const colors: Record<Series, string> = {
    paid: theme.value,
    expected: theme.invested,
    unrecorded: theme.other,
  };
  const told = SERIES.filter(
    (series) => (series === 'paid' && !isAhead(data)) || data.bars.some((bar) => bar[series] !== 0),
  );
  return told.map((series) => ({
    label: LABELS[series],
    data: data.bars.map((bar) => bar[series]),
    backgroundColor: colors[series],
    borderRadius: 2,
    maxBarThickness: 40,
  }));
}

function config(data: IncomeBarsData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, currency, title, width } = complete(options, 'Income');
  const theme = themes[name];
  const empty = data.bars.every((bar) => SERIES.every((series) => bar[series] === 0));
  const main: Series = isAhead(data) ? 'expected' : 'paid';
  const sum = `${money(total(data, main), currency, { digits: 0 })} ${main}`;
  return {
    type: 'bar',
    data: {
      labels: data.bars.map(({ period }) => periodName(period)),
      datasets: empty ? [] : bars(data, theme),
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          type: 'category',
          display: !empty,
          stacked: true,
          grid: { display: false },
          border: { color: theme.axis },
          ticks: { ...axisText(theme), maxRotation: 0 },
        },
        y: {
          ...figureAxis(theme, !empty),
          type: 'money',
          currency,
          stacked: true,
        },
      },
      plugins: {
        ...heading(theme, width, title, empty ? '' : sum),
        paper: { color: theme.surface },
        note: noteText(theme, empty ? { text: 'No income in this period' } : null),
        legend: legend(theme, !empty, 'box'),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: IncomeBarsData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, 'Income');
  const told = isAhead(data) ? (['expected'] as const) : SERIES;
  return {
    caption: title || 'Income',
    columns: ['When', ...told.map((series) => LABELS[series])],
    rows: data.bars.map((bar) => [
      periodName(bar.period),
      ...told.map((series) => money(bar[series], currency)),
    ]),
  };
}

export const incomeBars: ChartKind<IncomeBarsData, 'bar'> = {
  name: 'Income',
  summary: 'Income paid and expected, by month or year.',
  config,
  table,
};
