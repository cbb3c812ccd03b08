import type { ExcludedPosition, PortfolioValues } from '../../performance/engine/index.ts';
import type { HistoryPoint } from '../../portfolio/index.ts';

/** A recorded history, and what the ledger and its closes tell of the days that were never recorded. */
export interface WholeHistory {
  points: HistoryPoint[];
  /** First and last day whose value, and cost, leave positions out, with those; null where none does. */
  partial: { from: string; to: string; excluded: readonly ExcludedPosition[] } | null;
}

/**
 * Fills the days without a recorded value from the ledger and the closes. Where something held had no price on a day, value
 * and cost are of the positions that are known throughout, so that the two lines still belong together. A day on which
 * nothing held had a close of its own only repeats the one before, and is left out unless something was recorded. The last
 * day is today: it has the value of now where that is known, and else what was recorded last.
 * A value that was recorded of other books than the ledger is now gives way to the ledger's: it would stand beside the cost
 * of other holdings.
 * @param recorded ascending; its last point may be of today.
 * @param off_ledger_days days whose recorded value is of other books.
 */
export function withLedgerDays(
  recorded: readonly HistoryPoint[],
  ledger: PortfolioValues,
  off_ledger_days: readonly string[] = [],
): WholeHistory {
  const off = new Set(off_ledger_days);
  const points = new Map(recorded.map((point) => [point.date, point]));
  const { days, daily, partial } = ledger;
  // The ledger lacks units that are held: its own value would be of another portfolio.
  const isIncomplete = ledger.reasons.some(({ code }) => code === 'LEDGER_INCOMPLETE');
  const leftOut: string[] = [];
  for (const [at, date] of days.entries()) {
    const known = points.get(date);
    const whole = isIncomplete ? null : (daily.value[at] ?? null);
    // Today is not over: its last snapshot may be an hour old.
    const isToday = at === days.length - 1;
    const isReplaced = whole !== null && (isToday || off.has(date));
    if (known !== undefined && known.value !== null && !isReplaced) continue;
    const value = whole ?? partial?.daily.value[at] ?? null;
    const isCounted = (daily.fresh[at] ?? 0) > 0 || known !== undefined || isToday;
    if (value === null || !isCounted) continue;
    const isPartial = whole === null;
    // Before the first purchase among the known positions there is nothing to draw.
    const invested = isPartial ? (partial?.daily.invested[at] ?? null) : (daily.invested[at] ?? null);
    if (isPartial && value === 0 && invested === 0) continue;
    if (isPartial) leftOut.push(date);
    points.set(date, { date, value, invested });
  }
  const [from, to] = [leftOut[0], leftOut.at(-1)];
  return {
    points: [...points.values()].sort((one, other) => (one.date < other.date ? -1 : 1)),
    partial: from === undefined || to === undefined ? null : { from, to, excluded: partial?.left_out ?? [] },
  };
}
