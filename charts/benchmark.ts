/** How a portfolio went beside an index, both beginning at 100. */
import type { ChartConfiguration, ChartDataset, ScatterDataPoint } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { day, percent, UNKNOWN } from './format.ts';
import { dayAxis, figureAxis, heading, legend, noteText, textOptions, tooltip } from './chart-style.ts';
import { DAY } from './scales.ts';
import { type ChartTheme, themes } from './theme.ts';

/** One day: both on the scale that began at 100; null where not known. */
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

/** A line is drawn over weekends and holidays; a longer silence is a gap. */
const LONGEST_BRIDGE = 10 * DAY;

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
    return y !== null && Number.isFinite(y) ? [{ x: Date.parse(point.at), y }] : [];
  });

/** At most `most` days, the very first and the last of each stretch: more than two a pixel cannot be seen. */
function thinned(known: readonly Known[], most: number): Known[] {
  if (known.length <= most) return [...known];
  const step = known.length / (most - 1);
  const kept = Array.from({ length: most - 1 }, (_, index) => known[Math.ceil((index + 1) * step) - 1]);
  return [known[0], ...kept].filter((point) => point !== undefined);
}

/** The days in runs without a long silence. */
function runs(known: readonly Known[]): Known[][] {
  const found: Known[][] = [];
  for (const point of known) {
    const before = found.at(-1)?.at(-1);
    if (before !== undefined && point.x - before.x <= LONGEST_BRIDGE) found.at(-1)?.push(point);
    else found.push([point]);
  }
  return found;
}

/** Where nothing was known for long, a point without a height breaks the line. */
function withGaps(known: readonly Known[], most: number): ScatterDataPoint[] {
  let before: Known | undefined;
  return runs(known).flatMap((run) => {
    const gap = before && ({ x: before.x + DAY, y: null } as unknown as ScatterDataPoint);
    before = run.at(-1);
    return [
      ...(gap ? [gap] : []),
      ...thinned(run, Math.max(3, Math.round((most * run.length) / known.length))),
    ];
  });
}

type Line = ChartDataset<'line'>;

function line(
  label: string,
  known: readonly Known[],
  { theme, most, isOwn }: { theme: ChartTheme; most: number; isOwn: boolean },
): Line {
  const color = isOwn ? theme.value : theme.invested;
  return {
    label,
    data: withGaps(known, most),
    borderColor: color,
    backgroundColor: color,
    pointBackgroundColor: color,
    borderWidth: isOwn ? 2.25 : 1.75,
    borderDash: isOwn ? [] : [5, 4],
    borderJoinStyle: 'round',
    pointRadius: known.length === 1 ? 3.5 : 0,
    pointHitRadius: 10,
    pointStyle: isOwn ? 'circle' : 'rect',
    fill: false,
    spanGaps: false,
  };
}

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
  const most = Math.max(200, Math.round(width * 2));
  const empty = all.length === 0;
  return {
    type: 'line',
    data: {
      datasets: [
        ...(own.length > 0 ? [line(data.portfolio, own, { theme, most, isOwn: true })] : []),
        ...(index.length > 0 ? [line(data.benchmark, index, { theme, most, isOwn: false })] : []),
      ],
    },
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
