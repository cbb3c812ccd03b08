import { dayInWords, addMonths, daysBetween, decimal, Decimal, toScale } from '../../../platform/index.ts';
import type { MetricId } from '../../port/index.ts';
import type { ShareChange } from './action-observations.ts';

/** A close as it was traded on its day; exact text. */
export interface DayClose {
  day: string;
  close: string;
}

/** A figure from closes on the shares of `end`, or why there is none. */
interface Technical {
  metric: MetricId;
  end: string;
  value: string | null;
  reason: string | null;
}

/**
 * Closes on the shares of the last of them: each divided by how many shares one share of its day has become since. Two
 * changes on one day multiply. Exact.
 * @param closes by day, oldest first.
 */
export function onShareOfLast(closes: readonly DayClose[], changes: readonly ShareChange[]): Decimal[] {
  const last = closes.at(-1)?.day ?? '';
  return closes.map(({ day, close }) => {
    const since = changes.filter(({ ex_date }) => day < ex_date && ex_date <= last);
    return since.reduce(
      (price, { new_shares, old_shares }) => price.times(old_shares).div(new_shares),
      decimal(close),
    );
  });
}

/** The day on which the year up to `end` began, and from which a close of that day or the last before it is taken. */
export function yearBefore(end: string): string {
  return addMonths(end, -12);
}

/** Farther back than this from the day a year ago, a close is not that of a year ago: a share that did not trade. */
const NEAR_DAYS = 10;
/** A session moves a share by less than this; where nobody lists its actions, more may be a split. */
const WIDEST_MOVE = 0.4;
/** How much of the files of a span may be missing for a figure of it to stand. */
const MOST_MISSING = 0.02;

/** What technicals are worked out from. */
interface CloseHistory {
  /** By day, oldest first, as traded; at most one a day. */
  closes: readonly DayClose[];
  /** Null where no list of actions could be read. */
  changes: readonly ShareChange[] | null;
  /** Sessions whose files are missing. */
  missing: readonly string[];
  /** How a gap and a jump are told; of the exchange's files where nothing is said. */
  words?: DoubtWords;
}

interface DoubtWords {
  missing: (sessions: number) => string;
  /** Why a jump in the price on a day cannot be told from a split. */
  jump: string;
}

const OF_FILES: DoubtWords = {
  missing: (sessions) => `The price files of ${sessions} sessions are missing.`,
  jump: 'no list of splits could be read',
};

/**
 * Highest and lowest close of a year, averages of 50 and 200 closes, and the price return of a year, all on the shares of
 * the last day (research/Evidence acquisition rules 5). A figure for which closes are missing is unknown.
 */
export function technicals({ closes, changes, missing, words = OF_FILES }: CloseHistory): Technical[] {
  const last = closes.at(-1);
  if (last === undefined) return [];
  const end = last.day;
  const prices = onShareOfLast(closes, changes ?? []);
  const start = yearBefore(end);
  const at = closes.findLastIndex(({ day }) => day <= start);

  /** Why figures of the closes from `from` on cannot stand; null where they can. */
  function doubt(from: number): string | null {
    const days = closes.slice(from);
    const lost = missing.filter((day) => (days[0]?.day ?? end) < day && day <= end).length;
    if (lost > days.length * MOST_MISSING) return words.missing(lost);
    if (changes !== null) return null;
    const jump = prices.findIndex((price, one) => one > from && isJump(prices[one - 1], price));
    return jump < 0
      ? null
      : `The price moved like a split on ${dayInWords(closes[jump]?.day ?? '')}, and ${words.jump}.`;
  }

  const unknown = (reason: string) => ({ value: null, reason });
  const known = (value: Decimal) => ({ value: toScale(value).toFixed(), reason: null });
  const figure = (from: number, of: () => Decimal) => {
    const reason = doubt(from);
    return reason === null ? known(of()) : unknown(reason);
  };
  const average = (count: number) =>
    prices.length < count
      ? unknown(`Only ${prices.length} closes are known, and ${count} are needed.`)
      : figure(prices.length - count, () => Decimal.sum(...prices.slice(-count)).div(count));
  const before = closes[at];
  const isNear = before !== undefined && daysBetween(before.day, start) <= NEAR_DAYS;
  const ofYear = (of: (year: Decimal[]) => Decimal) =>
    isNear
      ? figure(at, () => of(prices.slice(at)))
      : unknown(`No close is known before ${dayInWords(start)}.`);
  return [
    { metric: 'close', end, value: last.close, reason: null },
    { metric: 'high_52w_close', end, ...ofYear(([, ...year]) => Decimal.max(...year)) },
    { metric: 'low_52w_close', end, ...ofYear(([, ...year]) => Decimal.min(...year)) },
    { metric: 'sma_50', end, ...average(50) },
    { metric: 'sma_200', end, ...average(200) },
    { metric: 'price_return_1y_pct', end, ...ofYear(returnPct) },
  ];
}

/** From the first to the last, in percent points. */
function returnPct(prices: readonly Decimal[]): Decimal {
  const [first, final] = [prices[0], prices.at(-1)];
  if (first === undefined || final === undefined || first.lte(0))
    throw new RangeError('a return needs two prices');
  return final.div(first).minus(1).times(100);
}

function isJump(before: Decimal | undefined, after: Decimal): boolean {
  if (before === undefined || before.lte(0)) return true;
  return after.div(before).minus(1).abs().gt(WIDEST_MOVE);
}
