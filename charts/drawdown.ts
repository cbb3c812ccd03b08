/** How far the portfolio lay under its highest worth so far, day by day, and how deep it went. */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { day, isKnown, percent } from './format.ts';
import { dayAxis, figureAxis, heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { dailyLines } from './day-lines.ts';
import { DAY } from './scales.ts';
import { type ChartTheme, themes } from './theme.ts';

/** One day: percentage points under the highest so far, with or without its minus; null where not known. */
interface DrawdownPoint {
  /** ISO date. */
  day: string;
  drawdown_pct: number | null;
}

interface DrawdownData {
  points: readonly DrawdownPoint[];
}

interface Depth {
  x: number;
  y: number | null;
}

interface Known {
  x: number;
  y: number;
}

/** From this layout width on there is room for the whole story in one line. */
const WIDE = 640;

function sorted(points: readonly DrawdownPoint[]): Depth[] {
  return points
    .map((point) => ({
      x: Date.parse(point.day),
      // told as a depth or as a change: both hang from zero
      y: isKnown(point.drawdown_pct) ? 0 - Math.abs(point.drawdown_pct) : null,
    }))
    .filter(({ x }) => Number.isFinite(x))
    .sort((one, other) => one.x - other.x);
}

const deepestOf = (depths: readonly Depth[]): Known | undefined =>
  depths
    .filter((one): one is Known => one.y !== null)
    .reduce<Known | undefined>((deepest, one) => (deepest && deepest.y <= one.y ? deepest : one), undefined);

type Line = ChartDataset<'line'>;

const depthStyle = (theme: ChartTheme): Partial<Line> => ({
  label: 'Drawdown',
  borderColor: theme.loss,
  backgroundColor: theme.lossFill,
  pointBackgroundColor: theme.loss,
  borderWidth: 1.75,
  fill: 'origin',
});

function depthLines(all: readonly Depth[], width: number, theme: ChartTheme): Line[] {
  const values = all.map(({ y }) => y);
  return dailyLines(
    all.map(({ x }) => x),
    [{ values, style: depthStyle(theme) }],
    width,
  );
}

const deepestMark = (deepest: Known, theme: ChartTheme): Line => ({
  label: 'Deepest',
  data: [deepest],
  borderColor: theme.surface,
  backgroundColor: theme.text,
  borderWidth: 1.5,
  pointRadius: 5,
  pointHoverRadius: 6,
  pointStyle: 'circle',
  showLine: false,
});

/** What happened in words: the deepest day, since when it fell, when it was made good, and how it ends. */
function facts(all: readonly Depth[], deepest: Known, { briefly = false } = {}): string {
  const known = all.filter((one): one is Known => one.y !== null);
  if (deepest.y === 0) return `no drawdown · ${day(known[0]?.x)} to ${day(known.at(-1)?.x)}`;
  const peak = known.filter(({ x, y }) => x < deepest.x && y === 0).at(-1);
  const recovered = known.find(({ x, y }) => x > deepest.x && y === 0);
  const last = known.at(-1) as Known;
  return [
    `maximum ${percent(deepest.y)} on ${day(deepest.x)}`,
    ...(peak && !briefly ? [`falling since ${day(peak.x)}`] : []),
    recovered ? `recovered on ${day(recovered.x)}` : 'not recovered yet',
    ...(last.x === deepest.x
      ? []
      : [last.y < 0 ? `${percent(last.y)} on ${day(last.x)}` : `to ${day(last.x)}`]),
  ].join(' · ');
}

function config(data: DrawdownData, options: ChartOptions = {}): ChartConfiguration<'line'> {
  const { theme: name, title, width } = complete(options, 'Drawdown');
  const theme = themes[name];
  const all = sorted(data.points);
  const deepest = deepestOf(all);
  const empty = deepest === undefined;
  const measured = all.filter(({ y }) => y !== null);
  const [first, last] = [measured[0]?.x ?? 0, measured.at(-1)?.x ?? 0];
  return {
    type: 'line',
    data: {
      datasets: empty
        ? []
        : [...(deepest.y < 0 ? [deepestMark(deepest, theme)] : []), ...depthLines(all, width, theme)],
    },
    options: {
      ...textOptions(theme),
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...dayAxis(theme, !empty),
          isDaily: true,
          ...(empty
            ? {}
            : first === last
              ? { min: first - DAY / 2, max: last + DAY / 2 }
              : { min: first, max: last }),
          border: { display: false },
        },
        y: {
          ...figureAxis(theme, !empty),
          type: 'percent',
          max: 0,
          ...(deepest && deepest.y < 0 ? {} : { min: -1 }),
          grace: '8%',
        },
      },
      plugins: {
        ...heading(theme, width, title, empty ? '' : facts(all, deepest, { briefly: width < WIDE })),
        paper: { color: theme.surface },
        note: noteText(theme, empty ? { text: 'No history yet', hint: 'Needs two recorded days' } : null),
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: DrawdownData, options: ChartOptions = {}): ChartTable {
  const { title } = complete(options, 'Drawdown');
  const all = sorted(data.points);
  const deepest = deepestOf(all);
  const caption = title || 'Drawdown';
  return {
    caption: deepest === undefined ? caption : `${caption}: ${facts(all, deepest)}`,
    columns: ['When', 'Drawdown'],
    rows: all.map(({ x, y }) => [day(x), percent(y)]),
  };
}

export const drawdown: ChartKind<DrawdownData, 'line'> = {
  name: 'Drawdown',
  summary: 'How far the portfolio was below its peak, day by day.',
  config,
  table,
};
