import { NUMBER_WORDS, numberOfWords } from './number-words.ts';
import type { Span } from './passage.ts';

/** What a printed number counts. MONEY has no code where a scale stands without a currency; BARE has nothing at all. */
export type PrintedUnit =
  | { kind: 'MONEY'; currency: string | null; isPerShare: boolean }
  | { kind: 'PERCENT' }
  | { kind: 'BASIS_POINTS' }
  | { kind: 'TIMES' }
  | { kind: 'SHARES' }
  | { kind: 'SCALED' }
  | { kind: 'BARE' };

/** A number as it is printed. */
export interface Amount extends Span {
  /** Its digits or words, without currency, scale and unit. */
  printed: string;
  /** Without sign, after scale. */
  value: number;
  /** The worth of its last printed digit, and of its last digit that is not 0. */
  digit: number;
  significant: number;
  unit: PrintedUnit;
  sign: 'MINUS' | 'PLUS' | 'BRACKETS' | null;
  /** The other end, where it is one of a range. */
  range: 'LOW' | 'HIGH' | null;
}

interface Raw extends Span {
  printed: string;
  number: number;
  decimals: number;
  digits: string;
  currency: string | null;
  scale: number | null;
  suffix: 'PERCENT' | 'BASIS_POINTS' | 'TIMES' | 'SHARES' | 'PER_SHARE' | null;
  sign: Amount['sign'];
}

