import { DAY_MS } from '../../platform/dates.ts';

/** Days since 1970-01-01. Every calendar day counts, weekends too: a trade may be booked on any of them. */
export type DayNumber = number;

/** @param day YYYY-MM-DD. */
export function dayNumber(day: string): DayNumber {
  return Math.round(Date.parse(day) / DAY_MS);
}

const texts = new Map<DayNumber, string>();

/** YYYY-MM-DD. The series of all people share the text of a day. */
export function dayText(day: DayNumber): string {
  const known = texts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  texts.set(day, text);
  return text;
}

/** Names of the arrays of a scope. */
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

/** Names of the arrays of the covered part; `share` is the covered share of the value, 0 to 1. */
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
 * True for a day on which something held had a price of its own, or everything was sold. Other days repeat the day before.
 */
export function isMeasured(
  { value, fresh, taken_out }: Readonly<Record<'value' | 'fresh' | 'taken_out', ArrayLike<number | null>>>,
  at: number,
): boolean {
  return (fresh[at] ?? 0) > 0 || (value[at] === 0 && (taken_out[at] ?? 0) > 0);
}

/**
 * A portfolio, or all of them, day by day in one currency: index `n` is the day `first + n`. Doubles are for analytics; exact
 * amounts come from the ledger. NaN is unknown; it never means zero.
 *
 * The money identity holds at the end of every day whose value is known, with sums from the first day on:
 *
 *     sum(realised) + (value - cost) + sum(income) = value + sum(taken_out) + sum(income) - sum(put_in)
 *
 * Units of unknown cost are outside of it: they are put in and taken out at their worth, cost is NaN while they are held, and
 * their sale realises nothing. Here put_in less taken_out is purchases less sales plus the fees of both. `currency_effect` is
 * the part of that net gain from exchange rates: the change in worth of the foreign money paid, since its payment. The rest is
 * from prices, at the rate of the day. A dividend is converted on its own day and has no currency effect.
 */
export interface DailySeries extends Readonly<Record<DailyFigure, Float64Array>> {
  /** The day of index 0. */
  readonly first: DayNumber;
  /** At the end of the day: worth of the holdings, at the day's close or the last one before. NaN if one lacks a price or rate. */
  readonly value: Float64Array;
  /** Worth of the holdings with a price and a rate; equal to `value` where that is known. */
  readonly priced: Float64Array;
  /** Of one day: paid for purchases, fees included, and returned for cancelled sales. */
  readonly put_in: Float64Array;
  /** Of one day: the part of `put_in` that came without money, at the day's close: it earned nothing on that day. */
  readonly joined: Float64Array;
  /** Of one day: received for sales after their fees, and for cancelled purchases. */
  readonly taken_out: Float64Array;
  /** Of one day: the part of `taken_out` that left at the worth of the measured day before. Of a covered part alone. */
  readonly left: Float64Array;
  /** Of one day: dividends after the tax withheld. */
  readonly income: Float64Array;
  /** Of one day: charges of purchases and matched sales. They are in put_in and taken_out already. */
  readonly fees: Float64Array;
  /** Of one day: gain of sales after fees, against the oldest lots, each lot at the rate of its own day. */
  readonly realised: Float64Array;
  /** Of one day: the part of `realised` from exchange rates. */
  readonly currency_realised: Float64Array;
  /** At the end of the day: cost of the open lots, fees included, each at the rate of its own day. */
  readonly cost: Float64Array;
  /** At the end of the day: moving-average cost of the holdings at the rate of the day, as the overview shows it. */
  readonly invested: Float64Array;
  /** From the first day to the end of this one: the part of the net gain from exchange rates. */
  readonly currency_effect: Float64Array;
  /** Of one day: CASH_IN less CASH_OUT. In no value and no flow: purchases already count the money. */
  readonly cash: Float64Array;
  /** Of one day: number of positions held at its end with a close of that day. 0 on a day without a session. */
  readonly fresh: Float64Array;
}
