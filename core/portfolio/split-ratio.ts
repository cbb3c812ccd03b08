import { FIXED_ONE, type Fixed } from './fixed-point.ts';

/** The largest denominator tried: one new share for up to 100 old ones. */
const MAX_DENOMINATOR = 100n;

/**
 * A split ratio of 10 decimals as the fraction it stands for: 0.3333333333 is 1/3, so that a consolidation of 300
 * shares leaves 100 and not 99.99999999. The smallest denominator whose quotient prints as this ratio wins.
 */
export function splitFraction(ratio: Fixed): [numerator: bigint, denominator: bigint] {
  for (let denominator = 1n; denominator <= MAX_DENOMINATOR; denominator++) {
    const numerator = (ratio * denominator + FIXED_ONE / 2n) / FIXED_ONE;
    const error = numerator * FIXED_ONE - ratio * denominator;
    if (numerator > 0n && 2n * (error < 0n ? -error : error) <= denominator) return [numerator, denominator];
  }
  return [ratio, FIXED_ONE];
}
