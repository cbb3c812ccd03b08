import { Decimal, SCALE } from './money.ts';

/**
 * Exact arithmetic for the hot loops, on bigint. Decimals cost 200 to 2000 ns an operation, which is too slow for a
 * replay of a million rows. Two scales, so that a product never needs rounding:
 *
 * - `Fixed`: quantities, prices and fees, 10 decimals (1 is 10_000_000_000n);
 * - `Amount`: money, 20 decimals: quantity × price of two `Fixed` as it comes.
 */
export type Fixed = bigint;
export type Amount = bigint;

/** A number that is still exact: text from a `numeric` column or a file, or a decimal. */
export type Exact = string | Decimal;

/** One unit of a `Fixed`; also the factor from a `Fixed` to an `Amount`. */
export const FIXED_ONE = 10n ** BigInt(SCALE);
/** One unit of money. */
export const AMOUNT_ONE = FIXED_ONE * FIXED_ONE;

const HUNDRED = 100n * FIXED_ONE;
const ONE = 10 ** SCALE;
/** Below this many whole units the scaled value is a safe integer, and one conversion does. */
const SAFE_WHOLE = Math.floor(Number.MAX_SAFE_INTEGER / ONE) - 1;
const FRACTION_FACTOR = Array.from({ length: SCALE + 1 }, (_, digits) => 10 ** (SCALE - digits));
const NUMBER_TEXT = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

/** Text that is not a number, or has digits past the tenth decimal. */
export class FixedPointError extends Error {
  override name = 'FixedPointError';
}

/**
 * Reads a number exactly: '275', '-0.5', '275.0000000000', '2.0E-4', a decimal. Throws a FixedPointError for text
 * that is not a finite number or would need rounding to 10 decimals.
 */
export function parseFixed(value: Exact): Fixed {
  if (typeof value !== 'string') return parseFixed(value.toString());
  const length = value.length;
  const negative = value.charCodeAt(0) === MINUS;
  let at = negative ? 1 : 0;
  let whole = 0;
  const wholeStart = at;
  for (; at < length; at++) {
    const code = value.charCodeAt(at);
    if (code < ZERO || code > NINE) break;
    whole = whole * 10 + (code - ZERO);
  }
  const wholeDigits = at - wholeStart;
  if (wholeDigits === 0 || wholeDigits > 15) return parseSlowly(value);
  let fraction = 0;
  if (at < length) {
    if (value.charCodeAt(at) !== POINT) return parseSlowly(value);
    const fractionStart = ++at;
    for (; at < length; at++) {
      const code = value.charCodeAt(at);
      if (code < ZERO || code > NINE) return parseSlowly(value);
      fraction = fraction * 10 + (code - ZERO);
    }
    const factor = FRACTION_FACTOR[at - fractionStart];
    if (factor === undefined || at === fractionStart) return parseSlowly(value);
    fraction *= factor;
  }
  const magnitude =
    whole <= SAFE_WHOLE ? BigInt(whole * ONE + fraction) : BigInt(whole) * FIXED_ONE + BigInt(fraction);
  return negative ? -magnitude : magnitude;
}

/** The rare forms (exponents, a leading point or plus, more than 15 whole digits) and every refusal. */
function parseSlowly(value: string): Fixed {
  if (!NUMBER_TEXT.test(value)) throw new FixedPointError(`"${value}" is not a number`);
  const number = new Decimal(value);
  if (number.decimalPlaces() > SCALE) {
    throw new FixedPointError(`"${number.toFixed()}" has more than ${SCALE} decimals`);
  }
  return BigInt(number.toFixed(SCALE).replace('.', ''));
}

