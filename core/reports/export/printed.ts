/** Values as a page shows them: ₹1,23,456.78, +4.25%, 21 Nov 2026, and a dash for what is unknown. */
import { dayInWords } from '../../platform/index.ts';
import type { ExportValue, PrintedKind } from './document.ts';

const UNKNOWN = '—';
const MINUS = '\u2212';

/** Made once: each costs about as much as a thousand figures. */
const formats = {
  rupees: new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  others: new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  units: new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 }),
};

function amount(value: number, currency: string): string {
  const written = (currency === 'INR' ? formats.rupees : formats.others).format(Math.abs(value));
  const symbol = currency === 'INR' ? '₹' : currency === 'USD' ? '$' : `${currency} `;
  return `${signOf(value, written)}${symbol}${written}`;
}

/** What rounds to zero has no sign. */
const signOf = (value: number, written: string, plus = ''): string =>
  /[1-9]/.test(written) ? (value < 0 ? MINUS : plus) : '';

function percent(value: number): string {
  const written = formats.rupees.format(Math.abs(value));
  return `${signOf(value, written)}${written}%`;
}

function number(value: number): string {
  const written = formats.units.format(Math.abs(value));
  return `${signOf(value, written)}${written}`;
}

/** `1 Apr 2025 to 31 Mar 2026`, with an open end where a side is null. */
export function printedSpan(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `${dayInWords(from)} to ${dayInWords(to)}`;
  if (from !== null) return `since ${dayInWords(from)}`;
  return to === null ? 'all records' : `up to ${dayInWords(to)}`;
}

/** ENTITLED and `held` as Entitled and Held. */
const word = (text: string): string =>
  text.length > 1
    ? `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase().replaceAll('_', ' ')}`
    : text;

/** One value as a page shows it; `currency` is that of amounts. */
export function printed(value: ExportValue, kind: PrintedKind, currency: string): string {
  if (value === null || value === '') return UNKNOWN;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string')
    return kind === 'date' ? dayInWords(value) : kind === 'word' ? word(value) : value;
  if (!Number.isFinite(value)) return UNKNOWN;
  if (kind === 'amount') return amount(value, currency);
  return kind === 'percent' ? percent(value) : number(value);
}
