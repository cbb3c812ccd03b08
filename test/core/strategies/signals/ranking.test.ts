import assert from 'node:assert/strict';
import { type PricePanel, shareRatios } from '../../../../core/strategies/panel/index.ts';
import {
  rankedList,
  type Ranking,
  type RankingMember,
  rankSecurities,
} from '../../../../core/strategies/signals/index.ts';
import { closesPanel } from './closes-panel.ts';

const rank = (
  panel: PricePanel,
  ranking: Ranking,
  at: number,
  candidates: readonly number[] = [...panel.securities.keys()],
) => {
  const found = rankSecurities(panel, shareRatios(panel), ranking, candidates, at);
  return { ranked: rankedList(found), unrankable: found.unrankable };
};

const MOMENTUM: Ranking = {
  mode: 'off',
  members: [{ strategy: 'momentum_12_1', params: { lookback_sessions: 2, skip_sessions: 0 }, weight: 1 }],
};

describe('ranking shares', () => {
  const LOOKBACK = { lookback_sessions: 2, skip_sessions: 0 };
  /** Shares by what they gained over two sessions, in percentage points. */
  const gained = (bySymbol: Readonly<Record<string, number>>, before = 100): PricePanel =>
    closesPanel(
      Object.fromEntries(
        Object.entries(bySymbol).map(([symbol, gain]) => [
          symbol,
          [before, before, before * (1 + gain / 100)],
        ]),
      ),
    );
  const of = (panel: PricePanel, shown: ReturnType<typeof rank>) =>
    shown.ranked.map(({ security, rank: nr }) => `${nr} ${panel.securities[security]?.symbol}`);

  it('the highest score first; equal scores by symbol', () => {
    const panel = gained({ TCS: 10, INFY: 20, ZEEL: 10, ABB: 10 });
    const shown = rank(panel, MOMENTUM, 2);
    assert.deepEqual(of(panel, shown), ['1 INFY', '2 ABB', '3 TCS', '4 ZEEL']);
    assert.ok(Math.abs((shown.ranked[0]?.score ?? 0) - 0.2) < 1e-12);
    assert.deepEqual(shown.unrankable, []);
  });

  // Over 2 sessions A, B, C gained 30, 20, 10 %; over the last session alone 0, 20, 10 %.
  const two = closesPanel({ A: [100, 130, 130], B: [100, 100, 120], C: [100, 100, 110] });
  const members = (first: number, second: number): RankingMember[] => [
    { strategy: 'momentum_12_1', params: LOOKBACK, weight: first },
    { strategy: 'momentum_6_1', params: { lookback_sessions: 1, skip_sessions: 0 }, weight: second },
  ];

  it('rank_average by hand', () => {
    // Ranks: A 1 and 3, B 2 and 1, C 3 and 2. Equal weights: A 2, B 1.5, C 2.5.
    const equal = rank(two, { mode: 'rank_average', members: members(1, 1) }, 2);
    assert.deepEqual(of(two, equal), ['1 B', '2 A', '3 C']);
    assert.deepEqual(
      equal.ranked.map(({ score }) => score),
      [-1.5, -2, -2.5],
    );
    // Weights 3 and 1: A (3 + 3) / 4 = 1.5, B (6 + 1) / 4 = 1.75, C (9 + 2) / 4 = 2.75.
    const first = rank(two, { mode: 'rank_average', members: members(3, 1) }, 2);
    assert.deepEqual(
      first.ranked.map(({ score }) => score),
      [-1.5, -1.75, -2.75],
    );
    // Two equal scores share ranks 2 and 3: B and C have 2.5.
    const tie = gained({ A: 30, B: 10, C: 10 });
    const shared = rank(tie, { mode: 'rank_average', members: members(1, 0) }, 2);
    assert.deepEqual(
      shared.ranked.map(({ score }) => score),
      [-1, -2.5, -2.5],
    );
  });

  it('weighted_score by hand', () => {
    // Scores of the first are 0.3, 0.2, 0.1: mean 0.2, deviation √(0.02 / 3), z of A √1.5, B 0, C −√1.5. Of the second 0,
    // 0.2, 0.1: A −√1.5, B √1.5, C 0. Weights 3 and 1: A 2√1.5 / 4, B √1.5 / 4, C −3√1.5 / 4.
    const shown = rank(two, { mode: 'weighted_score', members: members(3, 1) }, 2);
    assert.deepEqual(of(two, shown), ['1 A', '2 B', '3 C']);
    const expected = [2, 1, -3].map((part) => (part * Math.sqrt(1.5)) / 4);
    for (const [nr, { score }] of shown.ranked.entries())
      assert.ok(Math.abs(score - (expected[nr] ?? 0)) < 1e-9);
  });

  it('a member that scores all alike says nothing', () => {
    // All gained 10 % over the last session: only the first counts, with half of the weight.
    const panel = closesPanel({ A: [100, 130, 143], B: [100, 110, 121], C: [100, 100, 110] });
    const shown = rank(panel, { mode: 'weighted_score', members: members(1, 1) }, 2);
    const alone = rank(panel, { mode: 'weighted_score', members: members(1, 0) }, 2);
    for (const [nr, { security, score }] of shown.ranked.entries()) {
      assert.equal(security, alone.ranked[nr]?.security);
      assert.ok(Math.abs(score - (alone.ranked[nr]?.score ?? 0) / 2) < 1e-12);
    }
  });

  it('a share that one member cannot rank has no rank and the reason of the first; a weight of 0 does not ask', () => {
    const panel = closesPanel({
      A: [100, 110, 120],
      B: [null, null, 100],
      C: [100, 110, null],
      D: [null, 90, 95],
    });
    const trend: RankingMember = { strategy: 'trend_quality', params: { window_sessions: 20 }, weight: 0 };
    const shown = rank(panel, { mode: 'rank_average', members: [...members(1, 1), trend] }, 2);
    assert.deepEqual(of(panel, shown), ['1 A']);
    assert.deepEqual(shown.unrankable, [
      { security: 1, reason: 'SHORT_HISTORY' },
      { security: 2, reason: 'NO_PRICE' },
      { security: 3, reason: 'SHORT_HISTORY' },
    ]);
    const asked = rank(
      panel,
      { mode: 'rank_average', members: [...members(1, 1), { ...trend, weight: 1 }] },
      2,
    );
    assert.equal(asked.ranked.length, 0);
    assert.equal(asked.unrankable.length, 4);
  });

  it('nobody to rank, no strategy to rank by, and indexes outside of the panel', () => {
    const panel = gained({ A: 10 });
    assert.deepEqual(rank(panel, MOMENTUM, 2, []), { ranked: [], unrankable: [] });
    assert.throws(() => rank(panel, { mode: 'off', members: [] }, 2), RangeError);
    assert.throws(() => rank(panel, { mode: 'off', members: members(1, 1) }, 2), RangeError);
    assert.throws(() => rank(panel, { mode: 'rank_average', members: members(0, 0) }, 2), RangeError);
    for (const [at, security] of [
      [3, 0],
      [-1, 0],
      [0.5, 0],
      [2, 1],
      [2, -1],
    ] as const)
      assert.throws(() => rank(panel, MOMENTUM, at, [security]), RangeError);
  });
});
