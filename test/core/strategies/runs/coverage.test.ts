import assert from 'node:assert/strict';
import { runBacktest } from '../../../../core/strategies/engine/index.ts';
import { coverageOf } from '../../../../core/strategies/runs/coverage.ts';
import { panelOf, sessions } from '../../../support/price-panel.ts';

/*
 * Ten sessions to look back, ten of the window. A share counts on a session where it has a close in the five sessions before it,
 * and one as near to the session ten before it.
 */
const DAYS = sessions('2024-01-01', '2024-01-29');
const CONFIG = {
  strategy: 'momentum_6_1',
  params: { lookback_sessions: 10, skip_sessions: 1 },
  universe: 'NIFTY500',
  top_n: 2,
  rebalance: 'monthly',
  weighting: 'equal',
} as const;

function covered(
  closes: Record<string, (number | null)[]>,
  members: Record<string, { from: string; to: string | null }> = {},
) {
  const panel = panelOf(DAYS, closes);
  for (const share of panel.securities as unknown as { symbol: string; member: unknown }[])
    share.member = [members[share.symbol] ?? { from: '2000-01-01', to: null }];
  const none = new Uint8Array(DAYS.length);
  const trace = runBacktest({
    panel,
    config: CONFIG,
    marks: { rebalance: none, yearEnd: none, curatedFrom: '2000-01-01' },
    from: DAYS[10] ?? '',
    to: DAYS.at(-1) ?? '',
    initialCapital: 1_000_000n,
  });
  return coverageOf(trace, CONFIG);
}
const always = DAYS.map(() => 100);
const from = (first: number) => DAYS.map((_, at) => (at >= first ? 100 : null));

describe('how much of the universe the prices of a backtest cover', () => {
  const window = DAYS.length - 10;

  it('portfolio/Policy rules 8: counts members of each session, those without a price included', () => {
    const found = covered({ AAA: always, BBB: always, CCC: DAYS.map(() => null), DDD: DAYS.map(() => null) });
    assert.deepEqual(
      [found.members, found.priced, found.memberSessions, found.rankableSessions],
      [4, 2, 4 * window, 2 * window],
    );
    assert.deepEqual([found.sessions, found.sessionsWithCloses], [window, window]);
  });

  it('counts a member while it belongs: one that left early weighs little, prices after that do not count', () => {
    const found = covered(
      { AAA: always, GONE: DAYS.map((_, at) => (at < 10 || at > 12 ? 100 : null)) },
      { GONE: { from: '2000-01-01', to: DAYS[12] ?? null } },
    );
    // It belonged for three sessions of the window; a close of the five sessions before each stands in.
    assert.deepEqual(
      [found.members, found.priced, found.memberSessions, found.rankableSessions],
      [2, 1, window + 3, window + 3],
    );
  });

  it('a share without the history that ranks look at is priced, and cannot be ranked', () => {
    // Closes from the fifth session of the window (session 14) on: the first session with a close ten before it is the 24th.
    const found = covered({ AAA: always, NEW: from(14) });
    assert.deepEqual([found.priced, found.rankableSessions], [2, window + Math.max(0, DAYS.length - 24)]);
  });
});
