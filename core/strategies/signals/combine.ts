import { placesDescending } from './descending.ts';

/** One strategy alone, or how several make one order. */
export const COMBINE_MODES = ['off', 'rank_average', 'weighted_score'] as const;
export type CombineMode = (typeof COMBINE_MODES)[number];

/** Spread of scores that rounding alone makes, as a part of the largest. */
const DUST = 1e-12;

let order = new Int32Array(0);

/**
 * One score a share out of those of each member, higher being better. `off` is the score of the only member;
 * `rank_average` minus the weighted mean of a share's ranks, equal scores sharing the mean of their ranks; `weighted_score`
 * the weighted mean of its z-scores, 0 from a member that scores all alike.
 * @param into @param scores places of the shares, of which the first `count` are used.
 */
export function combinedScores(
  into: Float64Array,
  mode: CombineMode,
  members: readonly { weight: number }[],
  scores: readonly Float64Array[],
  count: number,
): void {
  const [first] = scores;
  if (mode === 'off') {
    if (first !== undefined) into.set(first.subarray(0, count));
    return;
  }
  into.fill(0, 0, count);
  let weights = 0;
  for (const [at, { weight }] of members.entries()) {
    const own = scores[at]?.subarray(0, count) ?? new Float64Array(count);
    weights += weight;
    if (mode === 'rank_average') addRanks(into, own, weight);
    else addStandardScores(into, own, weight);
  }
  const sign = mode === 'rank_average' ? -1 : 1;
  for (let nr = 0; nr < count; nr += 1) into[nr] = (sign * (into[nr] ?? 0)) / weights;
}

/** Adds the weighted rank of each score, from 1 for the highest. */
function addRanks(into: Float64Array, scores: Float64Array, weight: number): void {
  const count = scores.length;
  if (order.length < count) order = new Int32Array(count);
  const places = order.subarray(0, count);
  placesDescending(places, scores);
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && scores[places[to] ?? 0] === scores[places[from] ?? 0]) to += 1;
    const rank = (from + 1 + to) / 2;
    for (let place = from; place < to; place += 1) {
      const nr = places[place] ?? 0;
      into[nr] = (into[nr] ?? 0) + weight * rank;
    }
    from = to;
  }
}

/** Adds the weighted distance of each score from their mean, in population standard deviations. */
function addStandardScores(into: Float64Array, scores: Float64Array, weight: number): void {
  let [sum, largest] = [0, 0];
  for (const score of scores) {
    sum += score;
    largest = Math.max(largest, Math.abs(score));
  }
  const mean = sum / scores.length;
  let squares = 0;
  for (const score of scores) squares += (score - mean) ** 2;
  const deviation = Math.sqrt(squares / scores.length);
  if (!(deviation > DUST * largest)) return;
  for (const [nr, score] of scores.entries())
    into[nr] = (into[nr] ?? 0) + weight * ((score - mean) / deviation);
}
