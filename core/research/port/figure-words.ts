import { type Decimal, decimal } from '../../platform/money.ts';

/** Exact decimal text, as facts state figures. */
const EXACT = /^-?\d+(?:\.\d+)?$/;
/** Money is told in these: crores of rupees, millions of any other currency. */
const LARGE = {
  INR: { locale: 'en-IN', unit: '10000000', name: 'crore' },
  other: { locale: 'en-US', unit: '1000000', name: 'million' },
} as const;

/**
 * A figure for reading, of its exact text and unit: `₹1,169 crore`, `$1,270 million`, `₹12.50 a share`, `12.5%`, `18.25`. The
 * exact text is shown beside it where it matters; what is no figure comes back as it is.
 */
export function figureWords({
  value,
  value_high,
  unit,
}: {
  value: string;
  value_high: string | null;
  unit: string;
}): string {
  const low = inWords(value, unit);
  return value_high === null ? low : `${low} to ${inWords(value_high, unit)}`;
}

function inWords(text: string, unit: string): string {
  if (!EXACT.test(text)) return `${text} ${unit}`;
  const value = decimal(text);
  if (unit === 'pct') return `${rounded(value)}%`;
  if (unit === 'ratio') return rounded(value);
  if (unit === 'count') return rounded(value);
  if (unit === 'shares') return `${rounded(value)} shares`;
  const [currency = '', per] = unit.split('/');
  if (!/^[A-Z]{3}$/.test(currency) || (per !== undefined && per !== 'share')) return `${text} ${unit}`;
  return per === 'share' ? `${money(value, currency)} a share` : amount(value, currency);
}

function amount(value: Decimal, currency: string): string {
  const { locale, unit, name } = currency === 'INR' ? LARGE.INR : LARGE.other;
  if (value.abs().lt(unit)) return money(value, currency);
  const large = value.dividedBy(unit).toNumber();
  const words = large.toLocaleString(locale, { style: 'currency', currency, ...places(2) });
  return `${words} ${name}`;
}

function money(value: Decimal, currency: string): string {
  const locale = currency === 'INR' ? LARGE.INR.locale : LARGE.other.locale;
  const digits = value.isInteger()
    ? places(0)
    : { minimumFractionDigits: 2, maximumFractionDigits: value.abs().lt(1) ? 4 : 2 };
  return value.toNumber().toLocaleString(locale, { style: 'currency', currency, ...digits });
}

/** Two places; what is smaller than a tenth keeps four. */
function rounded(value: Decimal): string {
  return value.toNumber().toLocaleString('en-IN', places(value.abs().lt('0.1') ? 4 : 2));
}

const places = (most: number) => ({ minimumFractionDigits: 0, maximumFractionDigits: most });
