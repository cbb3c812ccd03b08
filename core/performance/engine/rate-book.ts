import type { DayNumber } from './daily-series.ts';
import type { RateSeries } from './engine-input.ts';
import { firstDifference } from './price-line.ts';
import { type RateLine, rateLine } from './rate-line.ts';

/** The rates between currencies, laid over the days of the engine where they are needed. */
export function createRateBook(given: readonly RateSeries[]) {
  const series = new Map(given.map((one) => [keyOf(one.from, one.to), one]));
  const lines = new Map<string, RateLine>();
  let origin = 0;
  let length = 0;

  return {
    take(newer: readonly RateSeries[]): void {
      for (const one of newer) series.set(keyOf(one.from, one.to), one);
    },

    /** Forgets the lines: the days begin elsewhere. */
    begin(first: DayNumber, days: number): void {
      origin = first;
      length = days;
      lines.clear();
    },

    /** Lays all rates again. @returns the index of the first day on which one differs from before; infinity where none does. */
    lay(days: number): number {
      length = days;
      let first = Number.POSITIVE_INFINITY;
      for (const [key, known] of lines) {
        const next = rateLine(series.get(key) ?? null, origin, length);
        const at = firstDifference(known.rate, next.rate, Math.min(known.rate.length, length));
        lines.set(key, next);
        first = Math.min(first, at);
      }
      return first;
    },

    between(from: string, into: string): RateLine {
      const key = keyOf(from, into);
      const known = lines.get(key);
      if (known !== undefined) return known;
      const fresh = rateLine(series.get(key) ?? null, origin, length);
      lines.set(key, fresh);
      return fresh;
    },
  };
}

function keyOf(from: string, into: string): string {
  return `${from}\0${into}`;
}
