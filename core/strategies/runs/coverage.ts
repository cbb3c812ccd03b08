import { percentOf } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import type { BacktestTrace, PolicyMarket } from '../engine/index.ts';
import { NEAR_SESSIONS, type PricePanel } from '../panel/index.ts';
import { historyNeeded } from '../ranking-of.ts';

/** How much of what a backtest rests on was there. */
export interface Coverage {
  /** Members of the universe within the window, those that left it included. */
  members: number;
  /** Of those, with a close while they were members. */
  priced: number;
  /** Members of each session, counted together; of those, with the closes that a ranking looks at. */
  memberSessions: number;
  rankableSessions: number;
  /** Sessions of the window, and those on which a member had a close. */
  sessions: number;
  sessionsWithCloses: number;
  /** Part of the value of all sessions that was told by older closes, in percentage points. */
  staleValuePct: number;
  /** Held shares that halved or doubled overnight without a known reason. */
  unexplained: number;
}

type Counts = Pick<
  Coverage,
  'members' | 'priced' | 'memberSessions' | 'rankableSessions' | 'sessionsWithCloses'
>;

/** Of the panels in use, by window and history: fifty configs over one history count once. A panel never changes. */
const counted = new WeakMap<PricePanel, Map<string, Counts>>();

/** Before any session that is near to one of a panel. */
const LONG_AGO = -NEAR_SESSIONS - 1;

/** Sessions before a rebalance that its ranks look at. */
export const rankingHistory = (config: StrategyConfig): number =>
  historyNeeded({ ...config, weighting: 'equal' }) - NEAR_SESSIONS;

/**
 * Counts by the members of each session, so that a year without prices weighs as a year and companies that left count while
 * they belonged. A close of the sessions shortly before stands for a missing one, as it does in a ranking.
 */
export function coverageOf(trace: BacktestTrace, config: StrategyConfig): Coverage {
  const back = rankingHistory(config);
  const counts = countsOf(trace, back);
  const stale = trace.days.reduce((sum, { valuation }) => sum + valuation.stale, 0n);
  const assets = trace.days.reduce((sum, { valuation }) => sum + valuation.assets, 0n);
  const unexplained = trace.events.filter(({ event }) => event.kind === 'UNEXPLAINED_MOVE');
  return {
    ...counts,
    sessions: trace.days.length,
    staleValuePct: percentOf(stale, assets) ?? 0,
    unexplained: new Set(unexplained.map(({ event }) => event.security)).size,
  };
}

function countsOf({ market, first, days }: BacktestTrace, back: number): Counts {
  const { panel } = market;
  const known = counted.get(panel) ?? new Map<string, Counts>();
  const key = `${first} ${days.length} ${back}`;
  const counts = known.get(key) ?? countMembers(market, { first, count: days.length, back });
  counted.set(panel, known.set(key, counts));
  return counts;
}

function countMembers(
  market: PolicyMarket,
  { first, count, back }: { first: number; count: number; back: number },
): Counts {
  const { days: sessions, securities, closes } = market.panel;
  const counts = { members: 0, priced: 0, memberSessions: 0, rankableSessions: 0 };
  const withCloses = new Uint8Array(count);
  // A close that is older than the sessions nearby counts no more: nothing before them is looked at.
  const start = Math.max(0, first - NEAR_SESSIONS);
  for (let security = 0; security < securities.length; security += 1) {
    const from = security * sessions.length;
    const isMember = market.memberships(security, first, count);
    let [memberSessions, pricedSessions] = [0, 0];
    /** The newest session with a close, as of the session and as of the beginning of its history. */
    let [newest, earlier] = [LONG_AGO, LONG_AGO];
    for (let at = start; at < first + count; at += 1) {
      if (!Number.isNaN(closes[from + at] ?? Number.NaN)) newest = at;
      if (at >= back && !Number.isNaN(closes[from + at - back] ?? Number.NaN)) earlier = at;
      if (at < first || isMember[at - first] === 0) continue;
      memberSessions += 1;
      if (newest === at) {
        pricedSessions += 1;
        withCloses[at - first] = 1;
      }
      if (at - newest <= NEAR_SESSIONS && at - earlier <= NEAR_SESSIONS) counts.rankableSessions += 1;
    }
    counts.memberSessions += memberSessions;
    if (memberSessions > 0) counts.members += 1;
    if (pricedSessions > 0) counts.priced += 1;
  }
  return { ...counts, sessionsWithCloses: withCloses.reduce((sum, one) => sum + one, 0) };
}
