/**
 * Figures as people read them: Indian grouping for rupees (₹1,23,456.78, ₹1.2L, ₹3.4Cr), Western for the rest
 * ($1.2M), percent with its sign, days in Indian time. Unknown is a dash, never a zero. Browser-safe.
 */

export const UNKNOWN = '—';
const MINUS = '\u2212';

const localeOf = (currency: string): string => (currency === 'INR' ? 'en-IN' : 'en-US');

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  formatters.set(key, made);
  return made;
}

/** True for a number that can be shown or drawn. */
export const isKnown = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** The sign of what is shown: a figure that rounds to zero has none. */
function signOf(value: number, digits: string, plus: boolean): string {
  if (!/[1-9]/.test(digits)) return '';
  return value < 0 ? MINUS : plus ? '+' : '';
}

/** The symbol people know for a currency (₹, $, €), or its code and a space where there is none. */
function currencySymbol(currency: string): string {
  if (!/^[A-Za-z]{3}$/.test(currency)) return `${currency} `;
  const parts = formatter(localeOf(currency), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  const symbol = parts.find((part) => part.type === 'currency')?.value ?? currency;
  return /[A-Za-z]$/.test(symbol) ? `${symbol} ` : symbol;
}

/**
 * An amount in full: `₹1,23,456.78`, `−$1,234.50`, `—` where it is not known.
 * `digits` is the number of decimals (2), `plus` writes the sign of a gain as well.
 */
export function money(
  value: number | null | undefined,
  currency = 'INR',
  { digits = 2, plus = false }: { digits?: number; plus?: boolean } = {},
): string {
  if (!isKnown(value)) return UNKNOWN;
  const shown = formatter(localeOf(currency), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(value));
  return `${signOf(value, shown, plus)}${currencySymbol(currency)}${shown}`;
}

interface Unit {
  size: number;
  suffix: string;
}

const indianUnits: readonly Unit[] = [
  { size: 1e7, suffix: 'Cr' },
  { size: 1e5, suffix: 'L' },
  { size: 1e3, suffix: 'K' },
  { size: 1, suffix: '' },
];

const westernUnits: readonly Unit[] = [
  { size: 1e12, suffix: 'T' },
  { size: 1e9, suffix: 'B' },
  { size: 1e6, suffix: 'M' },
  { size: 1e3, suffix: 'K' },
  { size: 1, suffix: '' },
];

/**
 * An amount for an axis or a headline: `₹1.2L`, `₹3.4Cr`, `$1.2M`. `digits` is the most decimals shown;
 * trailing zeros are dropped, so equal steps stay short.
 */
export function moneyShort(
  value: number | null | undefined,
  currency = 'INR',
  { digits = 1, plus = false }: { digits?: number; plus?: boolean } = {},
): string {
  if (!isKnown(value)) return UNKNOWN;
  const units = currency === 'INR' ? indianUnits : westernUnits;
  const amount = Math.abs(value);
  const round = (unit: Unit): number => Number((amount / unit.size).toFixed(digits));
  let index = units.findIndex((unit) => amount >= unit.size);
  if (index === -1) index = units.length - 1;
  // 99,999 rounds to 100K, which is one step up: 1L
  while (
    index > 0 &&
    round(units[index] as Unit) * (units[index] as Unit).size >= (units[index - 1] as Unit).size
  )
    index--;
  const unit = units[index] as Unit;
  const shown = formatter(localeOf(currency), { maximumFractionDigits: digits }).format(round(unit));
  return `${signOf(value, shown, plus)}${currencySymbol(currency)}${shown}${unit.suffix}`;
}

/** Decimals that `moneyShort` needs so that two labels `step` apart never read the same. */
export function shortDigits(step: number, largest: number, currency = 'INR'): number {
  const units = currency === 'INR' ? indianUnits : westernUnits;
  const unit = units.find((candidate) => Math.abs(largest) >= candidate.size) ?? (units.at(-1) as Unit);
  const digits = Math.ceil(-Math.log10(Math.abs(step) / unit.size) - 1e-9);
  return Math.min(4, Math.max(0, Number.isFinite(digits) ? digits : 1));
}

/** Percentage points: `+4.25%`, `−0.30%` (plus: true), `12.5%`; `—` where it is not known. */
export function percent(
  value: number | null | undefined,
  { digits = 2, plus = false }: { digits?: number; plus?: boolean } = {},
): string {
  if (!isKnown(value)) return UNKNOWN;
  const shown = formatter('en-IN', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(value));
  return `${signOf(value, shown, plus)}${shown}%`;
}

/** A count of shares or units with as many decimals as it has, ten at most. */
export function quantity(value: number | null | undefined, currency = 'INR'): string {
  if (!isKnown(value)) return UNKNOWN;
  const shown = formatter(localeOf(currency), { maximumFractionDigits: 10 }).format(Math.abs(value));
  return `${signOf(value, shown, false)}${shown}`;
}

/** `1 USD = 88.2541 INR of 9 Mar 2026`: a rate between currencies and the day it is of; null is that of the settings. */
export function exchangeRate(of: { from: string; to: string; rate: number; day: string | null }): string {
  const shown = formatter('en-US', { maximumSignificantDigits: 6, useGrouping: false }).format(of.rate);
  return `1 ${of.from} = ${shown} ${of.to}${of.day === null ? ' from the settings' : ` of ${day(of.day)}`}`;
}

/** An arrow that says gain, loss or no change without colour. */
export const arrow = (value: number): string => (value > 0 ? '▲' : value < 0 ? '▼' : '■');

const IST_OFFSET = 5.5 * 3600 * 1000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface IndianTime {
  year: number;
  /** 0 to 11 */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** Calendar fields of an instant (milliseconds since 1970 UTC) in Asia/Kolkata, which has had no clock changes since 1945. */
export function indianTime(at: number): IndianTime {
  const shifted = new Date(at + IST_OFFSET);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth(),
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

/** The instant (milliseconds) at which a day begins in Asia/Kolkata; month may run over its bounds. */
export const indianMidnight = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day) - IST_OFFSET;

const two = (value: number): string => String(value).padStart(2, '0');

export const monthName = (month: number): string => months[month] ?? '';

/** `21 Nov 2026`; accepts a date, a timestamp or milliseconds. Unreadable input is a dash. */
export function day(at: string | number | null | undefined): string {
  const instant = typeof at === 'string' ? Date.parse(at) : at;
  if (!isKnown(instant)) return UNKNOWN;
  const time = indianTime(instant);
  return `${time.day} ${monthName(time.month)} ${time.year}`;
}

/** `14:05` in Indian time. */
export function clockTime(at: number): string {
  const time = indianTime(at);
  return `${two(time.hour)}:${two(time.minute)}`;
}

/** `21 Nov 2026, 14:05` in Indian time; a plain date has no time to show. */
export function moment(at: string | null | undefined): string {
  if (!at) return UNKNOWN;
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return day(at);
  const instant = Date.parse(at);
  return Number.isFinite(instant) ? `${day(instant)}, ${clockTime(instant)}` : UNKNOWN;
}

/** Sentences one after the other, without the empty ones; null where none is left. */
export const joinSentences = (...parts: readonly (string | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(' ') || null;

/** Shortens a name to `most` characters, by grapheme so that no Devanagari syllable is torn apart. */
export function shorten(name: string, most: number): string {
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)].map(
    (part) => part.segment,
  );
  if (letters.length <= most) return name;
  return `${letters
    .slice(0, Math.max(1, most - 1))
    .join('')
    .trimEnd()}…`;
}
