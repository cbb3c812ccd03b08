import { Decimal } from 'decimal.js';

// 40 significant digits: a numeric(30,10) quantity times a numeric(30,10) price is never cut.
Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -30, toExpPos: 40 });

/** Decimal places kept for quantities, prices and fees, here and in every `numeric` column. */
export const SCALE = 10;

/** Whole digits that a column of money holds: `numeric(40,10)`. */
const MONEY_DIGITS = 30;

/** Sums of money stay below this, or they could not be kept. */
export const MONEY_BOUND = new Decimal(10).pow(MONEY_DIGITS);

/**
 * Quantities, prices and single amounts stay below this: it is well within their own columns, `numeric(30,10)`, and one times
 * another fits a column of money.
 */
export const BOUND = 10 ** (MONEY_DIGITS / 2);

/** True for a number that is within `BOUND` on either side of zero. */
export function isWithinBound(value: Decimal.Value): boolean {
  const number = new Decimal(value);
  return number.isFinite() && number.abs().lt(BOUND);
}

/** Turns exact text, a number or a decimal into a decimal. Throws a DecimalError on anything else. */
export function decimal(value: Decimal.Value): Decimal {
  return new Decimal(value);
}

/** Rounds to the stored scale (10 places, half to even): the form a `numeric` column gives back. */
export function toScale(value: Decimal.Value): Decimal {
  return new Decimal(value).toDecimalPlaces(SCALE, Decimal.ROUND_HALF_EVEN);
}

/** A decimal as the JSON number that leaves through an API; null stays null. */
export function toNumber(value: Decimal | null | undefined): number | null {
  return value === null || value === undefined ? null : value.toNumber();
}

export { Decimal };

/** A percent of an amount: brokers round prices, and keep fees that they do not name. */
const NEAR = '0.01';

/**
 * Whether units × price is the amount that a broker states: within a percent of it, or within `rounding` where the digits
 * printed explain more. Signs say nothing.
 */
export function isNear(come: Decimal, amount: Decimal, rounding: Decimal.Value = 0): boolean {
  return come
    .abs()
    .minus(amount.abs())
    .abs()
    .lte(Decimal.max(amount.abs().times(NEAR), rounding));
}

/** Orders sums by currency: the base currency first, the others by their codes. */
export function baseFirst(base: string): (a: { currency: string }, b: { currency: string }) => number {
  const rank = ({ currency }: { currency: string }) => (currency === base ? '' : currency);
  return (a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b)));
}
