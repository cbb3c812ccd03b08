/** Lines of growth over the same days, from 100 on: what the charts of strategies share. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { dayAxis, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import type { ChartOptions, ChartTable } from './contract.ts';
import { day, isKnown, percent, UNKNOWN } from './format.ts';
import { linePoints, mostDays, sampledDays } from './day-lines.ts';
import { DAY } from './scales.ts';
import { type ChartTheme, themes } from './theme.ts';

/** One line over the days of its chart: `values[i]` is of `days[i]`, null where it is not known. */
export interface Curve {
  name: string;
  values: readonly (number | null)[];
}

/**
 * Levels by day. What they are counted in does not matter: all are drawn from 100 on the first day that they share, and
 * the days before it, on which nothing can be compared, are left out.
 */
export interface GrowthData {
  /** YYYY-MM-DD, ascending. */
  days: readonly string[];
  curves: readonly Curve[];
  benchmarks: readonly Curve[];
}

/** Beyond this ratio of the highest to the lowest level a plain scale presses the early years flat. */
const LOG_FROM_RATIO = 4;
/** Where every line begins. */
const BASE = 100;
/** More lines than this are named by the legend alone. */
const MOST_TOLD = 4;
/** More rows than this are told by the last day of each month. */
const MOST_DAILY_ROWS = 400;

/** The first day on which every line with a known level has one; null where they share none. */
function commonStart(lines: readonly Curve[], count: number): number | null {
  const known = lines.filter(({ values }) => values.some(isKnown));
  for (let at = 0; at < count; at += 1)
    if (known.length > 0 && known.every(({ values }) => isKnown(values[at]))) return at;
  return null;
}

/** Levels so that the first known one is 100. A line that begins at nothing has no growth. */
function rebased({ name, values }: Curve): Curve {
  const base = values.find(isKnown);
  const isMeasurable = isKnown(base) && base > 0;
  return {
    name,
    values: values.map((value) => (isMeasurable && isKnown(value) ? (value / base) * BASE : null)),
  };
}

interface LineStyle {
  color: string;
  width: number;
  dash: number[];
}

/** How the lines of a chart look, by their place in the list. */
export interface GrowthStyle {
  curve(at: number, theme: ChartTheme): LineStyle;
  benchmark(at: number, theme: ChartTheme): LineStyle;
}

interface Prepared {
  times: number[];
  curves: Curve[];
  benchmarks: Curve[];
  /** All lines that have a level. */
  lines: Curve[];
  /** Whether the first day is one that all lines share; else each begins on its own. */
  isShared: boolean;
}

function prepare({ days, curves, benchmarks }: GrowthData): Prepared {
  const order = days
    .map((text, at) => ({ at, time: Date.parse(text) }))
    .filter(({ time }) => Number.isFinite(time))
    .sort((one, other) => one.time - other.time);
  const inOrder = (line: Curve): Curve => ({
    name: line.name,
    values: order.map(({ at }) => line.values[at] ?? null),
  });
  const given = [...curves, ...benchmarks].map(inOrder);
  const start = commonStart(given, order.length);
  const from = start ?? 0;
  const all = given.map(({ name, values }) => rebased({ name, values: values.slice(from) }));
  const isDrawn = ({ values }: Curve): boolean => values.some(isKnown);
  return {
    times: order.slice(from).map(({ time }) => time),
    curves: all.slice(0, curves.length),
    benchmarks: all.slice(curves.length),
    lines: all.filter(isDrawn),
    isShared: start !== null,
  };
}

const grown = ({ name, values }: Curve, to: number): string => {
  const last = values[to];
  return isKnown(last) ? `${name} ${percent((last / BASE - 1) * 100, { plus: true })}` : `${name} unknown`;
};

/** `4 Jan 2016 to 20 Nov 2026 · Net of tax +210.00% · NIFTY 50 +180.00%`, over the days that all lines share. */
function facts({ times, lines, isShared }: Prepared, isLog: boolean): string {
  const log = isLog ? ['log scale'] : [];
  if (!isShared) return ['Each line starts at 100 on its own first day', ...log].join(' · ');
  const last = times.findLastIndex((_, at) => lines.every(({ values }) => isKnown(values[at])));
  return [
    `${day(times[0])} to ${day(times[last])}`,
    ...(lines.length > MOST_TOLD ? [] : lines.map((line) => grown(line, last))),
    ...log,
  ].join(' · ');
}

