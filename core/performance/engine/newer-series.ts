import type { DayNumber } from './daily-series.ts';
import type { PriceSeries, RateSeries } from './engine-input.ts';
import { firstNotBefore } from './price-line.ts';

export interface Since {
  /** The series stands for all there is from this day on, and what is known of earlier days stays; without it, of all days. */
  since?: DayNumber;
}

/** The newer series, after what the older one has of the days before. */
export function joinedPrices(older: PriceSeries | null, newer: PriceSeries & Since): PriceSeries {
  if (older === null || newer.since === undefined) return newer;
  const upTo = firstNotBefore(older.days, newer.since);
  return {
    ...newer,
    days: joined(Int32Array, older.days.subarray(0, upTo), newer.days),
    closes: joined(Float64Array, older.closes.subarray(0, upTo), newer.closes),
  };
}

export function joinedRates(older: RateSeries | undefined, newer: RateSeries & Since): RateSeries {
  if (older === undefined || newer.since === undefined) return newer;
  const upTo = firstNotBefore(older.days, newer.since);
  return {
    ...newer,
    days: joined(Int32Array, older.days.subarray(0, upTo), newer.days),
    rates: joined(Float64Array, older.rates.subarray(0, upTo), newer.rates),
  };
}

function joined<T extends Int32Array | Float64Array>(Kind: new (length: number) => T, one: T, other: T): T {
  const both = new Kind(one.length + other.length);
  both.set(one, 0);
  both.set(other, one.length);
  return both;
}
