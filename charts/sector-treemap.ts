/** What is held by sector: the area is the value, the colour and the sign say how it changed. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { arrow, money, moneyShort, percent, UNKNOWN } from './format.ts';
import { heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { shadeOf } from './shades.ts';
import { type ChartTheme, themes } from './theme.ts';
import type { TileGroup, WeightedTile } from './tiles.ts';

/** One holding. */
export interface TreemapPart {
  label: string;
  /** Its sector, or what else the parts are put together by. */
  group: string;
  /** In the currency of the chart; null where not known. */
  value: number | null;
  /** Percentage points; null where not known. */
  change_pct: number | null;
}

interface TreemapData {
  parts: readonly TreemapPart[];
  /** What the change is of: `on Fri 20 Nov`, `since bought`. */
  since?: string;
}

interface Known extends TreemapPart {
  value: number;
}

interface Tiled extends Known {
  /** How many holdings are in it. */
  count: number;
}

/** A smaller share of the whole, in percent, is put together with the others of its group. */
const SMALLEST_PCT = 0.6;
/** Changes beyond this many percentage points have the full colour, however large one of them is. */
const MOST_STRENGTH = 20;
const LEAST_STRENGTH = 2;

const isDrawable = (part: TreemapPart): part is Known =>
  part.value !== null && Number.isFinite(part.value) && part.value > 0;

const sumOf = (parts: readonly Known[]): number => parts.reduce((sum, part) => sum + part.value, 0);

/** The change of several together, by what they were worth before it; null where one is not known. */
function changeOf(parts: readonly Known[]): number | null {
  if (parts.some(({ change_pct }) => change_pct === null || !(change_pct > -100))) return null;
  const before = parts.reduce((sum, { value, change_pct }) => sum + value / (1 + (change_pct ?? 0) / 100), 0);
  return before > 0 ? (sumOf(parts) / before - 1) * 100 : null;
}

const byValue = (one: { value: number; label: string }, other: { value: number; label: string }): number =>
  other.value - one.value || (one.label < other.label ? -1 : 1);

/** The parts of one group, the largest first; those too small to be seen are one. */
function gathered(parts: readonly Known[], total: number): Tiled[] {
  const sorted = parts.toSorted(byValue);
  const small = sorted.filter(({ value }) => (value / total) * 100 < SMALLEST_PCT);
  const single = (part: Known): Tiled => ({ ...part, count: 1 });
  if (small.length < 2) return sorted.map(single);
  const rest: Tiled = {
    label: `${small.length} others`,
    group: small[0]?.group ?? '',
    value: sumOf(small),
    change_pct: changeOf(small),
    count: small.length,
  };
  return [...sorted.slice(0, sorted.length - small.length).map(single), rest];
}

function groupsOf(parts: readonly Known[]): { label: string; value: number; tiles: Tiled[] }[] {
  const total = sumOf(parts);
  const groups = new Map<string, Known[]>();
  for (const part of parts) groups.set(part.group, [...(groups.get(part.group) ?? []), part]);
  return [...groups]
    .map(([label, members]) => ({ label, value: sumOf(members), tiles: gathered(members, total) }))
    .sort(byValue);
}

/** The change that has the full colour: the larger of most changes, so that a single leap does not fade the others. */
function strongestOf(parts: readonly Known[]): number {
  const sizes = parts
    .flatMap(({ change_pct }) => (change_pct === null ? [] : [Math.abs(change_pct)]))
    .sort((one, other) => one - other);
  const most = sizes[Math.floor((sizes.length - 1) * 0.9)] ?? 0;
  return Math.min(MOST_STRENGTH, Math.max(LEAST_STRENGTH, most));
}

/** A change in words, the fullest first. */
function changeTexts(change: number | null): string[] {
  if (change === null) return ['change unknown', UNKNOWN];
  const figure = percent(change, { plus: true, digits: 1 });
  return [`${arrow(change)} ${figure}`, figure];
}

function tileOf(
  part: Tiled,
  total: number,
  strongest: number,
  currency: string,
  theme: ChartTheme,
): WeightedTile {
  const { fill, ink } = shadeOf(part.change_pct, strongest, theme);
  const share = percent((part.value / total) * 100, { digits: 1 });
  return {
    weight: part.value,
    lines: [
      [part.label],
      changeTexts(part.change_pct),
      [`${moneyShort(part.value, currency)} · ${share}`, share],
    ],
    hint: `${part.label} (${part.group}): ${money(part.value, currency)}, ${share} of total, ${changeTexts(part.change_pct)[0] ?? ''}`,
    fill,
    ink,
    ...(part.change_pct === null ? { outline: theme.axis } : {}),
  };
}

function facts(data: TreemapData, drawn: readonly Known[], currency: string): string {
  const left = data.parts.length - drawn.length;
  return [
    `${moneyShort(sumOf(drawn), currency, { digits: 2 })} in total`,
    `colour and sign: change ${data.since ?? 'today'}`,
    ...(left > 0 ? [`excludes ${left} without a known value`] : []),
  ].join(' · ');
}

function config(data: TreemapData, options: ChartOptions = {}): ChartConfiguration<'bar'> {
  const { theme: name, currency, title, width } = complete(options, 'Sectors');
  const theme = themes[name];
  const parts = data.parts.filter(isDrawable);
  const total = sumOf(parts);
  const strongest = strongestOf(parts);
  const groups: TileGroup[] = groupsOf(parts).map(({ label, value, tiles }) => ({
    label: [`${label} ${percent((value / total) * 100, { digits: 1 })}`, label],
    tiles: tiles.map((part) => tileOf(part, total, strongest, currency, theme)),
  }));
  const empty = parts.length === 0;
  return {
    type: 'bar',
    data: { datasets: [] },
    options: {
      ...textOptions(theme),
      scales: { x: { display: false }, y: { display: false } },
      plugins: {
        ...heading(theme, width, title, empty ? '' : facts(data, parts, currency)),
        paper: { color: theme.surface },
        note: noteText(
          theme,
          empty ? { text: 'No data yet', hint: 'Holdings with a price appear here' } : null,
        ),
        tree: { groups, head: theme.grid, color: theme.text, size: 11 },
        legend: { display: false },
        tooltip: tooltip(theme),
      },
    },
  };
}

function table(data: TreemapData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, 'Sectors');
  const total = sumOf(data.parts.filter(isDrawable));
  const groups = new Map(groupsOf(data.parts.filter(isDrawable)).map(({ label }, index) => [label, index]));
  const rank = (part: TreemapPart): number => groups.get(part.group) ?? groups.size;
  const rows = data.parts.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      byValue({ ...one, value: one.value ?? -1 }, { ...other, value: other.value ?? -1 }),
  );
  return {
    caption: title || 'Sectors',
    columns: ['Holding', 'Sector', 'Value', 'Share', 'Change'],
    rows: rows.map((part) => [
      part.label,
      part.group,
      money(part.value, currency),
      percent(isDrawable(part) && total > 0 ? (part.value / total) * 100 : null, { digits: 1 }),
      percent(part.change_pct, { plus: true }),
    ]),
  };
}

export const sectorTreemap: ChartKind<TreemapData, 'bar'> = {
  name: 'Sectors and holdings',
  summary: 'Holdings by sector: area shows value, colour and sign show the change.',
  config,
  table,
};
