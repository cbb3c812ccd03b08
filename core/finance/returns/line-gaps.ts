import { addDays, daysBetween } from '../../platform/dates.ts';
import type { DayValue } from './day-amounts.ts';

/** A week with holidays on either side. More days without a value are a gap. */
export const MOST_DAYS_APART = 10;

/**
 * Breaks a line of recorded values with an open day (value null) where more than ten days have no record. Calculated lines
 * have their open days already.
 */
export function breakAtGaps(days: readonly DayValue[]): DayValue[] {
  return days.flatMap((one, at) => {
    const before = days[at - 1];
    const isGap =
      before !== undefined && before.value !== null && daysBetween(before.day, one.day) > MOST_DAYS_APART;
    return isGap ? [{ day: addDays(before.day, 1), value: null }, one] : [one];
  });
}

/**
 * Adds a row for each open day after the first row to rows of the known days of a line, so that a chart of them has the gaps
 * of the line.
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
 * Thins a long series to about `most` rows: one of each equal stretch, both ends, and both edges of every gap.
 * @param heightsOf the values drawn of a row; null in a gap.
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
