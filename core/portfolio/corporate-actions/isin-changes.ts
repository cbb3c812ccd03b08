import { addDays, daysApart, fixedToNumber } from '../../platform/index.ts';
import type { LedgerTransaction } from '../ledger/index.ts';
import { unitsBefore } from './assess.ts';

/** A share whose recorded trades go on under another ISIN: a new face value brings a new one. */
export interface IsinChange {
  from_isin: string;
  to_isin: string;
  /** The trading days of the ledger between which the price moved most, YYYY-MM-DD: the change lies after the first. */
  after: string;
  on: string;
  /** Average prices of these two days. */
  price_before: number;
  price_after: number;
  /** New units for one that the ledger records between them already: splits, free shares. 1 for none. */
  recorded: number;
  /** Units before, and what was bought (+) and sold (-) from then on. */
  held: number;
  flows: readonly number[];
}

/** Trades may carry the old ISIN for some days after the new price. */
const LAG_DAYS = 7;

/**
 * The changes of ISIN among recorded rows of one share, the oldest first.
 * @param rows in replay order, of all portfolios. @param own those of the portfolio whose units count.
 */
export function isinChanges(
  rows: readonly LedgerTransaction[],
  own: readonly LedgerTransaction[] = rows,
): IsinChange[] {
  const days = tradingDays(rows);
  const spans = isinSpans(days);
  return spans.slice(1).flatMap((next, at) => {
    const before = spans[at];
    const change = before === undefined ? null : changeBetween(before, next, days, own);
    const later = spans[at + 2];
    if (change === null) return [];
    const flows = own
      .filter(({ date }) => date >= change.on && (later === undefined || date < later.first))
      .flatMap(({ type, quantity, price, date }) => {
        const isFree = Number(price) === 0 && date === change.on;
        return type === 'BUY' && !isFree ? [Number(quantity)] : type === 'SELL' ? [-Number(quantity)] : [];
      });
    return [{ ...change, flows }];
  });
}

interface TradingDay {
  date: string;
  price: number;
  isins: Set<string>;
}

interface IsinSpan {
  isin: string;
  first: string;
  last: string;
}

