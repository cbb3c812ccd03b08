import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type PricePanel, shareRatios } from '../../../../core/strategies/panel/index.ts';
import {
  rankedList,
  type Ranking,
  type RankingMember,
  rankSecurities,
  rankSessions,
  type StrategyName,
  strategyOf,
} from '../../../../core/strategies/signals/index.ts';
import { placesDescending } from '../../../../core/strategies/signals/descending.ts';
import { DEFAULT_TERMS, randomPanel, type RandomPanel, SHORT_PARAMS } from './random-panel.ts';
import { slowRanking } from './slow-ranking.ts';

const rank = (panel: PricePanel, ranking: Ranking, at: number, candidates?: readonly number[]) => {
  const asked = candidates ?? [...panel.securities.keys()];
  const found = rankSecurities(panel, shareRatios(panel), ranking, asked, at);
  return { ranked: rankedList(found), unrankable: found.unrankable };
};

const member = (strategy: StrategyName, weight = 1): RankingMember => ({
  strategy,
  params: SHORT_PARAMS[strategy],
  weight,
});
const single = (strategy: StrategyName): Ranking => ({ mode: 'off', members: [member(strategy)] });

const ranking: fc.Arbitrary<Ranking> = fc.oneof(
  fc.constantFrom(...DEFAULT_TERMS.strategies).map(single),
  fc.record({
    mode: fc.constantFrom('rank_average' as const, 'weighted_score' as const),
    members: fc
      .array(
        fc
          .tuple(fc.constantFrom(...DEFAULT_TERMS.strategies), fc.constantFrom(0, 0.5, 1, 3))
          .map(([strategy, weight]) => member(strategy, weight)),
        { minLength: 1, maxLength: 4 },
      )
      .filter((members) => members.some(({ weight }) => weight > 0)),
  }),
);

const nearly = (a: number, b: number, part: number): boolean =>
  Math.abs(a - b) <= part * Math.max(1, Math.abs(b));
const scoresBySecurity = ({ ranked }: ReturnType<typeof rank>) =>
  new Map(ranked.map((one) => [one.security, one.score]));
/** A close of a panel that may be changed. */
const place = (panel: PricePanel, security: number, at: number) => security * panel.days.length + at;

