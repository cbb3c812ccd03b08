import { Decimal, decimal } from '../../platform/index.ts';

/** Exact decimal text, as observations state figures: no exponent, no grouping, no words. */
const DECIMAL_TEXT = /^-?\d{1,40}(?:\.\d{1,20})?$/;
/** What is calculated has so many significant digits, as many as a double holds. */
const DIGITS = 15;
/** Fewer digits than these are never taken for rounding: 9,500 and 9,462 million differ. */
const LEAST_DIGITS = 4;

/** The figure of a text; null where it is none, such as `N/A`, `Infinity`, an exponent or nothing. */
export function figureOf(text: string): Decimal | null {
  return DECIMAL_TEXT.test(text) ? decimal(text) : null;
}

/** Exact text without needless zeros; zero has no sign. */
export function exactText(value: Decimal): string {
  return value.isZero() ? '0' : value.toFixed();
}

/** A double with 15 significant digits; null where it is no number. */
export function fromDouble(value: number): Decimal | null {
  return Number.isFinite(value) ? decimal(value).toSignificantDigits(DIGITS) : null;
}

/**
 * The place to which a figure was rounded, as a power of ten: 5 is to the nearest hundred thousand, -2 to the hundredth.
 * `decimals` of XBRL say it. Where nobody does, zeros at the end tell, and at least four digits are taken for exact; money
 * of a share is exact to the hundredth at least.
 */
export function roundedTo(value: Decimal, decimals: number | null, isPerShare: boolean): number {
  if (decimals !== null) return -decimals;
  const digits = value.precision();
  const place = value.isZero() ? 0 : value.e - digits + 1;
  if (isPerShare) return Math.min(place, -2);
  // Whole amounts are exact to one at the worst, and figures with a point as far as they are written.
  return Math.min(place, Math.max(value.e - LEAST_DIGITS + 1, Math.min(place, 0)));
}

/** Whether two figures are one, rounded to different places: they differ by no more than half of the coarser one. */
export function isSameRounded(one: Decimal, other: Decimal, place: number): boolean {
  return one.minus(other).abs().lte(halfOf(place));
}

/** Half a unit of a place. */
export function halfOf(place: number): Decimal {
  return new Decimal(10).pow(place).dividedBy(2);
}

/** Orders text by its code units, the same everywhere. */
export function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