/** Reads money exactly, with up to 20 decimals. Throws a FixedPointError for anything else. */
export function parseAmount(value: Exact): Amount {
  const text = typeof value === 'string' ? value : value.toFixed();
  if (!NUMBER_TEXT.test(text)) throw new FixedPointError(`"${text}" is not a number`);
  const number = new Decimal(text);
  if (number.decimalPlaces() > 2 * SCALE) {
    throw new FixedPointError(`"${number.toFixed()}" has more than ${2 * SCALE} decimals`);
  }
  return BigInt(number.toFixed(2 * SCALE).replace('.', ''));
}

/** Exact text of an amount of money, with up to 20 decimals. */
export function amountText(value: Amount): string {
  return textOf(value, 2 * SCALE);
}

/** Exact text of a quantity or price. */
export function fixedText(value: Fixed): string {
  return textOf(value, SCALE);
}

/** The nearest fixed-point number, rounded half to even; null for null, undefined and what is no finite number. */
export function nearestFixed(value: Exact | null | undefined): Fixed | null {
  if (value === null || value === undefined) return null;
  try {
    return parseFixed(value);
  } catch (error) {
    if (!(error instanceof FixedPointError)) throw error;
  }
  if (typeof value === 'string' && !NUMBER_TEXT.test(value)) return null;
  const number = new Decimal(value);
  return number.isFinite() ? BigInt(number.toFixed(SCALE, Decimal.ROUND_HALF_EVEN).replace('.', '')) : null;
}

/** A rate (a factor between currencies) with as many decimals as money has; null unless finite and above zero. */
export function parseRate(value: Decimal): Amount | null {
  if (!value.isFinite() || !value.gt(0)) return null;
  return BigInt(value.toFixed(2 * SCALE, Decimal.ROUND_HALF_EVEN).replace('.', ''));
}

/** Money times a rate. */
export function convert(amount: Amount, rate: Amount): Amount {
  return divideRounded(amount * rate, AMOUNT_ONE);
}

/** One amount in percentage points of another, rounded to 10 decimals; null of nothing. */
export function percentOf(amount: Amount, whole: Amount): number | null {
  if (whole === 0n) return null;
  if (amount === 0n) return 0;
  if (whole < 0n) return percentOf(-amount, -whole);
  return fixedToNumber(divideRounded(amount * HUNDRED, whole));
}

function textOf(value: bigint, scale: number): string {
  if (value === 0n) return '0';
  if (value < 0n) return `-${textOf(-value, scale)}`;
  let digits = value.toString();
  if (digits.length <= scale) digits = digits.padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

/** Exact decimal of a quantity, price or fee. */
export function fixedToDecimal(value: Fixed): Decimal {
  return new Decimal(textOf(value, SCALE));
}

/** Exact decimal of an amount of money (up to 20 decimals). */
export function amountToDecimal(value: Amount): Decimal {
  return new Decimal(textOf(value, 2 * SCALE));
}

/** Quantity, price or fee as the nearest JSON number. */
export function fixedToNumber(value: Fixed): number {
  const scaled = Number(value);
  // A safe integer divided once is correctly rounded; a larger one would be rounded twice.
  return Number.isSafeInteger(scaled) ? scaled / ONE : Number(textOf(value, SCALE));
}

/** Money as the nearest JSON number, after rounding to 10 decimals. */
export function amountToNumber(value: Amount): number {
  return fixedToNumber(amountToFixed(value));
}

/** Money rounded (half to even) to the stored scale. */
function amountToFixed(value: Amount): Fixed {
  return divideRounded(value, FIXED_ONE);
}

/** Quotient rounded half to even; the divisor is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = 2n * (dividend - quotient * divisor);
  const size = twice < 0n ? -twice : twice;
  if (size < divisor || (size === divisor && quotient % 2n === 0n)) return quotient;
  return twice < 0n ? quotient - 1n : quotient + 1n;
}

/** The part of an amount that belongs to `part` of `whole`; all of it for the whole, so that nothing is left behind. */
export function share(amount: Amount, part: Fixed, whole: Fixed): Amount {
  if (part === whole || amount === 0n) return amount;
  return (amount * part) / whole;
}
