import { dayInWords } from '../../platform/dates.ts';
import type { DayAmount } from './day-amounts.ts';
import { type Measured, measuredAt } from './window-return.ts';

/** What the same payments would have come to in an index. */
export type IndexPosition =
  | {
      /** At the close of the last day, less what is owed. Below 0 where more was taken out than it was ever worth. */
      value: number;
      /** The first day on which more was taken out than was there; null where that never was. */
      overdrawn_on: string | null;
      reason: null;
    }
  | { value: null; overdrawn_on: null; reason: string };

/**
 * Puts the payments of a portfolio into an index (spec: Report rules 4). Of each day the difference counts: what was paid in
 * buys units at the close of that day, or of at most a week before; what was received is taken out by selling units worth as
 * much, as far as there are any. What is missing is owed without interest, and later payments settle it first: an index
 * fund could not have paid more than it was worth.
 * @param payments positive was paid in. Those after `to` do not count.
 * @param closes in the order of their days.
 */
export function indexPosition(
  payments: readonly DayAmount[],
  closes: readonly Measured[],
  to: string,
  name: string,
): IndexPosition {
  const unknown = (day: string): IndexPosition => ({
    value: null,
    overdrawn_on: null,
    reason: `No ${name} close is recorded in the week up to ${dayInWords(day)}, when you made a payment.`,
  });
  const byDay = new Map<string, number>();
  for (const { day, amount } of payments) if (day <= to) byDay.set(day, (byDay.get(day) ?? 0) + amount);
  let [units, owed]: [number, number] = [0, 0];
  let overdrawn_on: string | null = null;
  for (const [day, amount] of [...byDay].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (amount === 0) continue;
    const close = measuredAt(closes, day)?.value;
    if (close === undefined || !(close > 0)) return unknown(day);
    if (amount > 0) {
      const settled = Math.min(owed, amount);
      owed -= settled;
      units += (amount - settled) / close;
      continue;
    }
    const worth = units * close;
    if (-amount < worth) {
      units += amount / close;
      continue;
    }
    units = 0;
    owed += -amount - worth;
    if (owed > -amount * ROUNDING) overdrawn_on ??= day;
  }
  const last = measuredAt(closes, to)?.value;
  if (last === undefined)
    return {
      value: null,
      overdrawn_on: null,
      reason: `No ${name} close is recorded in the week up to ${dayInWords(to)}.`,
    };
  return { value: units * last - owed, overdrawn_on, reason: null };
}

/** A sale of all that was there leaves the rounding of doubles, which nobody owes. */
const ROUNDING = 1e-9;
