import type { DayNumber } from './daily-series.ts';
import { type PriceSeries, type UnitChange, USUAL_CARRY_DAYS } from './engine-input.ts';

/** A price of one unit on a day. */
export interface DayPrice {
  day: DayNumber;
  price: number;
}

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
  { days, closes, carry_days }: Pick<PriceSeries, 'days' | 'closes' | 'carry_days'>,
  changes: readonly UnitChange[],
  origin: DayNumber,
  from: number,
  length: number,
): void {
  const { price, closed } = line;
  let next = firstNotBefore(days, origin + from);
  let seen = next > 0 ? (days[next - 1] ?? 0) : 0;
  let current = next > 0 ? (closes[next - 1] ?? Number.NaN) : Number.NaN;
  let change = 0;
  while (changeDay(changes, change) <= seen) change += 1;
  let nextDay = next < days.length ? (days[next] ?? 0) : LAST_DAY;
  let changesOn = changeDay(changes, change);
  for (let at = from; at < length; at += 1) {
    const day = origin + at;
    if (nextDay === day) {
      current = closes[next] ?? Number.NaN;
      seen = day;
      next += 1;
      nextDay = next < days.length ? (days[next] ?? 0) : LAST_DAY;
      while (changesOn <= day) changesOn = changeDay(changes, ++change);
    } else {
      while (changesOn <= day) {
        current /= changes[change]?.ratio ?? 1;
        changesOn = changeDay(changes, ++change);
      }
    }
    price[at] = day - seen <= carry_days ? current : Number.NaN;
    closed[at] = seen;
  }
}

/**
 * Fills in days that no close covers from trades: a trade price is carried like a close. Closes always come first, since a
 * trade price may be mistyped.
 * @param trades ascending.
 */
export function fillFromTrades(
  line: PriceLine,
  trades: readonly DayPrice[],
  series: Pick<PriceSeries, 'carry_days'>,
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
    carry_days: Math.max(series.carry_days, USUAL_CARRY_DAYS),
  };
  fillPrices(own, traded, changes, origin, from, length);
  for (let at = from; at < length; at += 1) {
    if (!Number.isNaN(line.price[at] ?? 0)) continue;
    line.price[at] = own.price[at] ?? Number.NaN;
    line.closed[at] = own.closed[at] ?? 0;
  }
}

/** After every day there is. A whole number, so that the loop above works with such. */
const LAST_DAY = 1_000_000_000;

function changeDay(changes: readonly UnitChange[], at: number): DayNumber {
  return changes[at]?.day ?? LAST_DAY;
}

/** Index of the first day that is not before `day`. */
export function firstNotBefore(days: Int32Array, day: DayNumber): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index at which two lines of doubles differ; -1 where they do not. NaN equals NaN. */
export function firstDifference(
  one: Float64Array,
  other: Float64Array,
  from: number,
  length: number,
): number {
  for (let at = from; at < length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return at;
  }
  return -1;
}
