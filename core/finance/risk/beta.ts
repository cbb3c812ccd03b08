/** Closes by day, in order; of a share adjusted for splits and bonuses. */
export interface DailySeries {
  days: readonly string[];
  closes: ArrayLike<number>;
}

/** A beta with the last day that it rests on, or why there is none. */
export type Beta =
  | { beta: number; as_of: string; reason: null }
  | { beta: null; as_of: null; reason: string };

/** Returns of the index that are looked at: a year of sessions. */
export const WINDOW = 252;
/** Fewer returns in common say nothing. */
const LEAST = 60;
const DECIMALS = 4;
/**
 * From one session to the next no share falls or rises by so much; a split or a merger that is not on record does, and
 * a single such day would drown a year of others.
 */
const LEAST_STEP = 0.5;
const MOST_STEP = 2;

/**
 * How a share moves with its index: the covariance of their daily returns over the variance of the index's, over the
 * index's last 252 returns. A day counts where both have its close and that of the index's session before; with fewer
 * than 60 such days, or an index that never moved, there is no beta.
 */
export function betaOf(share: DailySeries, index: DailySeries, indexName: string): Beta {
  const none = (reason: string): Beta => ({ beta: null, as_of: null, reason });
  const last = index.days.length - 1;
  if (last < 1) return none(`No ${indexName} closes are recorded.`);
  if (share.days.length === 0) return none('No price history is recorded.');
  const own = new Map(share.days.map((day, at) => [day, share.closes[at] ?? Number.NaN]));
  const pairs: { x: number; y: number }[] = [];
  let asOf = '';
  for (let at = Math.max(1, last - WINDOW + 1); at <= last; at += 1) {
    const day = index.days[at] ?? '';
    const y = (own.get(day) ?? Number.NaN) / (own.get(index.days[at - 1] ?? '') ?? Number.NaN);
    const x = (index.closes[at] ?? Number.NaN) / (index.closes[at - 1] ?? Number.NaN);
    if (!(y > LEAST_STEP && y < MOST_STEP && Number.isFinite(x))) continue;
    pairs.push({ x: x - 1, y: y - 1 });
    asOf = day;
  }
  if (pairs.length < LEAST)
    return none(`Beta needs ${LEAST} daily returns in common with ${indexName}; there are ${pairs.length}.`);
  const meanX = pairs.reduce((sum, { x }) => sum + x, 0) / pairs.length;
  const meanY = pairs.reduce((sum, { y }) => sum + y, 0) / pairs.length;
  let covariance = 0;
  let variance = 0;
  for (const { x, y } of pairs) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  if (!(variance > 1e-18)) return none(`${indexName} did not move.`);
  const beta = Number((covariance / variance).toFixed(DECIMALS));
  // Never -0.
  return { beta: beta + 0, as_of: asOf, reason: null };
}
