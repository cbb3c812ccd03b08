import { percentOf } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import type { BacktestTrace } from '../engine/index.ts';
import { NEAR_SESSIONS } from '../panel/index.ts';
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

/** Sessions before a rebalance that its ranks look at. */
export const rankingHistory = (config: StrategyConfig): number =>
  historyNeeded({ ...config, weighting: 'equal' }) - NEAR_SESSIONS;

/**
 * Counts by the members of each session, so that a year without prices weighs as a year and companies that left count while
 * they belonged. A close of the sessions shortly before stands for a missing one, as it does in a ranking.
 */
export function coverageOf(trace: BacktestTrace, config: StrategyConfig): Coverage {
  const { panel } = trace.market;
  const { days: sessions, securities, closes } = panel;
  const [first, count] = [trace.first, trace.days.length];
  const back = rankingHistory(config);
  const coverage = { members: 0, priced: 0, memberSessions: 0, rankableSessions: 0 };
  const withCloses = new Uint8Array(count);
  for (const [security, { member }] of securities.entries()) {
    const from = security * sessions.length;
    let isMember = false;
    let isPriced = false;
    /** The newest session with a close, as of the session and as of the beginning of its history. */
    let [newest, earlier] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const hasClose = (at: number) => at >= 0 && !Number.isNaN(closes[from + at] ?? Number.NaN);
    for (let at = 0; at < first + count; at += 1) {
      if (hasClose(at)) newest = at;
      if (hasClose(at - back)) earlier = at - back;
      if (at < first) continue;
      const day = sessions[at] ?? '';
      if (!member.some((span) => span.from <= day && day <= (span.to ?? '9999'))) continue;
      isMember = true;
      coverage.memberSessions += 1;
      if (newest === at) {
        isPriced = true;
        withCloses[at - first] = 1;
      }
      const isNear = at - newest <= NEAR_SESSIONS && at - back - earlier <= NEAR_SESSIONS;
      if (isNear) coverage.rankableSessions += 1;
    }
    if (isMember) coverage.members += 1;
    if (isPriced) coverage.priced += 1;
  }
  const stale = trace.days.reduce((sum, { valuation }) => sum + valuation.stale, 0n);
  const assets = trace.days.reduce((sum, { valuation }) => sum + valuation.assets, 0n);
  const unexplained = trace.events.filter(({ event }) => event.kind === 'UNEXPLAINED_MOVE');
  return {
    ...coverage,
    sessions: count,
    sessionsWithCloses: withCloses.reduce((sum, one) => sum + one, 0),
    staleValuePct: percentOf(stale, assets) ?? 0,
    unexplained: new Set(unexplained.map(({ event }) => event.security)).size,
  };
}