describe('places of scores, the highest first', () => {
  it('are those that a stable sort gives', () => {
    const few = fc.constantFrom(-1, 0, 0.5, 2, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const scores = fc.oneof(
      fc.array(few, { maxLength: 70 }),
      // Of every size: outliers, denormal numbers, and ranges that no double can tell.
      fc.array(fc.double({ noNaN: true }), { maxLength: 70 }),
      fc.array(fc.double({ min: -1, max: 3, noNaN: true }), { maxLength: 300 }),
    );
    fc.assert(
      fc.property(scores, (values) => {
        const places = new Int32Array(values.length);
        placesDescending(places, Float64Array.from(values));
        const sorted = [...values.entries()].toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
        assert.deepEqual(
          [...places],
          sorted.map(([nr]) => nr),
        );
      }),
    );
  });
});

describe('ranking shares of random panels', () => {
  const world: fc.Arbitrary<RandomPanel> = randomPanel();

  it('two ways: is what lists, sorts and sums from the whole panel give', () => {
    let shares = 0;
    fc.assert(
      fc.property(world, ranking, ({ panel, at }, asked) => {
        const [shown, slow] = [rank(panel, asked, at), slowRanking(panel, asked, at)];
        assert.deepEqual(shown.unrankable, slow.unrankable);
        if (slow.is_close && asked.mode === 'rank_average') return;
        assert.equal(shown.ranked.length, slow.ranked.length);
        const scores = new Map(slow.ranked.map((one) => [one.security, one.score]));
        for (const { security, score } of shown.ranked)
          assert.ok(nearly(score, scores.get(security) ?? Number.NaN, 1e-8), `${security}: ${score}`);
        assert.deepEqual(
          shown.ranked.map((one) => one.rank),
          shown.ranked.map((_, nr) => nr + 1),
        );
        for (const [nr, { score }] of shown.ranked.entries())
          assert.ok(nr === 0 || score <= (shown.ranked[nr - 1]?.score ?? 0));
        shares += shown.ranked.length;
      }),
      { numRuns: 200 },
    );
    assert.ok(shares > 200, `only ${shares} were ranked`);
  });

  it('nothing after the session changes a bit: neither closes nor actions', () => {
    fc.assert(
      fc.property(
        world,
        ranking,
        fc.double({ min: 0.01, max: 1e4, noNaN: true }),
        ({ panel, at }, asked, other) => {
          const before = rank(panel, asked, at);
          const closes = panel.closes.slice();
          for (const security of panel.securities.keys())
            for (let later = at + 1; later < panel.days.length; later += 1)
              closes[place(panel, security, later)] = later % 3 === 0 ? Number.NaN : other * later;
          const kept = panel.actions.filter(({ ex_date }) => ex_date <= (panel.days[at] ?? ''));
          const later = panel.days.slice(at + 1).map((ex_date, nr) => ({
            security: nr % panel.securities.length,
            ex_date,
            kind: 'BONUS' as const,
            new_shares: '3',
            old_shares: '1',
            amount: null,
          }));
          assert.deepEqual(rank({ ...panel, closes, actions: [...kept, ...later] }, asked, at), before);
        },
      ),
    );
  });

  it('where the panel begins and ends changes no bit, as long as what is needed is inside', () => {
    fc.assert(
      fc.property(world, ranking, ({ panel, at }, asked) => {
        const needed = Math.max(
          ...asked.members.map(({ strategy, params }) => strategyOf(strategy).sessionsNeeded(params)),
        );
        const from = Math.max(0, at - needed);
        const days = panel.days.slice(from, at + 1);
        const closes = new Float64Array(days.length * panel.securities.length);
        for (const security of panel.securities.keys())
          closes.set(
            panel.closes.subarray(place(panel, security, from), place(panel, security, at + 1)),
            security * days.length,
          );
        assert.deepEqual(rank({ ...panel, days, closes }, asked, at - from), rank(panel, asked, at));
      }),
    );
  });

  it('the order of candidates, and naming one twice, changes no bit', () => {
    fc.assert(
      fc.property(world, ranking, fc.nat(), ({ panel, at }, asked, turn) => {
        const all = [...panel.securities.keys()];
        const turned = all.map((_, nr) => all[(nr * 7 + turn) % all.length] ?? 0).reverse();
        assert.deepEqual(rank(panel, asked, at, [...turned, ...all]), rank(panel, asked, at, all));
      }),
    );
  });

  it('several sessions at a time, each with candidates of its own, give the bits of each alone', () => {
    fc.assert(
      fc.property(world, ranking, fc.nat(), ({ panel }, asked, turn) => {
        const ratios = shareRatios(panel);
        const sessions = panel.days.map((_, at) => ({
          at,
          candidates: [...panel.securities.keys()].filter((security) => (security + at + turn) % 3 > 0),
        }));
        assert.deepEqual(
          rankSessions(panel, ratios, asked, sessions),
          sessions.map(({ at, candidates }) => rankSecurities(panel, ratios, asked, candidates, at)),
        );
      }),
    );
  });

  it('the same question gives the same bits, whatever was asked in between', () => {
    fc.assert(
      fc.property(world, ranking, world, ranking, (one, asked, other, also) => {
        const before = rank(one.panel, asked, one.at);
        rank(other.panel, also, other.at);
        assert.deepEqual(rank(one.panel, asked, one.at), before);
      }),
    );
  });

  it('a split with its ratio changes no score', () => {
    fc.assert(
      fc.property(
        world,
        fc.constantFrom(...DEFAULT_TERMS.strategies),
        fc.nat(),
        fc.constantFrom(['2', '1'], ['3', '2'], ['1', '10'], ['7', '3']),
        ({ panel, at }, strategy, where, [new_shares = '', old_shares = '']) => {
          const security = where % panel.securities.length;
          const session = 1 + (where % at);
          const closes = panel.closes.slice();
          for (let later = session; later < panel.days.length; later += 1)
            closes[place(panel, security, later)] =
              (closes[place(panel, security, later)] ?? Number.NaN) /
              (Number(new_shares) / Number(old_shares));
          const ex_date = panel.days[session] ?? '';
          const split = { security, ex_date, kind: 'SPLIT' as const, new_shares, old_shares, amount: null };
          const before = scoresBySecurity(rank(panel, single(strategy), at));
          const after = scoresBySecurity(
            rank({ ...panel, closes, actions: [...panel.actions, split] }, single(strategy), at),
          );
          assert.deepEqual(new Set(after.keys()), new Set(before.keys()));
          for (const [one, score] of before) assert.ok(nearly(after.get(one) ?? Number.NaN, score, 1e-12));
        },
      ),
    );
  });

  it('twice the closes of a share leave every rank and score as it was', () => {
    fc.assert(
      fc.property(world, ranking, fc.nat(), ({ panel, at }, asked, where) => {
        const security = where % panel.securities.length;
        const closes = panel.closes.slice();
        for (let session = 0; session < panel.days.length; session += 1)
          closes[place(panel, security, session)] =
            2 * (closes[place(panel, security, session)] ?? Number.NaN);
        assert.deepEqual(rank({ ...panel, closes }, asked, at), rank(panel, asked, at));
      }),
    );
  });
});
