/** How net worth moved beside all that is owned; the room between the two lines is what is owed. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { day, isKnown, money } from './format.ts';
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
import { dailyLines } from './day-lines.ts';
import { DAY } from './scales.ts';
import { type ChartTheme, themes } from './theme.ts';

/** One day; amounts are null where not known. */
export interface NetWorthDay {
  /** ISO date. */
  date: string;
  assets: number | null;
  liabilities: number | null;
  net_worth: number | null;
  /** CURRENT: nothing was written down yet, so what is owed today is taken off. */
  liabilities_basis: 'RECORDED' | 'CURRENT';
}

interface NetWorthData {
  points: readonly NetWorthDay[];
}

type Line = ChartDataset<'line'>;

const inOrder = (points: readonly NetWorthDay[]): NetWorthDay[] =>
  points
    .filter(({ date }) => Number.isFinite(Date.parse(date)))
    .toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));

const lines = (points: readonly NetWorthDay[], width: number, theme: ChartTheme): Line[] =>
  dailyLines(
    points.map(({ date }) => Date.parse(date)),
    [
      { values: points.map(({ net_worth }) => net_worth), style: netStyle(theme) },
      { values: points.map(({ assets }) => assets), style: assetStyle(theme) },
    ],
    width,
  );

const netStyle = (theme: ChartTheme): Partial<Line> => ({
  label: 'Net worth',
  borderColor: theme.value,
  backgroundColor: theme.valueFill,
  pointBackgroundColor: theme.value,
  borderWidth: 2.25,
  pointStyle: 'circle',
  fill: 'start',
});

const assetStyle = (theme: ChartTheme): Partial<Line> => ({
  label: 'Owned',
  borderColor: theme.invested,
  backgroundColor: theme.invested,
  borderWidth: 1.75,
  borderDash: [5, 4],
  pointStyle: 'rect',
  fill: false,
});

function facts(points: readonly NetWorthDay[], currency: string): string {
  const last = points.at(-1);
  if (!last) return '';
  const round = (value: number | null) =>
    isKnown(value) ? money(value, currency, { digits: 0 }) : 'unknown';
  const recorded = points.find(({ liabilities_basis }) => liabilities_basis === 'RECORDED');
  const isEarlier = recorded !== undefined && points[0]?.liabilities_basis === 'CURRENT';
  return [
    day(Date.parse(last.date)),
    `net worth ${round(last.net_worth)}`,
    `owed ${round(last.liabilities)}`,
    ...(isEarlier ? [`before ${day(Date.parse(recorded.date))}, less today’s liabilities`] : []),
  ].join(' · ');
}

function config({ points }: NetWorthData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, currency, title, width } = complete(options, 'Net worth');
  const theme = themes[name];
  const all = inOrder(points);
  const measured = all.filter((one) => isKnown(one.net_worth) || isKnown(one.assets));
  const isEmpty = measured.length === 0;
  const times = measured.map(({ date }) => Date.parse(date));
  const [min = 0, max = 0] = [times[0], times.at(-1)];
  return {
    type: 'line',
    data: { datasets: lines(all, width, theme) },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !isEmpty),
          ...(isEmpty ? {} : min === max ? { min: min - DAY / 2, max: max + DAY / 2 } : { min, max }),
          ticks: { ...axisText(theme), display: measured.length > 1, autoSkip: false, maxRotation: 0 },
        },
        y: {
          ...figureAxis(theme, !isEmpty),
          type: 'money',
          currency,
          grace: '8%',
        },
      },
      plugins: {
        ...heading(theme, width, title, facts(measured, currency)),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          isEmpty ? { text: 'No data yet', hint: 'The line starts with the first recorded hour' } : null,
        ),
        legend: legend(theme, !isEmpty),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table({ points }: NetWorthData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, 'Net worth');
  return {
    caption: title || 'Net worth',
    columns: ['When', 'Owned', 'Owed', 'Net worth'],
    rows: inOrder(points).map((one) => [
      day(Date.parse(one.date)),
      money(one.assets, currency),
      `${money(one.liabilities, currency)}${one.liabilities_basis === 'CURRENT' ? ' (as of today)' : ''}`,
      money(one.net_worth, currency),
    ]),
  };
}

export const netWorth: ChartKind<NetWorthData, 'line'> = {
  name: 'Net worth',
  summary: 'What you own less what you owe, day by day.',
  config,
  table,
};
