import type { DayNumber } from './daily-series.ts';
import { TRADE_DAYS } from '../../portfolio/ledger/replay.ts';
import type { DayPrice, PriceSeries, UnitChange } from './engine-input.ts';

/** What one unit in the market was worth on every day; index 0 is the first day of the engine. */
export interface PriceLine {
  /** NaN where no close is on record, or only one that is too old. */
  price: Float64Array;
  /** The day of the close that stands there. */
  closed: Int32Array;
}

/**
 * Fills the days from index `from` on. A close stands for the days after it that have none, for so many days; over a split
 * it is divided by the new shares for one old one, so that it is always of the units of its day.
 * @param changes the market's, ascending.
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
  origin: DayNumber,
  from: number,
  length: number,
): void {
  const { price, closed } = line;
  let next = firstNotBefore(days, origin + from);
  let seen = next > 0 ? (days[next - 1] ?? 0) : 0;
  let current = next > 0 ? (closes[next - 1] ?? Number.NaN) : Number.NaN;
  let other = 0;
  for (; dayAt(observed, other) < origin + from; other += 1) {
    const { day, price: of } = observed[other] ?? { day: 0, price: 0 };
    if (day > seen) [seen, current] = [day, of];
  }
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
        current = observed[other]?.price ?? Number.NaN;
        otherDay = dayAt(observed, ++other);
      }
      if (nextDay === day) {
        current = closes[next] ?? Number.NaN;
        next += 1;
        nextDay = next < days.length ? (days[next] ?? 0) : LAST_DAY;
      }
      while (changesOn <= day) changesOn = dayAt(changes, ++change);
    } else {
      while (changesOn <= day) {
        current /= changes[change]?.ratio ?? 1;
        changesOn = dayAt(changes, ++change);
      }
    }
    price[at] = day - seen <= carry_days ? current : Number.NaN;
    closed[at] = seen;
  }
}

/**
 * Fills in days that no close covers from trades since the last close, by the rule in `portfolio/ledger/last-trade.ts`: closes
 * come first while they are carried, since a trade price may be mistyped.
 * @param trades ascending.
 */
export function fillFromTrades(
  line: PriceLine,
  trades: readonly DayPrice[],
  changes: readonly UnitChange[],
  origin: DayNumber,
  from: number,
  length: number,
): void {
  if (trades.length === 0 || !line.price.subarray(from, length).some(Number.isNaN)) return;
  const own: PriceLine = { price: new Float64Array(length), closed: new Int32Array(length) };
  const traded = {
    days: Int32Array.from(trades, ({ day }) => day),
    closes: Float64Array.from(trades, ({ price }) => price),
    carry_days: TRADE_DAYS,
  };
  fillPrices(own, traded, changes, origin, from, length);
  for (let at = from; at < length; at += 1) {
    if (!Number.isNaN(line.price[at] ?? 0) || (own.closed[at] ?? 0) <= (line.closed[at] ?? 0)) continue;
    line.price[at] = own.price[at] ?? Number.NaN;
    line.closed[at] = own.closed[at] ?? 0;
  }
}

/** After every day there is. A whole number, so that the loop above works with such. */
const LAST_DAY = 1_000_000_000;

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
  const differing = one.findIndex(
    ({ day, price }, of) => other[of]?.day !== day || other[of]?.price !== price,
  );
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
