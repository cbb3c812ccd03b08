import { addDays, daysBetween } from '../../platform/dates.ts';
import type { DayValue } from './day-amounts.ts';

/** A week and the holidays on either side of it: over more there is a gap. */
export const MOST_DAYS_APART = 10;

/**
 * A line of recorded values with an open day (value null) where nothing was recorded for more than ten days. A line that is
 * calculated for every day has its open days already.
 */
export function openSilences(days: readonly DayValue[]): DayValue[] {
  return days.flatMap((one, at) => {
    const before = days[at - 1];
    const isSilent =
      before !== undefined && before.value !== null && daysBetween(before.day, one.day) > MOST_DAYS_APART;
    return isSilent ? [{ day: addDays(before.day, 1), value: null }, one] : [one];
  });
}

/**
 * Rows that were made from the known days of a line, with a row of its own for each open day after the first: what is drawn
 * from them has a gap where the value has one.
 * @param rows in the order of their days.
 */
export function withGaps<Row>(
  line: readonly DayValue[],
  rows: readonly Row[],
  of: { dayOf: (row: Row) => string; open: (day: string) => Row },
): Row[] {
  const [first] = rows;
  if (first === undefined) return [];
  const begin = of.dayOf(first);
  const open = line.filter(({ day, value }) => value === null && day > begin).map(({ day }) => of.open(day));
  if (open.length === 0) return [...rows];
  return [...rows, ...open].sort((one, other) => (of.dayOf(one) < of.dayOf(other) ? -1 : 1));
}

/**
 * Thins a long series to about `most` rows: the last of each equal stretch, both ends, and both edges of every gap.
 * @param heightsOf what is drawn of a row, null where the line has a gap.
 */
export function downsample<Row>(
  rows: readonly Row[],
  most: number,
  heightsOf: (row: Row) => readonly (number | null)[],
): Row[] {
  if (rows.length <= most) return [...rows];
  const step = rows.length / most;
  const kept = new Set([0, rows.length - 1]);
  for (let at = 1; at < most; at += 1) kept.add(Math.min(rows.length - 1, Math.floor(at * step)));
  let before: readonly (number | null)[] | undefined;
  for (const [at, row] of rows.entries()) {
    const heights = heightsOf(row);
    const isEdge =
      before !== undefined && heights.some((one, of) => (one === null) !== (before?.[of] === null));
    if (isEdge) kept.add(at - 1).add(at);
    before = heights;
  }
  return rows.filter((_, at) => kept.has(at));
}