const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\d.,\ue000])(?:\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?!\d)|(?<![\p{L}-])${NUMBER_WORDS}(?![\p{L}-](?!per|crore|lakh|million|billion))`,
  'giu',
);
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/(?:₹|\bRs\.?|\bINR|\bRe\.?)\s?$/i, 'INR'],
  [/(?:\bUS\$|\bUSD|\$)\s?$/i, 'USD'],
  [/(?:€|£|¥|\bEUR|\bGBP|\bJPY|\bCHF|\bSGD|\bAED)\s?$/i, 'OTHER'],
];
const CURRENCIES_AFTER: readonly (readonly [RegExp, string])[] = [
  [/^\s?-?(?:rupees?|INR)\b/i, 'INR'],
  [/^\s?-?(?:US dollars?|dollars?|USD)\b/i, 'USD'],
  [/^\s?-?(?:euros?|pounds?|yen|EUR|GBP)\b/i, 'OTHER'],
  [/^\s?(?:paise|cents)\b/i, 'HUNDREDTH'],
];
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?-?(?:lakh|lac)s?[ -]crores?\b/i, 1e12],
  [/^\s?-?thousand[ -]crores?\b/i, 1e10],
  [/^\s?-?hundred[ -]crores?\b/i, 1e9],
  [/^\s?-?(?:crores?\b|crs?\b\.?(?=\W|$))/i, 1e7],
  [/^\s?-?(?:lakhs?|lacs?)\b/i, 1e5],
  [/^\s?-?(?:trillion\b|tn\b)/i, 1e12],
  [/^\s?-?(?:billion\b|bn\b|b\b)/i, 1e9],
  [/^\s?-?(?:million\b|mn\b|mln\b|m\b|mm\b)/i, 1e6],
  [/^\s?-?(?:thousand\b|k\b)/i, 1e3],
];
const SUFFIXES: readonly (readonly [RegExp, NonNullable<Raw['suffix']>])[] = [
  [
    /^\s?-?(?:%|per ?cent\b|percent\b|pct\b|percentage[- ]points?\b|ppts?\b|pp\b)(?:[- ]points?\b)?/i,
    'PERCENT',
  ],
  [/^\s?-?(?:bps\b|bp\b|basis[- ]points?\b)/i, 'BASIS_POINTS'],
  [/^\s?-?(?:x\b|times\b)/i, 'TIMES'],
  [/^\s?(?:equity |fully diluted |diluted |outstanding |common |ordinary )*shares\b/i, 'SHARES'],
  [/^(?:\s|-)?(?:per[- ]|a |an |for each |\/ ?)(?:equity |ordinary |diluted |common )?share\b/i, 'PER_SHARE'],
];

function takeFirst<T>(
  text: string,
  rows: readonly (readonly [RegExp, T])[],
): { value: T; length: number } | null {
  for (const [pattern, value] of rows) {
    const found = pattern.exec(text);
    if (found !== null) return { value, length: found[0].length };
  }
  return null;
}

/** Numbers of a sentence from which labels, dates and periods are blanked. */
export function amountsIn(text: string): Amount[] {
  const raws: Raw[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const last = raws.at(-1);
    // "two crore" of "twenty two crore" and the like
    if (last !== undefined && match.index < last.end) continue;
    const raw = rawOf(text, match[0], match.index);
    if (raw !== null) raws.push(raw);
  }
  return withRanges(text, raws);
}

function rawOf(text: string, printed: string, at: number): Raw | null {
  const isWords = !/\d/.test(printed);
  const digits = printed.replaceAll(',', '');
  let end = at + printed.length;
  let before = text.slice(Math.max(0, at - 16), at);
  let sign: Raw['sign'] = null;
  const bracket = /\($/.exec(before);
  if (bracket !== null) before = before.slice(0, -1);
  const signBefore = (): void => {
    const found = /(?:(?:^|[\s(\ue000₹$:=])([-+])|\b(?:minus|negative) )$/i.exec(before);
    if (found === null || sign !== null) return;
    sign = found[1] === '+' ? 'PLUS' : 'MINUS';
    before = before.slice(0, found[1] === undefined ? found.index : -1);
  };
  signBefore();
  const currencyBefore = takeFirst(before, CURRENCIES);
  if (currencyBefore !== null) {
    before = before.slice(0, before.length - currencyBefore.length);
    signBefore();
  }
  const closes = bracket !== null && text[end] === ')';
  // (27.13) crore and ₹(27.13) are written by accountants; (27.13) alone may be an aside.
  if (closes) end += 1;
  const scale = takeFirst(text.slice(end), SCALES);
  if (scale !== null) end += scale.length;
  let currency = currencyBefore?.value ?? null;
  if (currency === null) {
    const after = takeFirst(text.slice(end), CURRENCIES_AFTER);
    if (after !== null) {
      currency = after.value;
      end += after.length;
    }
  }
  const suffix = takeFirst(text.slice(end), SUFFIXES);
  if (suffix !== null) end += suffix.length;
  if (closes && (scale !== null || currencyBefore !== null)) sign = 'MINUS';
  else if (closes && sign === null) sign = 'BRACKETS';
  // Bare words are language: "three plants".
  if (isWords && scale === null && currency === null && (suffix === null || suffix.value === 'SHARES'))
    return null;
  const start = currencyBefore === null ? at : at - currencyBefore.length;
  const number = isWords ? numberOfWords(printed) : Number(digits);
  return {
    start,
    end,
    printed,
    number,
    digits: isWords ? String(number) : digits,
    decimals: isWords ? 0 : placesOf(digits),
    currency,
    scale: scale?.value ?? null,
    suffix: suffix?.value ?? null,
    sign,
  };
}

/** How many digits stand after the point. */
function placesOf(digits: string): number {
  const point = digits.indexOf('.');
  return point === -1 ? 0 : digits.length - point - 1;
}

const JOIN = /^\s?(?:-|to|through)\s?$/i;

/** Two numbers that are the ends of a range: what one of them leaves out, the other says. */
function withRanges(text: string, raws: readonly Raw[]): Amount[] {
  const ends = new Map<number, Amount['range']>();
  const own = raws.map((raw) => ({ ...raw }));
  for (let at = 0; at + 1 < own.length; at += 1) {
    const one = own[at]!;
    const other = own[at + 1]!;
    if (ends.get(at) !== undefined) continue;
    const between = text
      .slice(one.end, other.start)
      .replace(/[-+]$/, (sign) => (one.end === other.start ? '' : sign));
    const isJoined =
      JOIN.test(between) ||
      (/^\s?and\s?$/.test(between) && /\bbetween\s+\S{0,4}\s?$/i.test(text.slice(0, one.start)));
    const isChange = /\bfrom\s+(?:\w+\s+)?(?:₹|Rs\.?|\$|US\$)?\s?$/i.test(
      text.slice(Math.max(0, one.start - 24), one.start),
    );
    if (
      !isJoined ||
      other.number < one.number ||
      !isOneUnit(one, other) ||
      (isChange && one.scale === other.scale && one.suffix === other.suffix)
    )
      continue;
    if (one.suffix === null && one.scale === null) {
      one.suffix = other.suffix;
      one.scale = other.scale;
    } else if (one.suffix === null && other.suffix !== 'SHARES') one.suffix = other.suffix;
    one.currency ??= other.currency;
    other.currency ??= one.currency;
    if (text[other.start - 1] === '-' && other.sign === 'MINUS') other.sign = null;
    ends.set(at, 'LOW').set(at + 1, 'HIGH');
  }
  return own.map((raw, at) => amountOf(raw, ends.get(at) ?? null));
}

/** Whether two numbers may be of one unit: "17.9% to ₹1,120 crore" is no range. */
function isOneUnit(one: Raw, other: Raw): boolean {
  const isMoney = ({ currency, suffix }: Raw) => currency !== null || suffix === 'PER_SHARE';
  const isRate = ({ suffix }: Raw) => suffix !== null && suffix !== 'PER_SHARE' && suffix !== 'SHARES';
  return !(isMoney(one) && isRate(other)) && !(isRate(one) && (isMoney(other) || other.scale !== null));
}

function amountOf(raw: Raw, range: Amount['range']): Amount {
  const { start, end, printed, number, digits, decimals, sign } = raw;
  const scale = (raw.scale ?? 1) * (raw.currency === 'HUNDREDTH' ? 0.01 : 1);
  const digit = 10 ** -decimals * scale;
  const zeros = decimals > 0 ? 0 : digits.length - digits.replace(/0+$/, '').length;
  const significant = digit * 10 ** Math.min(zeros, Math.max(0, digits.length - 1));
  return { start, end, printed, value: number * scale, digit, significant, unit: unitOf(raw), sign, range };
}

function unitOf({ currency, scale, suffix }: Raw): PrintedUnit {
  const code = currency === 'HUNDREDTH' ? null : currency;
  if (suffix === 'PERCENT' || suffix === 'BASIS_POINTS' || suffix === 'TIMES') {
    // "$5 times" and "₹12%" mean nothing: they are left to fail as money.
    if (currency === null) return { kind: suffix };
  }
  if (suffix === 'SHARES' && currency === null) return { kind: 'SHARES' };
  if (currency !== null || suffix === 'PER_SHARE')
    return { kind: 'MONEY', currency: code, isPerShare: suffix === 'PER_SHARE' };
  return { kind: scale === null ? 'BARE' : 'SCALED' };
}
