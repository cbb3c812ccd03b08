/** Where the money is: one ring, the eight largest parts named, the rest together. */
import type { ChartConfiguration } from 'chart.js';
import { type ChartKind, type ChartOptions, type ChartTable, complete } from './contract.ts';
import { money, moneyShort, percent } from './format.ts';
import { heading, noteText, textOptions, tooltip } from './chart-style.ts';
import { sizes, themes } from './theme.ts';

/** One part of the whole; a part whose value is not known is named beside the ring, not drawn in it. */
export interface AllocationSlice {
  label: string;
  value: number | null;
  /** Percentage points of the whole; null where it cannot be said. */
  share_pct: number | null;
}

export interface AllocationData {
  slices: readonly AllocationSlice[];
  /** Shares of the value, or of what was paid where values are missing. */
  basis: 'value' | 'cost';
}

const NAMED = 8;
/** Below this layout width the list stands under the ring. */
const NARROW = 420;
/** Height of one line of the list. */
const ROW = 21;

interface Part extends AllocationSlice {
  value: number;
}

interface Drawn {
  label: string;
  value: number;
  share: number | null;
  isRest: boolean;
}

const isDrawable = (slice: AllocationSlice): slice is Part =>
  slice.value !== null && Number.isFinite(slice.value) && slice.value > 0;

function sumOf(shares: (number | null)[]): number | null {
  return shares.some((share) => share === null)
    ? null
    : shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
}

/** The largest parts first; what comes after the eighth is one part called Other, unless it is a single one. */
function grouped(slices: readonly AllocationSlice[]): Drawn[] {
  const parts = slices
    .filter(isDrawable)
    .sort((one, other) => other.value - one.value || (one.label < other.label ? -1 : 1));
  const named = parts.length === NAMED + 1 ? parts : parts.slice(0, NAMED);
  const rest = parts.slice(named.length);
  const drawn: Drawn[] = named.map((part) => ({
    label: part.label,
    value: part.value,
    share: part.share_pct,
    isRest: false,
  }));
  if (rest.length > 0)
    drawn.push({
      label: `Other (${rest.length}): ${rest.map((part) => part.label).join(', ')}`,
      value: rest.reduce((sum, part) => sum + part.value, 0),
      share: sumOf(rest.map((part) => part.share_pct)),
      isRest: true,
    });
  return drawn;
}

function config(data: AllocationData, options: ChartOptions = {}): ChartConfiguration<'doughnut'> {
  const { theme: name, currency, title, width } = complete(options, 'Allocation');
  const theme = themes[name];
  const drawn = grouped(data.slices);
  const missing = data.slices.length - data.slices.filter(isDrawable).length;
  const narrow = width < NARROW;
  const total = drawn.reduce((sum, part) => sum + part.value, 0);
  const empty = drawn.length === 0;
  const colors = drawn.map((part, index) =>
    part.isRest ? theme.other : (theme.categories[index] ?? theme.other),
  );
  const room = empty ? 0 : narrow ? drawn.length * ROW + sizes.gap : Math.min(320, width * 0.45);

  return {
    type: 'doughnut',
    data: {
      labels: drawn.map((part) => [part.label, shareOf(part)].filter(Boolean).join(' · ')),
      datasets: empty
        ? []
        : [
            {
              label: `${data.basis === 'cost' ? 'Cost' : 'Value'} in ${currency}`,
              data: drawn.map((part) => Number(part.value.toFixed(2))),
              backgroundColor: colors,
              borderColor: theme.surface,
              // A single part has no neighbour to be apart from.
              borderWidth: drawn.length > 1 ? 2 : 0,
              hoverOffset: 4,
            },
          ],
    },
    options: {
      ...textOptions(theme),
      locale: currency === 'INR' ? 'en-IN' : 'en-US',
      cutout: '64%',
      aspectRatio: narrow ? 0.78 : 1.78,
      plugins: {
        ...heading(theme, width, title, subtitleOf(data.basis, missing, empty)),
        paper: { color: theme.surface },
        note: empty
          ? noteText(theme, { text: 'No data yet', hint: 'Holdings appear after the first import' })
          : noteText(
              theme,
              {
                text: moneyShort(total, currency, { digits: 2 }),
                hint: data.basis === 'cost' ? 'at cost' : 'by value',
              },
              18,
            ),
        legend: { display: false },
        list: {
          rows: drawn.map((part, index) => ({
            color: colors[index] ?? theme.other,
            label: part.label,
            figure: shareOf(part),
          })),
          side: narrow ? 'bottom' : 'right',
          room,
          color: theme.text,
          size: sizes.label,
          rowHeight: ROW,
        },
        tooltip: tooltip(theme),
      },
    },
  };
}

const shareOf = (part: Drawn): string => (part.share === null ? '' : percent(part.share, { digits: 1 }));

function subtitleOf(basis: AllocationData['basis'], missing: number, empty: boolean): string {
  const left = missing === 0 ? '' : `excludes ${missing} without a known ${basis}`;
  if (empty) return left;
  return [basis === 'cost' ? 'Share of cost' : 'Share of value', left].filter(Boolean).join(' · ');
}

function table(data: AllocationData, options: ChartOptions = {}): ChartTable {
  const { currency, title } = complete(options, 'Allocation');
  const sorted = [...data.slices].sort((one, other) => (other.value ?? -1) - (one.value ?? -1));
  return {
    caption: `${title || 'Allocation'}, ${data.basis === 'cost' ? 'at cost' : 'by value'}`,
    columns: ['Part', data.basis === 'cost' ? 'Cost' : 'Value', 'Share'],
    rows: sorted.map((slice) => [
      slice.label,
      money(slice.value, currency),
      percent(slice.share_pct, { digits: 1 }),
    ]),
  };
}

export const allocation: ChartKind<AllocationData, 'doughnut'> = {
  name: 'Allocation',
  summary: 'Your allocation, by the grouping you choose.',
  config,
  table,
};
