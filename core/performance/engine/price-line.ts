import type { DayNumber } from './daily-series.ts';
import { MARKET_FIRST_DAYS, TRADE_DAYS } from '../../portfolio/ledger/replay.ts';
import type { ObservedPrice, PriceSeries, TradePrice, UnitChange } from './engine-input.ts';

/** What one unit in the market was worth on every day; index 0 is the first day of the engine. */
export interface PriceLine {
  /** NaN where no price is known, or only one that is too old. */
  price: Float64Array;
  /** The day of that price. */
  closed: Int32Array;
}

/**
 * Fills the days from index `from` on. A close stands for the days after it that have none, for so many days; over a split
 * it is divided by the new shares for one old one, so that it is always of the units of its day. Next to a newer trade the rule
 * in `portfolio/ledger/last-trade.ts` decides; a price that comes first counts for as long as the trade.
 * @param changes the market's, ascending. @param trades ascending.
 */
export function fillPrices(
  line: PriceLine,
  {
    days,
    closes,
    observed = [],
    carry_days,
  }: Pick<PriceSeries, 'days' | 'closes' | 'observed' | 'carry_days'>,
  changes: readonly UnitChange[],
  trades: readonly TradePrice[],
  origin: DayNumber,
  from: number,
  length: number,
): void {
  const { price, closed } = line;
  let next = firstNotBefore(days, origin + from);
  let seen = next > 0 ? (days[next - 1] ?? FIRST_DAY) : FIRST_DAY;
  let current = next > 0 ? (closes[next - 1] ?? Number.NaN) : Number.NaN;
  let other = 0;
  /** Null for a close. */
  let kind: ObservedPrice | null = null;
  for (; dayAt(observed, other) < origin + from; other += 1) {
    const one = observed[other] ?? null;
    if (one !== null && one.day > seen) [seen, current, kind] = [one.day, one.price, one];
  }
  let carried = carryOf(kind, carry_days);
  let trade = NO_TRADE;
  let nextTrade = 0;
  let tradesOn = dayAt(trades, 0);
  let change = 0;
  while (dayAt(changes, change) <= seen) change += 1;
  let nextDay = next < days.length ? (days[next] ?? 0) : LAST_DAY;
  let otherDay = dayAt(observed, other);
  let changesOn = dayAt(changes, change);
  for (let at = from; at < length; at += 1) {
    const day = origin + at;
    if (nextDay === day || otherDay === day) {
      seen = day;
      if (otherDay === day) {
        kind = observed[other] ?? null;
        current = kind?.price ?? Number.NaN;
        otherDay = dayAt(observed, ++other);
      }
      if (nextDay === day) {
        kind = null;
        current = closes[next] ?? Number.NaN;
        next += 1;
        nextDay = next < days.length ? (days[next] ?? 0) : LAST_DAY;
      }
      carried = carryOf(kind, carry_days);
      while (changesOn <= day) changesOn = dayAt(changes, ++change);
    } else {
      while (changesOn <= day) {
        current /= changes[change]?.ratio ?? 1;
        changesOn = dayAt(changes, ++change);
      }
    }
    while (tradesOn <= day) {
      trade = trades[nextTrade] ?? NO_TRADE;
      tradesOn = dayAt(trades, ++nextTrade);
    }
    const isTraded = trade.traded > seen && day - trade.traded <= TRADE_DAYS;
    const isTradeFirst = isTraded && trade.traded - seen > MARKET_FIRST_DAYS && kind?.is_by_hand !== true;
    price[at] = isTradeFirst ? trade.price : isTraded || day - seen <= carried ? current : Number.NaN;
    closed[at] = isTradeFirst ? trade.traded : seen;
  }
}

const carryOf = (kind: ObservedPrice | null, ofClose: number): number =>
  Math.max(ofClose, kind?.carry_days ?? 0);

/** Before every day there is. */
const FIRST_DAY = -1_000_000_000;
/** After every day there is. A whole number, so that the loop above works with such. */
const LAST_DAY = 1_000_000_000;
const NO_TRADE: TradePrice = { day: FIRST_DAY, price: Number.NaN, traded: FIRST_DAY };

function dayAt(list: readonly { day: DayNumber }[], at: number): DayNumber {
  return list[at]?.day ?? LAST_DAY;
}

/** Index of the first day that is not before `day`. */
function firstNotBefore(days: Int32Array, day: DayNumber): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first day whose price may differ between two series of a symbol, or infinity. */
export function firstChange(older: PriceSeries, newer: PriceSeries): DayNumber {
  if (older.carry_days !== newer.carry_days) return 0;
  const shared = Math.min(older.days.length, newer.days.length);
  const at = Math.min(
    firstDifference(older.days, newer.days, shared),
    firstDifference(older.closes, newer.closes, shared),
    shared,
  );
  const [one = [], other = []] = [older.observed, newer.observed];
  const differing = one.findIndex((price, of) => JSON.stringify(price) !== JSON.stringify(other[of]));
  const seen = differing < 0 ? one.length : differing;
  const days = [older.days[at], newer.days[at], one[seen]?.day, other[seen]?.day];
  return Math.min(...days.map((day) => day ?? Number.POSITIVE_INFINITY));
}

const bytesOf = (
  { buffer, byteOffset, BYTES_PER_ELEMENT }: Int32Array | Float64Array,
  length: number,
): Buffer => Buffer.from(buffer, byteOffset, length * BYTES_PER_ELEMENT);

/** The first index below `length` at which two series differ; infinity where they do not. NaN equals NaN. */
export function firstDifference<T extends Int32Array | Float64Array>(
  one: T,
  other: T,
  length: number,
): number {
  // Closes lie in memory that all people share, and newer ones are written behind them.
  if (one.buffer === other.buffer && one.byteOffset === other.byteOffset) return Number.POSITIVE_INFINITY;
  // Most of them are the same, which their bytes show at a fraction of the time.
  if (bytesOf(one, length).equals(bytesOf(other, length))) return Number.POSITIVE_INFINITY;
  for (let at = 0; at < length; at += 1) {
    const a = one[at] ?? 0;
    const b = other[at] ?? 0;
    if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return at;
  }
  return Number.POSITIVE_INFINITY;
}
