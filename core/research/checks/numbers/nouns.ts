import type { MetricId } from '../../port/index.ts';

/** What an amount of money is called, and which figures may be called so. The nearest noun before an amount, or right after it, names it. */
const NOUNS: readonly (readonly [noun: string, metrics: RegExp])[] = [
  ['revenues?|sales|turnover|top[- ]line', /revenue|total_income|interest_earned/],
  ['EBITDA', /ebitda/],
  [
    '(?:operating|pre-tax|pretax) (?:profit|income)|EBIT|profit before tax',
    /operating_income|profit_before|ebitda/,
  ],
  [
    '(?:net |after-tax )?(?:profits?|loss(?:es)?|earnings)|net income|PAT|bottom[- ]line',
    /net_income|profit_before|operating_income|comprehensive_income/,
  ],
  ['(?:net )?debt|borrowings', /debt|borrowings/],
  ['capex|capital (?:expenditure|spending)', /capex/],
  ['free cash flow|FCF|operating cash flow|cash flow', /cash_flow/],
  ['market (?:cap(?:italisation|italization)?|value)', /market_cap/],
  ['order book|backlog', /order_book/],
  ['total assets', /total_assets/],
  ["(?:shareholders’ |shareholders' )?equity|net worth|book value", /equity|non_controlling|paid_up/],
  ['cash(?! (?:flow|outflow|inflow|burn))', /^cash$/],
];
const ANY = new RegExp(NOUNS.map(([noun]) => `(?<![\\w-])(${noun})(?![\\w-])`).join('|'), 'gi');
/** Right after an amount: "₹131 crore of profit", "₹27 crore loss". */
const AFTER = new RegExp(
  `^(?: (?:of|in))?(?: (?:annual|quarterly|consolidated|net|total|trailing|twelve-month))*? (?:${NOUNS.map(([noun]) => `(${noun})`).join('|')})(?![\\w-])`,
  'i',
);
/** A new thought begins, and an old noun ends. */
const BREAK = /[;:\u2014]|\s-\s|,? (?:but|while|whereas|although|though|against|versus)\b|\.\s/gi;

/** Which metrics an amount may be of by what it is called; null where nothing names it, so that it may be any. */
export function calledAs(before: string, after: string): ((metric: MetricId) => boolean) | null {
  const own = whichOf(AFTER.exec(after));
  const cut = [...before.matchAll(BREAK)].at(-1);
  const clause = cut === undefined ? before : before.slice(cut.index);
  const named = own ?? whichOf([...clause.matchAll(ANY)].at(-1) ?? null);
  return named === null ? null : (metric) => named.test(metric);
}

function whichOf(found: RegExpExecArray | null): RegExp | null {
  const at = found?.slice(1).findIndex((one) => one !== undefined) ?? -1;
  return NOUNS[at]?.[1] ?? null;
}
