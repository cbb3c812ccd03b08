import { exactSum } from '../figures/index.ts';

/** A holding with what it cost and what it gained, all in one currency. */
interface Gainer {
  invested: number;
  gain: number;
}

/**
 * Contributed = gain / total invested * 100, in percentage points of everything (spec: Report rules 5); the largest comes
 * first.
 */
export function contributions<T extends Gainer>(
  holdings: readonly T[],
): { total_invested: number; total_gain: number; items: (T & { contributed_pct: number })[] } {
  const total_invested = exactSum(holdings.map(({ invested }) => invested));
  const total_gain = exactSum(holdings.map(({ gain }) => gain));
  const items = holdings
    .map((one) => ({ ...one, contributed_pct: total_invested > 0 ? (one.gain / total_invested) * 100 : 0 }))
    .sort((a, b) => b.contributed_pct - a.contributed_pct);
  return { total_invested, total_gain, items };
}

/**
 * Those that gained most, and those that lost most; a holding without gain is in neither.
 * @param sorted as `contributions` gives them. @param most how many a list may hold.
 */
export function extremes<T extends { contributed_pct: number }>(
  sorted: readonly T[],
  most: number,
): { top_contributors: T[]; top_detractors: T[] } {
  return {
    top_contributors: sorted.filter(({ contributed_pct }) => contributed_pct > 0).slice(0, most),
    top_detractors: sorted
      .filter(({ contributed_pct }) => contributed_pct < 0)
      .toReversed()
      .slice(0, most),
  };
}
