/** A figure in a question; `value` is plain digits, as a command takes it. */
export interface Amount {
  at: number;
  to: number;
  value: string;
  /** What stands beside it says what it is of. */
  is: 'units' | 'money' | 'percent' | 'number';
  /** Said to be of one unit: `at 3900`, `85 each`. */
  isEach: boolean;
  /** Said to be of all of it: `worth 50000`, `for 3900`. */
  isTotal: boolean;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  l: 1e5,
  lac: 1e5,
  lacs: 1e5,
  lakh: 1e5,
  lakhs: 1e5,
  cr: 1e7,
  crore: 1e7,
  crores: 1e7,
};
const UNITS = new Set(['share', 'shares', 'unit', 'units', 'stock', 'stocks', 'qty', 'nos']);
const MONEY = new Set(['rs', 'rupees', 'rupee', 'inr', 'dollar', 'dollars', 'usd']);
const EACH = new Set(['each', 'apiece']);
const ONE = new Set(['share', 'unit', 'piece']);
const MONTHS = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)(?:[a-z]{2,})?$/;

/** Figures of a question, from left to right: `10 shares`, `₹5000`, `2 lakh`, `1.5cr`, `5%`. */
export function spotAmounts(words: readonly string[]): Amount[] {
  return words.flatMap((word, at): Amount[] => {
    const match = /^(₹?)(\d+(?:\.\d+)?)(%?)([a-z]*)$/.exec(word);
    if (match === null) return [];
    const [, sign, digits = '', percent, glued = ''] = match;
    const next = words[at + 1] ?? '';
    const scale = SCALES[glued] ?? SCALES[next];
    if (glued !== '' && scale === undefined) return [];
    let to = at + 1 + (glued === '' && scale !== undefined ? 1 : 0);
    let is: Amount['is'] = 'number';
    if (percent !== '' || words[to] === 'percent') is = 'percent';
    else if (UNITS.has(words[to] ?? '')) is = 'units';
    else if (sign !== '' || scale !== undefined || MONEY.has(words[to] ?? '')) is = 'money';
    if (words[to] === 'percent' || UNITS.has(words[to] ?? '') || MONEY.has(words[to] ?? '')) to += 1;
    // A day of a month is no figure.
    if (is === 'number' && (MONTHS.test(words[to] ?? '') || MONTHS.test(words[at - 1] ?? ''))) return [];
    const perOne = (words[to] === 'per' || words[to] === 'a') && ONE.has(words[to + 1] ?? '');
    const isEach =
      ['at', 'nav', 'price'].includes(words[at - 1] ?? '') || EACH.has(words[to] ?? '') || perOne;
    const isTotal = !isEach && (['worth', 'for'].includes(words[at - 1] ?? '') || words[to] === 'worth');
    if (EACH.has(words[to] ?? '')) to += 1;
    else if (perOne) to += 2;
    const value = String(Math.round(Number(digits) * (scale ?? 1) * 1e6) / 1e6);
    return /e/.test(value) ? [] : [{ at, to, value, is, isEach, isTotal }];
  });
}
