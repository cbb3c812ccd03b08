import { type PricePanel, PriceWindow, type ShareRatios } from '../panel/index.ts';
import { combinedScores, type CombineMode } from './combine.ts';
import { placesDescending } from './descending.ts';
import { type ParamValues, withDefaults } from './params.ts';
import { type StrategyName, strategyOf } from './strategy-table.ts';
import type { Strategy, UnrankableReason } from './strategy.ts';

/** One of the strategies that a ranking is made of, with its share of the weight. */
export interface RankingMember {
  strategy: StrategyName;
  /** By name; what is missing has its default. */
  params: ParamValues;
  weight: number;
}

export interface Ranking {
  mode: CombineMode;
  members: readonly RankingMember[];
}

/** A share in the order of a ranking, from rank 1; a higher score is better. */
export interface RankedSecurity {
  /** Index in the panel. */
  security: number;
  rank: number;
  score: number;
}

export interface UnrankableSecurity {
  security: number;
  reason: UnrankableReason;
}

/** Lists of numbers: a backtest ranks hundreds of shares on each rebalance, and looks at a few of them. */
export interface RankedSecurities {
  /** Indexes of shares in the panel, best first: the rank of a share is its place, counted from 1. */
  ranked: Int32Array;
  /** The score of each share of `ranked`. */
  scores: Float64Array;
  /** By index. */
  unrankable: UnrankableSecurity[];
}

/** Ranked shares one by one, best first, for those who tell of all of them. */
export function rankedList({ ranked, scores }: RankedSecurities): RankedSecurity[] {
  return Array.from(ranked, (security, at) => ({ security, rank: at + 1, score: scores[at] ?? Number.NaN }));
}

interface ActiveMember {
  strategy: Strategy<StrategyName>;
  params: ParamValues;
  weight: number;
}

/** Scores of each member and of all together, kept between rankings. */
let scoresOf: Float64Array[] = [];
let totals = new Float64Array(0);
let rankable = new Int32Array(0);
let order = new Int32Array(0);

/**
 * Ranks shares as of a session, out of what was known by then. A share that one of the strategies cannot score is not
 * ranked and has the reason of the first that cannot. Equal scores go by symbol, so the order of candidates has no effect.
 * @param candidates indexes of shares in the panel.
 * @param at index of the session.
 * Throws a RangeError for a ranking without a strategy, and for indexes outside of the panel.
 */
export function rankSecurities(
  panel: PricePanel,
  ratios: ShareRatios,
  ranking: Ranking,
  candidates: readonly number[],
  at: number,
): RankedSecurities {
  const { securities, days } = panel;
  const members = activeMembers(ranking);
  if (!(Number.isInteger(at) && at >= 0 && at < days.length))
    throw new RangeError(`There is no session ${at}.`);
  const asked = inOrder(candidates, securities.length);
  makeRoom(members.length, asked.length);
  const unrankable: UnrankableSecurity[] = [];
  const window = new PriceWindow(panel, ratios);
  let count = 0;
  for (const security of asked) {
    const reason = scoreInto(count, window.on(security, at), members);
    if (reason === null) {
      rankable[count] = security;
      count += 1;
    } else unrankable.push({ security, reason });
  }
  combinedScores(totals, ranking.mode, members, scoresOf, count);
  const places = order.subarray(0, count);
  placesDescending(places, totals);
  sortTies(places, (nr) => securities[rankable[nr] ?? 0]?.symbol ?? '');
  const ranked = new Int32Array(count);
  const scores = new Float64Array(count);
  for (let nr = 0; nr < count; nr += 1) {
    const place = places[nr] ?? 0;
    ranked[nr] = rankable[place] ?? 0;
    scores[nr] = totals[place] ?? 0;
  }
  return { ranked, scores, unrankable };
}

/** Sorts runs of equal scores by symbol. */
function sortTies(places: Int32Array, symbolAt: (nr: number) => string): void {
  const bySymbol = (a: number, b: number): number => {
    const [one, other] = [symbolAt(a), symbolAt(b)];
    return one < other ? -1 : one > other ? 1 : a - b;
  };
  for (let from = 0; from < places.length; ) {
    const score = totals[places[from] ?? 0];
    let to = from + 1;
    while (to < places.length && totals[places[to] ?? 0] === score) to += 1;
    if (to - from > 1) places.subarray(from, to).sort(bySymbol);
    from = to;
  }
}

function activeMembers({ mode, members }: Ranking): ActiveMember[] {
  const active = members
    .filter(({ weight }) => mode === 'off' || weight > 0)
    .map(({ strategy: name, params, weight }) => {
      const strategy = strategyOf(name);
      return { strategy, params: withDefaults(strategy.params, params), weight };
    });
  if (active.length === 0) throw new RangeError('A ranking needs a strategy with a weight above 0.');
  if (mode === 'off' && active.length > 1)
    throw new RangeError('A ranking of several strategies needs a mode other than off.');
  return active;
}

/** Each candidate once, ascending: sums are taken in one order, whatever order they were given in. */
function inOrder(candidates: readonly number[], securities: number): Int32Array {
  const sorted = new Int32Array(candidates);
  if (!isAscending(sorted)) sorted.sort();
  let count = 0;
  for (const security of sorted) {
    if (security < 0 || security >= securities) throw new RangeError(`There is no share ${security}.`);
    if (count > 0 && sorted[count - 1] === security) continue;
    sorted[count] = security;
    count += 1;
  }
  return sorted.subarray(0, count);
}

function isAscending(numbers: Int32Array): boolean {
  for (let at = 1; at < numbers.length; at += 1)
    if ((numbers[at] ?? 0) < (numbers[at - 1] ?? 0)) return false;
  return true;
}

/** Scores one share by all members into their places; returns why one cannot, or null. */
function scoreInto(
  nr: number,
  window: PriceWindow,
  members: readonly ActiveMember[],
): UnrankableReason | null {
  let at = 0;
  for (const { strategy, params } of members) {
    const score = strategy.score(window, params);
    if (typeof score === 'string') return score;
    const scores = scoresOf[at];
    if (scores !== undefined) scores[nr] = score;
    at += 1;
  }
  return null;
}

function makeRoom(members: number, shares: number): void {
  if (totals.length < shares) {
    totals = new Float64Array(shares);
    rankable = new Int32Array(shares);
    order = new Int32Array(shares);
    scoresOf = [];
  }
  while (scoresOf.length < members) scoresOf.push(new Float64Array(totals.length));
}