function tradingDays(rows: readonly LedgerTransaction[]): TradingDay[] {
  const days = new Map<string, { amount: number; units: number; isins: Set<string> }>();
  for (const { date, type, quantity, price, isin } of rows) {
    const [units, each] = [Number(quantity), Number(price)];
    if ((type !== 'BUY' && type !== 'SELL') || units <= 0 || each <= 0) continue;
    const day = days.get(date) ?? { amount: 0, units: 0, isins: new Set<string>() };
    day.amount += units * each;
    day.units += units;
    if (isin) day.isins.add(isin);
    days.set(date, day);
  }
  return [...days]
    .map(([date, { amount, units, isins }]) => ({ date, price: amount / units, isins }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

function isinSpans(days: readonly TradingDay[]): IsinSpan[] {
  const spans = new Map<string, IsinSpan>();
  for (const { date, isins } of days)
    for (const isin of isins) spans.set(isin, { isin, first: spans.get(isin)?.first ?? date, last: date });
  return [...spans.values()].sort((a, b) =>
    a.first === b.first ? (a.last < b.last ? -1 : 1) : a.first < b.first ? -1 : 1,
  );
}

/** Brokers may write either ISIN for a while, so that the price says where between the two the change lies. */
function changeBetween(
  before: IsinSpan,
  next: IsinSpan,
  days: readonly TradingDay[],
  rows: readonly LedgerTransaction[],
): Omit<IsinChange, 'flows'> | null {
  const [from, to] = before.last < next.first ? [before.last, next.first] : [next.first, before.last];
  const first = days.findIndex(({ date }) => date >= from);
  const previous = days[first - 1];
  const isNear = previous !== undefined && daysApart(previous.date, from) <= LAG_DAYS;
  const span = days.slice(isNear ? first - 1 : first).filter(({ date }) => date <= to);
  let found: readonly [TradingDay, TradingDay] | null = null;
  for (const [at, day] of span.slice(1).entries()) {
    const earlier = span[at];
    if (earlier !== undefined && (found === null || jump(earlier, day) > jump(...found)))
      found = [earlier, day];
  }
  if (found === null) return null;
  const [{ date: after, price: price_before }, { date: on, price: price_after }] = found;
  return {
    from_isin: before.isin,
    to_isin: next.isin,
    after,
    on,
    price_before,
    price_after,
    recorded: recordedBetween(rows, after, on),
    held: fixedToNumber(unitsBefore(rows, addDays(after, 1))),
  };
}

const jump = (a: TradingDay, b: TradingDay): number => Math.abs(Math.log(a.price / b.price));

function recordedBetween(rows: readonly LedgerTransaction[], after: string, on: string): number {
  let factor = 1;
  for (const { type, date, price, quantity } of rows) {
    if (date <= after || date > on) continue;
    const units = Number(quantity);
    if (type === 'SPLIT' && units > 0) factor *= units;
    if (type !== 'BUY' || Number(price) !== 0 || units <= 0) continue;
    const held = fixedToNumber(unitsBefore(rows, date));
    if (held > 0) factor *= (held + units) / held;
  }
  return factor;
}

type Ratio = readonly [to: number, from: number];

/** Face values of Indian shares go from 10 to 5, 2 or 1 rupee and between these; all else is rare. */
const USUAL: Readonly<Record<'IN' | 'OTHER', readonly Ratio[]>> = {
  IN: [
    [2, 1],
    [5, 1],
    [10, 1],
  ],
  OTHER: [2, 3, 4, 5, 10, 20].flatMap((n): Ratio[] => [
    [n, 1],
    [1, n],
  ]),
};
const RATIOS: readonly Ratio[] = [
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 100].flatMap((n): Ratio[] => [
    [n, 1],
    [1, n],
  ]),
  [3, 2],
  [5, 2],
  [4, 3],
  [5, 3],
  [5, 4],
  [6, 5],
];
const RARE = { IN: 0.01, OTHER: 0.1 };
/** How far a share moves in a session, as a standard deviation of its logarithm: that of a lively one. */
const SESSION_MOVE = 0.025;
const SESSIONS_A_DAY = 5 / 7;
/** A ratio is told where it alone is this likely. */
const LIKELY = 0.8;
/** No ratio explains a price further away than this, in standard deviations. */
const FURTHEST = 3.5;
const OVERSOLD = 0.02;
const SOLD_OUT = 10;

/**
 * The ratio that a change of ISIN came with, by the prices of the trades around it: the further these are apart, the more a
 * price may have moved by itself. Sales of more than a ratio leaves speak against it, a sale of exactly all of it for it.
 * @param known new units for one by what is known between these days already.
 * @returns 1 for 1 where the price went on, null where several ratios are likely.
 */
export function ratioOfChange(
  change: Omit<IsinChange, 'from_isin' | 'to_isin'>,
  known: number,
  currency: string,
): Ratio | null {
  const market = currency === 'INR' ? 'IN' : 'OTHER';
  const sessions = Math.max(1, daysApart(change.after, change.on) * SESSIONS_A_DAY);
  const spread = SESSION_MOVE * Math.sqrt(sessions);
  const seen = Math.log(change.price_before / change.price_after / change.recorded / known);
  const weighed = [[1, 1] as const, ...RATIOS].map((ratio) => {
    const [to, from] = ratio;
    const away = (seen - Math.log(to / from)) / spread;
    const isUsual = to === from || USUAL[market].some(([a, b]) => a === to && b === from);
    const weight = Math.abs(away) > FURTHEST ? 0 : Math.exp((-away * away) / 2);
    return {
      ratio,
      weight: weight * (isUsual ? 1 : RARE[market]) * weightOfSales(change, (known * to) / from),
    };
  });
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const best = weighed.toSorted((a, b) => b.weight - a.weight)[0];
  return best !== undefined && all > 0 && best.weight / all >= LIKELY ? best.ratio : null;
}

/** True if the sales after a change leave room for half as many units, which a consolidation leaves at most. */
export function canBeFewer(change: IsinChange, known: number): boolean {
  return weightOfSales(change, known / 2) !== OVERSOLD;
}

function weightOfSales(
  { held, recorded, flows }: Pick<IsinChange, 'held' | 'recorded' | 'flows'>,
  ratio: number,
): number {
  let units = Math.floor(held * ratio * recorded + 1e-9);
  let weight = 1;
  for (const flow of flows) {
    units += flow;
    if (units < -1e-9) return OVERSOLD;
    if (flow < 0 && units < 1e-9) weight = SOLD_OUT;
  }
  return weight;
}

const INDIAN_COMPANY = /^INE.{9}$/;

/** Equal for the ISINs of one company's shares: Indian ones name the issuer and the kind of security, others both at once. */
export function shareOfIsin(isin: string): string {
  return INDIAN_COMPANY.test(isin) ? isin.slice(0, 9) : isin;
}

/** Whether two ISINs tell that they are of two companies: one of them is a mistake, or two shares go by one symbol. */
export function isOtherCompany(one: string, other: string): boolean {
  return INDIAN_COMPANY.test(one) && INDIAN_COMPANY.test(other) && shareOfIsin(one) !== shareOfIsin(other);
}
