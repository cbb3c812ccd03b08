import { type Decimal, decimal } from '../../platform/index.ts';
import { type MetricId, METRICS } from '../port/index.ts';
import { figuresOf, isNews, isYear, newerPair, valueOf } from './newer-figures.ts';
import { dayOf, type Thesis, type ThesisFact } from './thesis.ts';

/** What would prove a thesis wrong, where it is a plain sentence about one figure. */
interface Condition {
  metric: MetricId;
  direction: 'DOWN' | 'UP';
  /** In the unit of the figure; null where any move that way counts. */
  limit: Decimal | null;
  /** ISO 4217 of a limit in money; null for every other. */
  currency: string | null;
}

const FIGURES: readonly (readonly [words: string, metric: MetricId])[] = [
  ['(?:revenue|sales) growth|growth (?:of|in) (?:revenue|sales)', 'revenue_growth_pct'],
  ['net (?:profit )?margin', 'net_margin_pct'],
  ['return on equity|roe', 'return_on_equity_pct'],
  ['debt[ -]to[ -]equity|debt/equity|d/e', 'debt_to_equity'],
  ['order book|backlog', 'order_book'],
  ['free cash flow|fcf', 'free_cash_flow'],
  ['operating cash flow|cash flow from operations', 'operating_cash_flow'],
  ['total debt|debt|borrowings', 'total_debt'],
  ['revenues?|sales|turnover', 'revenue'],
  ['(?:net )?profits?|net income|profit after tax|pat', 'net_income'],
];
const DOWN = 'falls?|drops?|declines?|decreases?|shrinks?|slips?|slides?|contracts?|goes|is|are';
const UP = 'rises?|grows?|increases?|climbs?|goes|is|are';
/** One figure, one verb, at most one limit, and nothing else: what says more than that is left to the reader. */
const CONDITION = new RegExp(
  String.raw`^(?:if )?(?:the |its |annual |consolidated |company(?:'|\u2019)s )*(${FIGURES.map(([words]) => `(?:${words})`).join('|')}) ` +
    String.raw`(?:(turns negative)|(?:${DOWN}) (below|under)|(?:${UP}) (above|over|beyond)|(exceeds?)|(falls?|drops?|declines?|decreases?|shrinks?)|(rises?|grows?|increases?|climbs?))` +
    String.raw`(?: (₹|rs\.? ?|\$)?(-?[\d,]+(?:\.\d+)?) ?(%|percent|per cent|x|times|lakh|crore|cr|million|billion)?)?\.?$`,
  'i',
);
const MONEY: Readonly<Record<string, string>> = {
  '': '1',
  lakh: '100000',
  crore: '10000000',
  cr: '10000000',
  million: '1000000',
  billion: '1000000000',
};

/**
 * Reads a condition out of a report's words: "Net margin falls below 8%", "Debt to equity rises above 1", "Revenue falls".
 * @returns null for everything that is not exactly that, so that nothing is taken for a condition that is none.
 */
export function conditionOf(text: string): Condition | null {
  const found = CONDITION.exec(text.trim().replace(/\s+/g, ' '));
  if (found === null) return null;
  const [, words = '', negative, below, above, exceeds, falls, rises, currency, number, unit = ''] = found;
  const metric = FIGURES.find(([names]) => new RegExp(`^(?:${names})$`, 'i').test(words))?.[1];
  if (metric === undefined) return null;
  const direction: Condition['direction'] = (negative ?? below ?? falls) === undefined ? 'UP' : 'DOWN';
  const plain = { metric, direction, currency: null };
  if (negative !== undefined) return number === undefined ? { ...plain, limit: decimal('0') } : null;
  const needsLimit = (below ?? above ?? exceeds) !== undefined;
  if (needsLimit !== (number !== undefined)) return null;
  if (number === undefined) return (falls ?? rises) === undefined ? null : { ...plain, limit: null };
  const limit = limitIn(metric, number.replaceAll(',', ''), { currency, unit: unit.toLowerCase() });
  if (limit === null) return null;
  return {
    metric,
    direction,
    limit,
    currency: currency === undefined ? null : currency === '$' ? 'USD' : 'INR',
  };
}

/** A limit in the unit of its figure; null where its own unit is another. */
function limitIn(
  metric: MetricId,
  number: string,
  { currency, unit }: { currency: string | undefined; unit: string },
): Decimal | null {
  const value = decimal(number);
  switch (METRICS[metric].unit) {
    case 'PERCENT':
      return currency === undefined && ['%', 'percent', 'per cent'].includes(unit) ? value : null;
    case 'RATIO':
      return currency === undefined && ['', 'x', 'times'].includes(unit) ? value : null;
    case 'MONEY': {
      const times = MONEY[unit];
      return currency === undefined || times === undefined ? null : value.times(times);
    }
    default:
      return null;
  }
}

/**
 * Whether newer figures of the candidate meet a condition that those of the baseline did not meet.
 * @returns the figure that does, with the one before where there is one; null where it does not, or nobody can tell.
 */
export function cameTrue(
  condition: Condition,
  baseline: Thesis,
  candidate: Thesis,
): { from: ThesisFact | null; to: ThesisFact } | null {
  const { metric, limit, currency } = condition;
  /** A limit in money is one of a year, unless the sentence said otherwise; it would be no condition then. */
  const isWanted = (fact: ThesisFact): boolean =>
    (currency === null || fact.unit === currency) &&
    (METRICS[metric].unit !== 'MONEY' || METRICS[metric].kind !== 'FLOW' || isYear(fact));
  const pair = newerPair(metric, baseline, candidate, isWanted);
  if (limit === null) {
    if (pair === null) return null;
    return isPast(condition, valueOf(pair.to), valueOf(pair.from)) ? pair : null;
  }
  const known = figuresOf(baseline, metric);
  const to = pair?.to ?? (known.length === 0 ? latestNews(metric, baseline, candidate, isWanted) : null);
  if (to === null || !isPast(condition, valueOf(to), limit)) return null;
  const from = pair?.from ?? null;
  return from !== null && isPast(condition, valueOf(from), limit) ? null : { from, to };
}

const isPast = ({ direction }: Condition, value: Decimal, limit: Decimal): boolean =>
  direction === 'DOWN' ? value.lt(limit) : value.gt(limit);

/** Where the baseline has no such figure at all: one of a time after it, that came out after it. */
function latestNews(
  metric: MetricId,
  baseline: Thesis,
  candidate: Thesis,
  isWanted: (fact: ThesisFact) => boolean,
): ThesisFact | null {
  const to = figuresOf(candidate, metric).findLast(isWanted);
  return to !== undefined && to.period.end > dayOf(baseline) && isNews(to, baseline) ? to : null;
}
