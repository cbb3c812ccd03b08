import type { DayNumber } from './daily-series.ts';
import { RATE_DAYS, type RateSeries } from './engine-input.ts';

/** The rate between two currencies on every day; index 0 is the first day of the engine. */
export interface RateLine {
  /** NaN where nothing is known at all. */
  rate: Float64Array;
  /** 1 where the rate is not of the day nor of the week before it. */
  estimated: Uint8Array;
}

/**
 * The last rate on record stands for the days that have none; after a week of that it counts as estimated. Days before
 * the first rate take that one as an estimate, since a constant of the settings would make a jump of worth out of nothing
 * on the day on which the records begin; the constant serves where there is no rate at all.
 */
export function rateLine(series: RateSeries | null, origin: DayNumber, length: number): RateLine {
  const rate = new Float64Array(length);
  const estimated = new Uint8Array(length);
  const days = series?.days ?? new Int32Array();
  const rates = series?.rates ?? new Float64Array();
  let current = rates[0] ?? series?.reference ?? Number.NaN;
  let seen = Number.NEGATIVE_INFINITY;
  let next = 0;
  for (let at = 0; at < length; at += 1) {
    const day = origin + at;
    for (; next < days.length && (days[next] ?? 0) <= day; next += 1) {
      current = rates[next] ?? Number.NaN;
      seen = days[next] ?? 0;
    }
    rate[at] = current;
    estimated[at] = day - seen > RATE_DAYS ? 1 : 0;
  }
  return { rate, estimated };
}
