import { setImmediate as breath } from 'node:timers/promises';

/**
 * How the interval of an average is found. With the same seed the same trades always give the same interval, so that a
 * decision can be checked later.
 */
export const INTERVAL = { level_pct: 90, resamples: 2_000, seed: 20_260_101 } as const;

/** Resamples outside of the interval on each side: 5% of them. */
const IN_A_TAIL = (INTERVAL.resamples * (100 - INTERVAL.level_pct)) / 200;
/** Draws before others have their turn: about a millisecond. */
const AT_ONCE = 25_000;
const TWO_TO_32 = 4_294_967_296;

/** Numbers from 0 up to 1, always the same ones from a seed: mulberry32, 32 bits each. */
function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32;
  };
}

/**
 * The 90% interval of the average of whole numbers, by the percentile bootstrap (Efron and Tibshirani, An Introduction to the
 * Bootstrap, 13.3): as many values are drawn with repetition as there are, 2,000 times over, and of the 2,000 averages the
 * 100th from below and the 100th from above are the ends. The order in which the values are given makes no difference.
 * @param values in units of money
 * @returns in the same units; null without a value
 */
export async function meanInterval(values: readonly number[]): Promise<{ low: number; high: number } | null> {
  const count = values.length;
  if (count === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const next = seededNumbers(INTERVAL.seed);
  const sums = new Float64Array(INTERVAL.resamples);
  let drawn = 0;
  for (let nr = 0; nr < INTERVAL.resamples; nr += 1) {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += sorted[Math.floor(next() * count)] ?? 0;
    sums[nr] = sum;
    drawn += count;
    if (drawn < AT_ONCE) continue;
    drawn = 0;
    await breath();
  }
  sums.sort();
  const low = sums[IN_A_TAIL - 1] ?? 0;
  const high = sums[INTERVAL.resamples - IN_A_TAIL] ?? 0;
  return { low: low / count, high: high / count };
}
