import { Decimal } from 'decimal.js';

// 40 significant digits: a numeric(30,10) quantity times a numeric(30,10) price is never cut.
Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -30, toExpPos: 40 });

/** Decimal places kept for quantities, prices and fees, here and in every `numeric` column. */
export const SCALE = 10;

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
