import { FIXED_ONE, type Fixed } from '../../platform/fixed-point.ts';

/**
 * The largest denominator tried: one new share for up to 10,000 old ones. Fractions with denominators up to here lie
 * further apart than the tenth decimal, so that at most one of them prints as a given ratio.
 */
const MAX_DENOMINATOR = 10_000n;

/**
 * A split ratio of 10 decimals as the fraction it stands for: 0.0066666667 is 1/150, so that a consolidation of 300
 * shares leaves 2 and no dust. The fraction with the smallest denominator whose quotient prints as this ratio wins; a ratio
 * that no such fraction prints as is taken as it stands.
 *
 * Walks the convergents of the continued fraction and the steps between two of them, which are the best approximations
 * (Stern-Brocot): some twenty divisions.
 */
export function splitFraction(ratio: Fixed): [numerator: bigint, denominator: bigint] {
  let [a, b] = [ratio, FIXED_ONE];
  let [n0, d0, n1, d1] = [0n, 1n, 1n, 0n];
  while (b !== 0n) {
    const term = a / b;
    // The first step between two convergents that prints as the ratio has the smallest denominator.
    const most = d1 === 0n ? term : least(term, (MAX_DENOMINATOR - d0) / d1);
    const step = firstPrinting(ratio, n0, d0, n1, d1, most);
    if (step !== null) return [n0 + step * n1, d0 + step * d1];
    if (most < term) break;
    [n0, d0, n1, d1] = [n1, d1, n0 + term * n1, d0 + term * d1];
    [a, b] = [b, a - term * b];
  }
  return [ratio, FIXED_ONE];
}

/** The smallest step from one convergent towards the next at which the quotient prints as the ratio; null for none. */
function firstPrinting(
  ratio: Fixed,
  n0: bigint,
  d0: bigint,
  n1: bigint,
  d1: bigint,
  most: bigint,
): bigint | null {
  if (most < 1n || !prints(ratio, n0 + most * n1, d0 + most * d1)) return null;
  let [low, high] = [1n, most];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (prints(ratio, n0 + middle * n1, d0 + middle * d1)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

function prints(ratio: Fixed, numerator: bigint, denominator: bigint): boolean {
  if (numerator <= 0n || denominator <= 0n) return false;
  const error = numerator * FIXED_ONE - ratio * denominator;
  return 2n * (error < 0n ? -error : error) <= denominator;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
