/** How the value of a portfolio moved beside the money put into it. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { day, isKnown, money, moment } from './format.ts';
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

/** One observation: when (ISO date or timestamp), worth, and cost; null where not known. */
interface ValuePoint {
  at: string;
  value: number | null;
  invested: number | null;
}

interface Observation {
  x: number;
  value: number | null;
  invested: number | null;
}

const known = (value: number | null): number | null => (isKnown(value) ? value : null);

/** Sorted by time, unreadable times left out, the last observation of an instant kept. */
function observations(points: readonly ValuePoint[]): Observation[] {
  const byTime = new Map<number, Observation>();
  for (const point of points) {
    const x = Date.parse(point.at);
    if (Number.isFinite(x)) byTime.set(x, { x, value: known(point.value), invested: known(point.invested) });
  }
  return [...byTime.values()].sort((one, other) => one.x - other.x);
}

/** Beyond the plot, in layout pixels: a dot on the first or the last day is drawn whole. */
const DOT_ROOM = 6;

function bounds(all: Observation[]): { min?: number; max?: number; floor?: number } {
  if (all.length === 0) return {};
  const min = (all[0] as Observation).x;
  const max = (all.at(-1) as Observation).x;
  const heights = all.flatMap((one) => [one.value, one.invested]).filter((value) => value !== null);
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  // room above and below must not suggest that the portfolio could be worth less than nothing
  const floor = low >= 0 && low - (high - low) * 0.1 <= 0 ? { floor: 0 } : {};
  return min === max ? { min: min - DAY / 2, max: max + DAY / 2, ...floor } : { min, max, ...floor };
}

function facts(all: Observation[], currency: string): string {
  const last = all.at(-1);
  if (!last) return '';
  const cost =
    last.invested === null ? 'invested unknown' : `invested ${money(last.invested, currency, { digits: 0 })}`;
  const valued = all.findLast(({ value }) => value !== null);
  const worth =
    valued === undefined
      ? 'value unknown'
      : `value ${money(valued.value, currency, { digits: 0 })}${valued === last ? '' : ` on ${day(valued.x)}`}`;
  const alone = all.length === 1 ? ' · one day so far' : '';
  return `${day(last.x)} · ${worth} · ${cost}${alone}`;
}

type Line = ChartDataset<'line'>;

const lines = (all: readonly Observation[], width: number, theme: ChartTheme): Line[] =>
  dailyLines(
    all.map(({ x }) => x),
    [
      { values: all.map(({ value }) => value), style: valueStyle(theme) },
      { values: all.map(({ invested }) => invested), style: investedStyle(theme) },
    ],
    width,
  );

const valueStyle = (theme: ChartTheme): Partial<Line> => ({
  label: 'Value',
  borderColor: theme.value,
  backgroundColor: theme.valueFill,
  pointBackgroundColor: theme.value,
  borderWidth: 2.25,
  clip: DOT_ROOM,
  pointStyle: 'circle',
  fill: 'start',
});

const investedStyle = (theme: ChartTheme): Partial<Line> => ({
  label: 'Invested',
  borderColor: theme.invested,
  backgroundColor: theme.invested,
  borderWidth: 1.75,
  borderDash: [5, 4],
  // money put in stays what it was until the day it changes
  stepped: true,
  clip: DOT_ROOM,
  pointStyle: 'rect',
  fill: false,
});

function config(points: readonly ValuePoint[], options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, currency, title, width } = complete(options, 'Value over time');
  const theme = themes[name];
  const all = observations(points);
  const measured = all.filter((one) => one.value !== null || one.invested !== null);
  const { min, max, floor } = bounds(measured);
  const empty = measured.length === 0;
  return {
    type: 'line',
    data: { datasets: lines(all, width, theme) },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !empty),
          min,
          max,
          // the subtitle names the day of a single observation
          ticks: { ...axisText(theme), display: measured.length > 1, autoSkip: false, maxRotation: 0 },
        },
        y: {
          ...figureAxis(theme, !empty),
          type: 'money',
          currency,
          min: floor,
          grace: '8%',
        },
      },
      plugins: {
        ...heading(theme, width, title, facts(measured, currency)),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          empty ? { text: 'No data yet', hint: 'The line starts with the first import' } : null,
        ),
        legend: legend(theme, !empty),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(points: readonly ValuePoint[], options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, 'Value over time');
  const sorted = [...points]
    .filter((point) => Number.isFinite(Date.parse(point.at)))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return {
    caption: title || 'Value over time',
    columns: ['When', 'Value', 'Invested'],
    rows: sorted.map((point) => [
      moment(point.at),
      money(point.value, currency),
      money(point.invested, currency),
    ]),
  };
}

export const valueOverTime: ChartKind<readonly ValuePoint[], 'line'> = {
  name: 'Value over time',
  summary: 'The portfolio’s value each day, with the invested amount.',
  config,
  table,
};
