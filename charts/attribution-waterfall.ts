/** Which holdings made the return: each step from the one before, down to the total. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { arrow, percent } from './format.ts';
import { fitted, heading, nameAxis, noteText, textOptions, textWidth, tooltip } from './chart-style.ts';
import { type ChartTheme, sizes, themes } from './theme.ts';

/** What one holding added to the return, in percentage points of all that was invested; null where not known. */
interface Contribution {
  label: string;
  contributed_pct: number | null;
}

interface WaterfallData {
  rows: readonly Contribution[];
  /** The return that the rows add up to; null where not known. */
  total: number | null;
}

/** Steps on each side that stay readable in one picture. */
const EACH_SIDE = 5;
/** Layout pixels that a figure at the end of a bar needs. */
const FIGURE = 74;
/** Percentage points by which sums of rounded figures may differ. */
const ROUNDING = 0.005;

interface Known extends Contribution {
  contributed_pct: number;
}

interface Step {
  label: string;
  from: number;
  to: number;
  kind: 'step' | 'rest' | 'total';
}

const isKnown = (row: Contribution): row is Known =>
  row.contributed_pct !== null && Number.isFinite(row.contributed_pct);

const sumOf = (rows: readonly Known[]): number => rows.reduce((sum, row) => sum + row.contributed_pct, 0);

/** The rows as they are shown: the best first, the worst last, what lies between as one, then what is left to the total. */
function shown(data: WaterfallData): { label: string; points: number; kind: Step['kind'] }[] {
  const known = data.rows.filter(isKnown).sort((one, other) => other.contributed_pct - one.contributed_pct);
  const ups = known.filter((row) => row.contributed_pct >= 0);
  const downs = known.filter((row) => row.contributed_pct < 0);
  const best = ups.slice(0, EACH_SIDE);
  const worst = downs.slice(-EACH_SIDE);
  const named = new Set([...best, ...worst]);
  const between = known.filter((row) => !named.has(row));
  const others =
    between.length === 1
      ? [{ label: between[0]?.label ?? '', points: sumOf(between), kind: 'step' as const }]
      : [{ label: `${between.length} others`, points: sumOf(between), kind: 'rest' as const }];
  const gap = data.total === null ? 0 : data.total - sumOf(known);
  return [
    ...best.map((row) => ({ label: row.label, points: row.contributed_pct, kind: 'step' as const })),
    ...(between.length > 0 ? others : []),
    ...worst.map((row) => ({ label: row.label, points: row.contributed_pct, kind: 'step' as const })),
    ...(Math.abs(gap) > ROUNDING ? [{ label: 'Not attributed', points: gap, kind: 'rest' as const }] : []),
  ];
}

function stepsOf(data: WaterfallData): Step[] {
  const steps: Step[] = [];
  let at = 0;
  for (const { label, points, kind } of shown(data)) {
    steps.push({ label, from: at, to: at + points, kind });
    at += points;
  }
  if (steps.length === 0) return [];
  return [
    ...steps,
    { label: data.total === null ? 'Sum' : 'Total', from: 0, to: data.total ?? at, kind: 'total' },
  ];
}

/** Ends of the scale; a figure stands right of its bar, whichever way the step goes. */
function limits(steps: readonly Step[], plot: number): { min: number; max: number } {
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  if (high === low) return { min: 0, max: 1 };
  const perPixel = (high - low) / Math.max(40, plot - FIGURE);
  const right = Math.max(...steps.map(({ from, to }) => Math.max(from, to))) + FIGURE * perPixel;
  return { min: low, max: Math.max(high, right) };
}

function colorOf({ kind, from, to }: Step, theme: ChartTheme): string {
  if (kind === 'total') return theme.value;
  if (kind === 'rest') return theme.other;
  return to > from ? theme.gain : to < from ? theme.loss : theme.other;
}

function config(data: WaterfallData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, title, width } = complete(options, 'Contribution to return');
  const theme = themes[name];
  const steps = stepsOf(data);
  const empty = steps.length === 0;
  const unknown = data.rows.length - data.rows.filter(isKnown).length;
  const labels = steps.map((step) => fitted(step.label, width * 0.32));
  const plot = width - 2 * sizes.padding - Math.max(0, ...labels.map(textWidth)) - sizes.gap;
  const said = [
    'percentage points of the invested amount',
    ...(unknown > 0 ? [`excludes ${unknown} without a known cost or price`] : []),
  ].join(' · ');
  return {
    type: 'bar',
    data: {
      labels,
      datasets: empty
        ? []
        : [
            {
              label: 'Contribution',
              data: steps.map(({ from, to }) => [from, to] as [number, number]),
              backgroundColor: steps.map((step) => colorOf(step, theme)),
              borderRadius: 2,
              borderSkipped: false,
              barPercentage: 0.9,
              categoryPercentage: 0.84,
              minBarLength: 2,
            },
          ],
    },
    options: {
      ...textOptions(theme),
      indexAxis: 'y',
      scales: {
        x: { type: 'percent', display: false, ...limits(steps, plot) },
        y: nameAxis(theme, !empty),
      },
      plugins: {
        ...heading(theme, width, title, empty ? '' : said),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          empty ? { text: 'Nothing to attribute yet', hint: 'Needs holdings with a cost and a price' } : null,
        ),
        barText: {
          axisColor: empty ? 'transparent' : theme.axis,
          texts: steps.map(({ from, to, kind }) => figureOf(to - from, kind)),
          colors: steps.map((step) => (step.kind === 'step' ? colorOf(step, theme) : theme.text)),
          size: sizes.label,
        },
        legend: { display: false },
        tooltip: { ...tooltip(theme), enabled: false },
      },
    },
  };
}

const figureOf = (points: number, kind: Step['kind']): string =>
  kind === 'total' ? percent(points, { plus: true }) : `${arrow(points)} ${percent(points, { plus: true })}`;

function table(data: WaterfallData, options: ChartOptions = {}): ChartTable {
  const { title } = complete(options, 'Contribution to return');
  const rows = [...data.rows].sort(
    (one, other) => (other.contributed_pct ?? -Infinity) - (one.contributed_pct ?? -Infinity),
  );
  const known = rows.filter(isKnown);
  const gap = data.total === null ? 0 : data.total - sumOf(known);
  return {
    caption: title || 'Contribution to return',
    columns: ['Holding', 'Percentage points'],
    rows: [
      ...rows.map((row) => [row.label, percent(row.contributed_pct, { plus: true })]),
      ...(Math.abs(gap) > ROUNDING ? [['Not attributed', percent(gap, { plus: true })]] : []),
      ...(known.length === 0
        ? []
        : [[data.total === null ? 'Sum' : 'Total', percent(data.total ?? sumOf(known), { plus: true })]]),
    ],
  };
}

export const attributionWaterfall: ChartKind<WaterfallData, 'bar'> = {
  name: 'Contribution to return',
  summary: 'What each holding added to the return on what you hold.',
  config,
  table,
};
