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

interface UnrankableSecurity {
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

/** A session on which shares are to be ranked. */
interface SessionToRank {
  /** Its index in the panel. */
  at: number;
  /** Indexes of shares in the panel. */
  candidates: ArrayLike<number>;
}

/** What several sessions say of all shares of a panel: that of a share on a session is at `session * shares + share`. */
interface ScoreTables {
  /** 1 for what is asked for and can be scored by all members. */
  readonly isRankable: Uint8Array;
  /** By member. */
  readonly scores: readonly Float64Array[];
  /** By session. */
  readonly unrankable: readonly UnrankableSecurity[][];
}

/** The shares that can be ranked on a session, their scores by member and of all together, and the places they lead to. */
let rankable = new Int32Array(0);
let scoresOf: Float64Array[] = [];
let totals = new Float64Array(0);
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
  candidates: ArrayLike<number>,
  at: number,
): RankedSecurities {
  const members = activeMembers(ranking);
  const tables = scoreSessions(panel, ratios, members, [{ at, candidates }]);
  return rankedOf(panel, ranking.mode, members, tables, 0);
}

/**
 * The same for several sessions, each out of what was known by then. Closes lie in memory share by share: to score a share on
 * all sessions before the next share takes a fifth of the time of session by session.
 */
export function rankSessions(
  panel: PricePanel,
  ratios: ShareRatios,
  ranking: Ranking,
  sessions: readonly SessionToRank[],
): RankedSecurities[] {
  const members = activeMembers(ranking);
  const tables = scoreSessions(panel, ratios, members, sessions);
  return sessions.map((_, nr) => rankedOf(panel, ranking.mode, members, tables, nr));
}

/** Scores what each session asks for, share by share. */
function scoreSessions(
  panel: PricePanel,
  ratios: ShareRatios,
  members: readonly ActiveMember[],
  sessions: readonly SessionToRank[],
): ScoreTables {
  const shares = panel.securities.length;
  const isRankable = candidatesOf(panel, sessions);
  const scores = members.map(() => new Float64Array(isRankable.length));
  const unrankable = sessions.map((): UnrankableSecurity[] => []);
  const window = new PriceWindow(panel, ratios);
  for (let security = 0; security < shares; security += 1)
    for (let nr = 0; nr < sessions.length; nr += 1) {
      const place = nr * shares + security;
      if (isRankable[place] === 0) continue;
      const reason = scoreInto(scores, place, window.on(security, sessions[nr]?.at ?? 0), members);
      if (reason === null) continue;
      isRankable[place] = 0;
      unrankable[nr]?.push({ security, reason });
    }
  return { isRankable, scores, unrankable };
}

/** Whom each session asks for, as a table. */
function candidatesOf({ securities, days }: PricePanel, sessions: readonly SessionToRank[]): Uint8Array {
  const shares = securities.length;
  const isAsked = new Uint8Array(sessions.length * shares);
  for (const [nr, { at, candidates }] of sessions.entries()) {
    if (!(Number.isInteger(at) && at >= 0 && at < days.length))
      throw new RangeError(`There is no session ${at}.`);
    for (let asked = 0; asked < candidates.length; asked += 1) {
      const security = candidates[asked] ?? Number.NaN;
      if (!(Number.isInteger(security) && security >= 0 && security < shares))
        throw new RangeError(`There is no share ${security}.`);
      isAsked[nr * shares + security] = 1;
    }
  }
  return isAsked;
}

/** Puts the shares of one of the sessions in order. @param nr its row in the tables. */
function rankedOf(
  { securities }: PricePanel,
  mode: CombineMode,
  members: readonly ActiveMember[],
  tables: ScoreTables,
  nr: number,
): RankedSecurities {
  const count = gather(tables, members.length, nr * securities.length, securities.length);
  combinedScores(totals, mode, members, scoresOf, count);
  const places = order.subarray(0, count);
  placesDescending(places, totals);
  sortTies(places, (place) => securities[rankable[place] ?? 0]?.symbol ?? '');
  const ranked = new Int32Array(count);
  const scores = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    ranked[at] = rankable[place] ?? 0;
    scores[at] = totals[place] ?? 0;
  }
  return { ranked, scores, unrankable: tables.unrankable[nr] ?? [] };
}

/** Takes the shares that can be ranked out of a row that begins at `from`. @returns how many. */
function gather({ isRankable, scores }: ScoreTables, members: number, from: number, shares: number): number {
  if (totals.length < shares) {
    rankable = new Int32Array(shares);
    totals = new Float64Array(shares);
    order = new Int32Array(shares);
    scoresOf = [];
  }
  while (scoresOf.length < members) scoresOf.push(new Float64Array(totals.length));
  let count = 0;
  for (let security = 0; security < shares; security += 1) {
    if (isRankable[from + security] === 0) continue;
    rankable[count] = security;
    for (let nr = 0; nr < members; nr += 1)
      (scoresOf[nr] as Float64Array)[count] = (scores[nr] as Float64Array)[from + security] as number;
    count += 1;
  }
  return count;
}

/** Sorts runs of equal scores by symbol. */
function sortTies(places: Int32Array, symbolAt: (nr: number) => string): void {
  const bySymbol = (a: number, b: number): number => {
    const [one, other] = [symbolAt(a), symbolAt(b)];
    return one < other ? -1 : one > other ? 1 : a - b;
  };
  for (let from = 0; from < places.length;) {
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

/** Scores one share by all members into its place; returns why one cannot, or null. */
function scoreInto(
  scores: readonly Float64Array[],
  place: number,
  window: PriceWindow,
  members: readonly ActiveMember[],
): UnrankableReason | null {
  for (let nr = 0; nr < members.length; nr += 1) {
    const { strategy, params } = members[nr] as ActiveMember;
    const score = strategy.score(window, params);
    if (typeof score === 'string') return score;
    (scores[nr] as Float64Array)[place] = score;
  }
  return null;
}
