import { DAY_MS } from '../../platform/dates.ts';
/**
 * Days inside the engine are whole numbers: days since 1970-01-01. Every calendar day counts, weekends too: a trade may
 * be booked on any of them.
 */
export type DayNumber = number;

/** @param day YYYY-MM-DD. */
export function dayNumber(day: string): DayNumber {
  return Math.round(Date.parse(day) / DAY_MS);
}

/** YYYY-MM-DD. */
export function dayText(day: DayNumber): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The arrays of a scope, by name. */
export const DAILY_FIGURES = [
  'value',
  'priced',
  'put_in',
  'joined',
  'taken_out',
  'left',
  'income',
  'fees',
  'realised',
  'currency_realised',
  'cost',
  'invested',
  'currency_effect',
  'cash',
  'fresh',
] as const;
export type DailyFigure = (typeof DAILY_FIGURES)[number];

/** Figures of the covered part of a scope; `share` is its part of the value, 0 to 1. */
export const COVERED_FIGURES = [
  'value',
  'put_in',
  'joined',
  'taken_out',
  'left',
  'income',
  'invested',
  'fresh',
  'share',
] as const;
export type CoveredFigure = (typeof COVERED_FIGURES)[number];

/**
 * True for a measured day: a holding had a price of its own, or everything was sold. A day without a session repeats the one
 * before.
 */
export function isMeasured(
  { value, fresh, taken_out }: Readonly<Record<'value' | 'fresh' | 'taken_out', ArrayLike<number | null>>>,
  at: number,
): boolean {
  return (fresh[at] ?? 0) > 0 || (value[at] === 0 && (taken_out[at] ?? 0) > 0);
}

/**
 * A portfolio (or all of them) day by day in one currency: index `n` is the day `first + n`. All are doubles for analytics;
 * money that is shown as such comes from the exact ledger. NaN is unknown, and never stands for nothing.
 *
 * The money identity holds at the end of every day whose value is known, with sums from the first day on:
 *
 *     sum(realised) + (value - cost) + sum(income) = value + sum(taken_out) + sum(income) - sum(put_in)
 *
 * Units of unknown cost stand outside of it: they are put in and taken out at what they were worth, cost is NaN while they
 * are held, and their sale realises nothing. Here put_in less taken_out is purchases less sales plus the fees of both. `currency_effect` is the part of that net gain
 * which exchange rates made: of what was paid in another currency, the change of its worth since it was paid. The rest is
 * what prices made, at the rate of the day. A dividend is converted on its own day and has no currency effect.
 */
export interface DailySeries extends Readonly<Record<DailyFigure, Float64Array>> {
  /** The day of index 0. */
  readonly first: DayNumber;
  /** Of each day, at its end: what was held, at the day's close or the last one before it. NaN while anything held has no
   * price or no rate. */
  readonly value: Float64Array;
  /** The same of what had a price and a rate; equal to `value` where that is known. */
  readonly priced: Float64Array;
  /** Of one day: paid for purchases, fees included, and what a cancelled sale gave back. */
  readonly put_in: Float64Array;
  /** Of one day: the part of `put_in` that came without money, at the day's close: it earned nothing on that day. */
  readonly joined: Float64Array;
  /** Of one day: received for sales after their fees, and what a cancelled purchase gave back. */
  readonly taken_out: Float64Array;
  /** Of one day: the part of `taken_out` that left at the worth of the measured day before. Of a covered part alone. */
  readonly left: Float64Array;
  /** Of one day: dividends after the tax withheld. */
  readonly income: Float64Array;
  /** Of one day: charges of purchases and matched sales. They are in put_in and taken_out already. */
  readonly fees: Float64Array;
  /** Of one day: gain of what was sold, after fees, against the oldest lots, each lot at the rate of its own day. */
  readonly realised: Float64Array;
  /** Of one day: the part of `realised` that exchange rates made. */
  readonly currency_realised: Float64Array;
  /** At the end of the day: cost of the open lots, fees included, each at the rate of its own day. */
  readonly cost: Float64Array;
  /** At the end of the day: moving-average cost of what is held at the rate of the day, as the overview shows it. */
  readonly invested: Float64Array;
  /** From the first day to the end of this one: what exchange rates made of the net gain. */
  readonly currency_effect: Float64Array;
  /** Of one day: CASH_IN less CASH_OUT. In no value and no flow: what became of the money is in the purchases. */
  readonly cash: Float64Array;
  /** Of one day: how many of the positions held at its end had a close of that very day. 0 on a day without a session. */
  readonly fresh: Float64Array;
}