function levels(lines: readonly Curve[]): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of lines)
    for (const value of values)
      if (isKnown(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
  return { low, high };
}

/** The axis of levels: in steps of equal growth where the highest is several times the lowest. */
function levelAxis(theme: ChartTheme, lines: readonly Curve[]) {
  const { low, high } = levels(lines);
  const isLog = low > 0 && high / low > LOG_FROM_RATIO;
  const axis = figureAxis(theme, lines.length > 0);
  return isLog
    ? { isLog, y: { ...axis, type: 'growth' as const, min: low / 1.06, max: high * 1.06 } }
    : { isLog, y: { ...axis, type: 'linear' as const, grace: '8%' as const } };
}

type Line = ChartDataset<'line'>;

function lineOf(
  line: Curve,
  style: LineStyle,
  { times, kept, order }: { times: number[]; kept: number[]; order: number },
): Line {
  const data = linePoints(times, line.values, kept);
  return {
    label: line.name,
    data,
    borderColor: style.color,
    backgroundColor: style.color,
    pointBackgroundColor: style.color,
    borderWidth: style.width,
    borderDash: style.dash,
    borderJoinStyle: 'round',
    pointRadius: data.length === 1 ? 3.5 : 0,
    pointHitRadius: 10,
    pointStyle: style.dash.length > 0 ? 'rect' : 'circle',
    order,
    fill: false,
    spanGaps: false,
  };
}

/** Lines from 100 on; the first of the curves lies on top. */
export function growthConfig(
  data: GrowthData,
  { theme: name, title, width }: Required<ChartOptions>,
  style: GrowthStyle,
  empty: { text: string; hint: string },
): ChartConfiguration<'line'> {
  const theme = themes[name];
  const prepared = prepare(data);
  const { times, curves, benchmarks, lines } = prepared;
  const isEmpty = lines.length === 0;
  const kept = sampledDays(lines, times.length, mostDays(width));
  const { isLog, y } = levelAxis(theme, lines);
  const drawn = (line: Curve, look: LineStyle, order: number): Line[] =>
    lines.includes(line) ? [lineOf(line, look, { times, kept, order })] : [];
  const [min = 0, max = 0] = [times[0], times.at(-1)];
  return {
    type: 'line',
    data: {
      datasets: [
        ...curves.flatMap((line, at) => drawn(line, style.curve(at, theme), at)),
        ...benchmarks.flatMap((line, at) => drawn(line, style.benchmark(at, theme), curves.length + at)),
      ],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !isEmpty),
          isDaily: true,
          ...(isEmpty ? {} : min === max ? { min: min - DAY / 2, max: max + DAY / 2 } : { min, max }),
        },
        y,
      },
      plugins: {
        ...heading(theme, width, title, isEmpty ? '' : facts(prepared, isLog)),
        paper: { color: theme.surface },
        note: noteText(theme, isEmpty ? empty : null),
        legend: legend(theme, !isEmpty),
        tooltip: tooltip(theme),
      },
    },
  };
}

/** Indices of the last day of each month, the very first day before them. */
function monthEnds(times: readonly number[]): number[] {
  const month = (at: number): string => new Date(times[at] ?? 0).toISOString().slice(0, 7);
  return times
    .map((_, at) => at)
    .filter((at) => at === 0 || at === times.length - 1 || month(at) !== month(at + 1));
}

/** All lines by day, or by the last day of each month where there are years of days. */
export function growthTable(data: GrowthData, title: string): ChartTable {
  const prepared = prepare(data);
  const { times, curves, benchmarks, lines } = prepared;
  const all = [...curves, ...benchmarks];
  const isMonthly = times.length > MOST_DAILY_ROWS;
  const rows = isMonthly ? monthEnds(times) : times.map((_, at) => at);
  const caption =
    lines.length === 0 ? title : `${title}: ${facts(prepared, false)}${isMonthly ? ' · month ends' : ''}`;
  return {
    caption,
    columns: ['When', ...all.map(({ name }) => name)],
    rows: rows.map((at) => [
      day(times[at]),
      ...all.map(({ values }) => {
        const value = values[at];
        return isKnown(value) ? value.toFixed(2) : UNKNOWN;
      }),
    ]),
  };
}
