import { moneyShort } from '../../charts/format.ts';
import type { Figure } from './table.ts';

const SIGNS: Record<string, string> = { INR: '₹', USD: '$', EUR: '€', GBP: '£', JPY: '¥' };
/** Currencies written in the Indian way: lakh and crore. Everything else in threes. */
const INDIAN = new Set(['INR']);

const locale = (currency: string) => (INDIAN.has(currency) ? 'en-IN' : 'en-US');
const MINUS = '−';

/** What stands where a figure is not known. Never a zero. */
export function unknown(reason?: string | null): string {
  return reason === undefined || reason === null || reason === ''
    ? 'unknown'
    : `unknown (${reason.replace(/\.$/, '')})`;
}

function grouped(value: number, currency: string, least: number, most: number): string {
  return Math.abs(value).toLocaleString(locale(currency), {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
}

const sign = (value: number, shown: string): string => (value < 0 && /[1-9]/.test(shown) ? MINUS : '');

/** An amount in its currency: ₹12,34,567.50, −$1,234.00. Null is "unknown" with the reason. */
export function money(amount: number | null | undefined, currency = 'INR', reason?: string | null): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return unknown(reason);
  const digits = grouped(amount, currency, 2, 2);
  const mark = SIGNS[currency];
  return `${sign(amount, digits)}${mark ?? ''}${digits}${mark === undefined ? ` ${currency}` : ''}`;
}

/** An amount without paise, for tables and lines where every column counts: ₹12,34,568. */
export function roundMoney(
  amount: number | null | undefined,
  currency = 'INR',
  reason?: string | null,
): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return unknown(reason);
  const digits = grouped(amount, currency, 0, 0);
  const mark = SIGNS[currency];
  return `${sign(amount, digits)}${mark ?? ''}${digits}${mark === undefined ? ` ${currency}` : ''}`;
}

/** An amount with its direction: +₹500.00 or −₹500.00; zero has no sign. */
export function change(amount: number | null | undefined, currency = 'INR', reason?: string | null): string {
  const text = money(amount, currency, reason);
  return typeof amount === 'number' && amount > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Percentage points with their direction: +1.25%. */
export function percent(points: number | null | undefined, reason?: string | null): string {
  if (points === null || points === undefined || !Number.isFinite(points)) return unknown(reason);
  const digits = Math.abs(points).toFixed(2);
  const direction = !/[1-9]/.test(digits) ? '' : points > 0 ? '+' : MINUS;
  return `${direction}${digits}%`;
}

/** A share of a whole: 12.3%, without a direction. */
export function share(points: number | null | undefined, reason?: string | null): string {
  if (points === null || points === undefined || !Number.isFinite(points)) return unknown(reason);
  return `${points.toFixed(1)}%`;
}

/** A quantity with as many decimals as it has, at most ten. */
export function quantity(value: number | null | undefined, reason?: string | null): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return unknown(reason);
  const digits = grouped(value, 'INR', 0, 10);
  return `${sign(value, digits)}${digits}`;
}

/** `3 rows`, `1 row`. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${n.toLocaleString('en-IN')} ${n === 1 ? singular : plural}`;
}

/** An amount as a cell of a table: without paise, and in short `₹1.2L`. */
export function moneyCell(amount: number | null | undefined, currency = 'INR'): Figure {
  return { full: roundMoney(amount, currency), short: shortMoney(amount, currency, false) };
}

/** The same with its direction. */
export function changeCell(amount: number | null | undefined, currency = 'INR'): Figure {
  const whole = roundMoney(amount, currency);
  const isUp = typeof amount === 'number' && amount > 0 && /[1-9]/.test(whole);
  return { full: isUp ? `+${whole}` : whole, short: shortMoney(amount, currency, true) };
}

/** Percentage points with their direction as a cell: two decimals, and one in short. @param after what follows the figure. */
export function percentCell(points: number | null | undefined, after = ''): Figure {
  if (points === null || points === undefined || !Number.isFinite(points))
    return { full: `${unknown()}${after}`, short: `–${after}` };
  const digits = Math.abs(points).toFixed(Math.abs(points) >= 100 ? 0 : 1);
  const direction = !/[1-9]/.test(digits) ? '' : points > 0 ? '+' : MINUS;
  return { full: `${percent(points)}${after}`, short: `${direction}${digits}%${after}` };
}

/** A share of a whole as a cell: one decimal, and none in short. */
export function shareCell(points: number): Figure {
  return { full: share(points), short: `${points.toFixed(0)}%` };
}

function shortMoney(amount: number | null | undefined, currency: string, plus: boolean): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return '–';
  return moneyShort(amount, currency, { plus });
}

/** A sentence of the core as it stands inside brackets: without its full stop and its capital. */
export function because(reason: string | undefined | null): string | null {
  if (reason === undefined || reason === null) return null;
  const bare = reason.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
}
