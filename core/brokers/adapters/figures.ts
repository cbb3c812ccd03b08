import { Decimal, isWithinBound, toScale } from '../../platform/index.ts';

// A number as text may carry an exponent (2.0E-4), but no other decoration.
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/**
 * A figure of a broker's as an exact decimal with at most 10 places; null for what is none, or more than can be kept. A JSON number means its
 * shortest decimal, which is the one the broker wrote unless it had more than 15 digits, and noise behind the tenth
 * place (72.75500000000001) goes.
 */
export function figure(value: unknown): Decimal | null {
  if (typeof value === 'string') return NUMBER.test(value.trim()) ? keepable(value.trim()) : null;
  return typeof value === 'number' ? keepable(value) : null;
}

const keepable = (number: string | number): Decimal | null =>
  isWithinBound(number) ? toScale(number) : null;

/** `figure` as text, never with an exponent. */
export function exact(value: unknown): string | null {
  return figure(value)?.toFixed() ?? null;
}

/** A price as text; null where there is none: brokers write 0 for what they do not know. */
export function priceText(value: unknown): string | null {
  const price = figure(value);
  return price?.gt(0) === true ? price.toFixed() : null;
}

/** Some shares and what one of them cost. */
export interface Lot {
  quantity: Decimal;
  /** Null where the broker does not know. */
  average: Decimal | null;
}

/** Several lots as one: the quantities added, the cost averaged by them; unknown once one of them is. */
export function together(lots: readonly Lot[]): Lot {
  const held = lots.filter(({ quantity }) => !quantity.isZero());
  const quantity = Decimal.sum(0, ...held.map((lot) => lot.quantity));
  if (quantity.isZero() || held.some(({ average }) => average === null)) return { quantity, average: null };
  const [only, ...more] = held;
  if (only !== undefined && more.length === 0) return only;
  const cost = Decimal.sum(0, ...held.map((lot) => lot.quantity.times(lot.average ?? 0)));
  return { quantity, average: toScale(cost.div(quantity)) };
}

/** A row of a broker's answer with no promise of what is in it. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether an answer is a list of rows of some kind, told by a field that all such rows have; an empty list is. One row
 * that is odd is left out with a reason, but where no row has the field the broker speaks of something else.
 */
export function isListOf(field: string, answer: unknown): answer is unknown[] {
  if (!Array.isArray(answer)) return false;
  return answer.length === 0 || answer.some((row) => isRow(row) && row[field] !== undefined);
}

/** The text in a field, trimmed; a number stands for its digits; '' where there is neither. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : '';
}

/** An ISIN, or null for what is none ('', 'NA', 'string'). */
export function isinOf(value: unknown): string | null {
  const text = textOf(value).toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text) ? text : null;
}

/** The time in `2021-05-31 09:16:39`, HH:MM:SS; null for anything else, and at midnight, which stands for a day alone. */
export function timeOf(value: unknown): string | null {
  const time = /^\d{4}-\d\d-\d\d[ T]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?$/.exec(textOf(value))?.[1];
  return time === undefined || time === '00:00:00' ? null : time;
}

/** The day at the beginning of `2021-05-31 09:16:39`, `2021-05-31T09:16:39` or `2021-05-31`; null for anything else. */
export function dayOf(value: unknown): string | null {
  const day = /^(\d{4}-\d\d-\d\d)(?:[ T]|$)/.exec(textOf(value))?.[1];
  if (day === undefined) return null;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return null;
  return day > '1990-01-01' ? day : null;
}
