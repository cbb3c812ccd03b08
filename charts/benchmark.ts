/** How a portfolio went beside an index, both beginning at 100. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { day, isKnown, percent, UNKNOWN } from './format.ts';
import { dayAxis, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import { dailyLines } from './day-lines.ts';
import { type ChartTheme, themes } from './theme.ts';

/** One day: both on the scale that began at 100; null where it is unknown, which is a gap. */
interface BenchmarkPoint {
  /** ISO date. */
  at: string;
  portfolio: number | null;
  benchmark: number | null;
}

interface BenchmarkData {
  points: readonly BenchmarkPoint[];
  /** What the lines are called. */
  portfolio: string;
  benchmark: string;
}

interface Known {
  x: number;
  y: number;
}

const sorted = (points: readonly BenchmarkPoint[]): BenchmarkPoint[] =>
  points
    .filter(({ at }) => Number.isFinite(Date.parse(at)))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));

const knownOf = (points: readonly BenchmarkPoint[], side: 'portfolio' | 'benchmark'): Known[] =>
  points.flatMap((point) => {
    const y = point[side];
    return isKnown(y) ? [{ x: Date.parse(point.at), y }] : [];
  });

type Line = ChartDataset<'line'>;

const lines = (
  data: BenchmarkData,
  points: readonly BenchmarkPoint[],
  { width, theme }: { width: number; theme: ChartTheme },
): Line[] =>
  dailyLines(
    points.map(({ at }) => Date.parse(at)),
    [
      {
        values: points.map((one) => one.portfolio),
        style: { ...ownStyle(theme), label: data.portfolio },
      },
      {
        values: points.map((one) => one.benchmark),
        style: { ...indexStyle(theme), label: data.benchmark },
      },
    ],
    width,
  );

const lineColor = (color: string) => ({
  borderColor: color,
  backgroundColor: color,
  pointBackgroundColor: color,
  fill: false,
});

const ownStyle = (theme: ChartTheme): Partial<Line> => ({
  ...lineColor(theme.value),
  borderWidth: 2.25,
  borderDash: [],
  pointStyle: 'circle',
});

const indexStyle = (theme: ChartTheme): Partial<Line> => ({
  ...lineColor(theme.invested),
  borderWidth: 1.75,
  borderDash: [5, 4],
  pointStyle: 'rect',
});

/** Where both lines are known last: their returns are of the same days. */
function commonEnd(own: readonly Known[], index: readonly Known[]): number | null {
  const days = new Set(index.map(({ x }) => x));
  return own.findLast(({ x }) => days.has(x))?.x ?? null;
}

/** `2 Feb 2026 to 2 Mar 2026 · Networth +8.00% · NIFTY 50 −1.50%`, both over the days that are told. */
function facts(data: BenchmarkData, own: Known[], index: Known[]): string {
  const all = [own, index].filter((line) => line.length > 0);
  const first = Math.max(...all.map((line) => line[0]?.x ?? 0));
  const last = commonEnd(own, index) ?? Math.max(...all.map((line) => line.at(-1)?.x ?? 0));
  const said = (name: string, line: readonly Known[]) => {
    const [start, end] = [line.find(({ x }) => x === first), line.find(({ x }) => x === last)];
    if (start === undefined || end === undefined) return `${name} unknown`;
    return `${name} ${percent((end.y / start.y - 1) * 100, { plus: true })}`;
  };
  return `${day(first)} to ${day(last)} · ${said(data.portfolio, own)} · ${said(data.benchmark, index)}`;
}

function config(data: BenchmarkData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, title, width } = complete(options, `${data.portfolio} and ${data.benchmark}`);
  const theme = themes[name];
  const points = sorted(data.points);
  const own = knownOf(points, 'portfolio');
  const index = knownOf(points, 'benchmark');
  const all = [...own, ...index];
  const empty = all.length === 0;
  return {
    type: 'line',
    data: { datasets: lines(data, points, { width, theme }) },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !empty),
          ...(empty
            ? {}
            : { min: Math.min(...all.map(({ x }) => x)), max: Math.max(...all.map(({ x }) => x)) }),
        },
        y: {
          ...figureAxis(theme, !empty),
          type: 'linear',
          grace: '8%',
        },
      },
      plugins: {
        ...heading(theme, width, title, empty ? '' : facts(data, own, index)),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          empty ? { text: 'Nothing to compare yet', hint: 'Needs two recorded days' } : null,
        ),
        legend: legend(theme, !empty),
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: BenchmarkData, options: ChartOptions = {}): ChartTable {
  const { title } = complete(options, `${data.portfolio} and ${data.benchmark}`);
  const shown = (value: number | null) => (value === null ? UNKNOWN : value.toFixed(2));
  const points = sorted(data.points);
  const [own, index] = [knownOf(points, 'portfolio'), knownOf(points, 'benchmark')];
  const caption = title || `${data.portfolio} and ${data.benchmark}`;
  return {
    caption: own.length + index.length === 0 ? caption : `${caption}: ${facts(data, own, index)}`,
    columns: ['When', data.portfolio, data.benchmark],
    rows: points.map((point) => [day(point.at), shown(point.portfolio), shown(point.benchmark)]),
  };
}

export const benchmark: ChartKind<BenchmarkData, 'line'> = {
  name: 'Against an index',
  summary: 'The portfolio compared with an index, both starting at 100.',
  config,
  table,
};
