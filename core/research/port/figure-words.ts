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
  const words = formatOf(locale, { style: 'currency', currency, ...places(2) }).format(large);
  return `${words} ${name}`;
}

function money(value: Decimal, currency: string): string {
  const locale = currency === 'INR' ? LARGE.INR.locale : LARGE.other.locale;
  const digits = value.isInteger()
    ? places(0)
    : { minimumFractionDigits: 2, maximumFractionDigits: value.abs().lt(1) ? 4 : 2 };
  return formatOf(locale, { style: 'currency', currency, ...digits }).format(value.toNumber());
}

/** Two places; what is smaller than a tenth keeps four. */
function rounded(value: Decimal): string {
  return formatOf('en-IN', places(value.abs().lt('0.1') ? 4 : 2)).format(value.toNumber());
}

const places = (most: number) => ({ minimumFractionDigits: 0, maximumFractionDigits: most });

/** Formats by what they are for; making one takes a hundred times as long as using it. */
const FORMATS = new Map<string, Intl.NumberFormat>();
/** Currencies are codes of three letters from outside, of which any number might come. */
const MOST_FORMATS = 200;

function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = FORMATS.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(locale, options);
  if (FORMATS.size < MOST_FORMATS) FORMATS.set(key, format);
  return format;
}
