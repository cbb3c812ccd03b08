import { BOUND, Decimal, SCALE } from '../money.ts';

/** What a cell held instead of a number. */
export type NumberProblem = 'not a number' | 'ambiguous' | 'too large';

type ParsedNumber = { value: string } | { problem: NumberProblem };

/** Longer text is no number; it would only make the patterns below slow. */
const LONGEST = 64;
const PLAIN = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;
const CURRENCY_SIGN =
  /^(?:₹|rs\.?|inr|us\$|usd|\$|€|eur|£|gbp)\s*|\s*(?:₹|rs\.?|inr|us\$|usd|\$|€|eur|£|gbp)$/gi;
// Western thousands (1,234,567), Indian ones (12,34,567), or none.
const WITH_COMMAS = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})?(?:\.\d*)?$/;
const WITH_DOTS = /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,2}(?:\.\d{2})*\.\d{3})?(?:,\d*)?$/;
const EXPONENT = /^(\d+(?:[.,]\d*)?|[.,]\d+)e([+-]?\d{1,6})$/i;

/**
 * The exact decimal a cell means, as text with at most 10 decimals (half to even), magnitude below 10^15.
 * Reads currency signs, Indian and western thousands, `(1,234.50)`, `- 0.77`, `0.77-` and `Rs. 500/-`. `mark` is the decimal
 * mark of the file; null means that nothing proved one, and then text with two meanings is `ambiguous`.
 */
export function parseNumber(text: string, mark: '.' | ',' | null): ParsedNumber {
  if (text.length > LONGEST) return { problem: 'not a number' };
  if (mark === '.' && PLAIN.test(text))
    return { value: text.includes('.') ? withoutTrailingZeros(text) : text };
  const { negative, digits } = unsigned(text);
  if (digits === '' || !/\d/.test(digits)) return { problem: 'not a number' };
  const exponent = EXPONENT.exec(digits);
  if (exponent) return bounded(`${(exponent[1] as string).replace(',', '.')}e${exponent[2]}`, negative);
  const asDot = mark !== ',' && WITH_COMMAS.test(digits) ? digits.replaceAll(',', '') : null;
  const asComma =
    mark !== '.' && WITH_DOTS.test(digits) ? digits.replaceAll('.', '').replace(',', '.') : null;
  if (asDot !== null && asComma !== null && asDot !== asComma) return { problem: 'ambiguous' };
  const plain = asDot ?? asComma;
  return plain === null ? { problem: 'not a number' } : bounded(plain, negative);
}

/** Several texts added up exactly; the first problem of any of them. */
export function parseSum(texts: readonly string[], mark: '.' | ',' | null): ParsedNumber {
  let sum = new Decimal(0);
  for (const text of texts) {
    const parsed = parseNumber(text.trim(), mark);
    if ('problem' in parsed) return parsed;
    sum = sum.plus(parsed.value);
  }
  return sum.abs().gte(BOUND) ? { problem: 'too large' } : { value: sum.toFixed() };
}

/** Which decimal mark a cell proves; null when it would be a number with either. */
export function markProvedBy(text: string): '.' | ',' | null {
  if (text.length > LONGEST) return null;
  const { digits } = unsigned(text);
  if (!/\d/.test(digits)) return null;
  const dot = WITH_COMMAS.test(digits);
  const comma = WITH_DOTS.test(digits);
  return dot === comma ? null : dot ? '.' : ',';
}

/** The currency a sign in the cell names: `$12` is USD. Null without a sign. */
export function currencyOfSign(text: string): string | null {
  if (text.length > LONGEST) return null;
  if (/₹|\brs\b|inr/i.test(text)) return 'INR';
  if (/\$|usd/i.test(text)) return 'USD';
  if (/€|eur/i.test(text)) return 'EUR';
  return /£|gbp/i.test(text) ? 'GBP' : null;
}

/** Takes sign, currency and spaces off. */
function unsigned(text: string): { negative: boolean; digits: string } {
  let rest = text
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/\/-$/, '');
  let negative = false;
  if (rest.startsWith('(') && rest.endsWith(')')) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  }
  rest = rest.replace(CURRENCY_SIGN, '');
  if (!negative && (rest.startsWith('-') || rest.endsWith('-'))) {
    negative = true;
    rest = rest.startsWith('-') ? rest.slice(1) : rest.slice(0, -1);
  } else if (rest.startsWith('+')) {
    rest = rest.slice(1);
  }
  // A sign may stand outside the currency (-$5); thin and fixed spaces group digits.
  rest = rest.replace(CURRENCY_SIGN, '').trim();
  return { negative, digits: rest.replace(/(?<=\d)[\u00a0\u202f\u2009 '](?=\d{3})/g, '') };
}

function bounded(digits: string, negative: boolean): ParsedNumber {
  const value = new Decimal(digits).toDecimalPlaces(SCALE, Decimal.ROUND_HALF_EVEN);
  if (!value.isFinite() || value.gte(BOUND)) return { problem: 'too large' };
  return { value: (negative && !value.isZero() ? value.negated() : value).toFixed() };
}

function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end--;
  return text.slice(0, text.charCodeAt(end - 1) === 46 ? end - 1 : end);
}
