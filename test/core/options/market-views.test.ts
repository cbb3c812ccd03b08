import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reliabilityOf, type Scored, scoresOf } from '../../../core/options/market-views/index.ts';
import { EVENING, during } from '../../support/go-live-world.ts';
import { freshId, type OptionsWorld, optionsWorld, STORES } from '../../support/options-world.ts';

const near = (actual: number | null | undefined, expected: number) =>
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= 1e-12 * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );
const of = (probability: number, happened: 0 | 1): Scored => ({ probability, happened });

describe('Brier score', () => {
  it('decisions/Options workspace: a known answer, and its skill against the base rate', () => {
    // (0.9 − 1)² + (0.7 − 1)² + (0.4 − 0)² + (0.2 − 0)² = 0.01 + 0.09 + 0.16 + 0.04 = 0.30; by 4: 0.075.
    // Half of them happened: 0.5 × 0.5 = 0.25, and 1 − 0.075 / 0.25 = 0.7.
    const { count, brier, baseRate, baseBrier, skill } = scoresOf([
      of(0.9, 1),
      of(0.7, 1),
      of(0.4, 0),
      of(0.2, 0),
    ]);
    assert.equal(count, 4);
    near(brier, 0.075);
    assert.deepEqual([baseRate, baseBrier], [0.5, 0.25]);
    near(skill, 0.7);
  });

  it('whoever always says the base rate has no skill, and whoever says the opposite has less', () => {
    // Three of four: 0.75 × 0.25 = 0.1875 both ways.
    near(scoresOf([of(0.75, 1), of(0.75, 1), of(0.75, 1), of(0.75, 0)]).skill, 0);
    // (1 + 1) / 2 = 1 against 0.25
    assert.equal(scoresOf([of(0, 1), of(1, 0)]).skill, -3);
    assert.equal(scoresOf([of(1, 1), of(0, 0)]).skill, 1);
  });

  it('without a forecast there is no score, and without both outcomes no skill', () => {
    assert.deepEqual(scoresOf([]), { count: 0, brier: null, baseRate: null, baseBrier: null, skill: null });
    const { brier, skill } = scoresOf([of(0.8, 1), of(0.6, 1)]);
    // (0.04 + 0.16) / 2
    near(brier, 0.1);
    assert.equal(skill, null);
  });

  it('a second calculation by parts (reliability less resolution plus uncertainty) agrees', () => {
    // Murphy 1973, exact where each class holds one value of the probability.
    const forecast = fc.record({
      probability: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
      happened: fc.constantFrom<0 | 1>(0, 1),
    });
    fc.assert(
      fc.property(fc.array(forecast, { minLength: 1, maxLength: 80 }), (given) => {
        const { brier, baseRate } = scoresOf(given);
        const base = given.filter(({ happened }) => happened === 1).length / given.length;
        let [reliability, resolution] = [0, 0];
        for (const value of new Set(given.map(({ probability }) => probability))) {
          const same = given.filter(({ probability }) => probability === value);
          const rate = same.filter(({ happened }) => happened === 1).length / same.length;
          reliability += (same.length * (value - rate) ** 2) / given.length;
          resolution += (same.length * (rate - base) ** 2) / given.length;
        }
        assert.equal(baseRate, base);
        assert.ok(Math.abs((brier ?? 0) - (reliability - resolution + base * (1 - base))) < 1e-9);
      }),
    );
  });

  it('decisions/Options workspace: the reliability table has a class for each tenth, the last with its end', () => {
    const bins = reliabilityOf([
      of(0, 0),
      of(0.1, 1),
      of(0.15, 0),
      of(0.3, 1),
      of(0.7, 0),
      of(1, 1),
      of(0.9, 0),
    ]);
    assert.deepEqual(
      bins.map(({ count }) => count),
      [1, 2, 0, 1, 0, 0, 0, 1, 0, 2],
    );
    near(bins[1]?.meanForecast, 0.125);
    assert.deepEqual([bins[1]?.realised, bins[2]?.realised, bins[9]?.realised], [0.5, null, 0.5]);
    near(bins[9]?.meanForecast, 0.95);
  });
});

for (const kind of STORES)
  describe(`market views in ${kind}`, () => {
    let world: OptionsWorld;
    before(async () => {
      world = await optionsWorld(kind, EVENING);
    });
    after(() => world.close());
    beforeEach(async () => await world.anew());

    const views = () => world.core.options.marketViews;
    /** An analysis of a day's morning for its afternoon. */
    const analysis = (id: string, day: string, given: object = {}) => ({
      id,
      kind: 'market_analysis',
      at: during(day, 4),
      underlying: 'NIFTY',
      horizon_at: during(day, 9),
      probability_up: 0.6,
      verdict: 'BULLISH',
      model: 'one',
      ...given,
    });
    const outcome = (of_: string, day: string, realised: string, given: object = {}) => ({
      id: freshId('outcome'),
      kind: 'market_outcome',
      at: during(day, 9),
      analysis_id: of_,
      realised,
      ...given,
    });

    it('says so where there is nothing yet', async () => {
      const quality = await views().dataQuality(world.owner, {});
      assert.deepEqual([quality.analyses, quality.gaps.sessions, quality.models], [0, 0, []]);
      const { brier, skill, reason, bins } = await views().calibration(world.owner, {});
      assert.deepEqual([brier, skill, bins.length], [null, null, 10]);
      assert.match(reason ?? '', /No market analysis has an outcome/);
      assert.equal((await views().performance(world.owner, {})).hit_rate_pct, null);
      const report = await views().promotionReport(world.owner, {});
      assert.deepEqual([report.is_useful, report.strategy, report.missing.length], [false, 'ai_market', 2]);
    });

    it('decisions/Options workspace: FLAT is not higher, and only the first outcome from the horizon on counts', async () => {
      await world.take(
        analysis('up', '2026-03-02', { probability_up: 0.9 }),
        analysis('flat', '2026-03-03', { probability_up: 0.4, verdict: 'NEUTRAL' }),
        analysis('twice', '2026-03-04', { probability_up: 0.2, verdict: 'BEARISH' }),
        analysis('early', '2026-03-05'),
        outcome('up', '2026-03-02', 'UP', { return_pct: 0.5 }),
        outcome('flat', '2026-03-03', 'FLAT', { return_pct: 0 }),
        outcome('early', '2026-03-05', 'UP', { at: during('2026-03-05', 8) }),
        outcome('never', '2026-03-05', 'UP'),
      );
      await world.take(
        outcome('twice', '2026-03-04', 'DOWN', { at: during('2026-03-06'), return_pct: -1.5 }),
      );
      world.clock.pass(1);
      // Of an earlier moment, but it came later.
      await world.take(outcome('twice', '2026-03-04', 'UP', { return_pct: 2 }));
      const { resolved, brier, base_rate, base_brier, skill } = await views().calibration(world.owner, {});
      assert.equal(resolved, 3);
      // (0.1² + 0.4² + 0.2²) / 3 = 0.21 / 3
      near(brier, 0.07);
      near(base_rate, 1 / 3);
      near(base_brier, 2 / 9);
      // 1 − 0.07 × 9 / 2
      near(skill, 0.685);
      const quality = await views().dataQuality(world.owner, {});
      assert.deepEqual(
        [quality.analyses, quality.resolved, quality.overdue, quality.pending, quality.outcomes_ignored],
        [4, 3, 1, 0, { repeated: 1, early: 1, unmatched: 1 }],
      );
      const hits = await views().performance(world.owner, {});
      assert.deepEqual([hits.resolved, hits.hits, hits.hit_rate_pct, hits.returns], [3, 3, 100, 2]);
      // 0.5 upwards and 1.5 downwards, both as said
      assert.equal(hits.mean_return_pct, 1);
    });

    it('portfolio/Option endpoints: data quality names what is missing, by model and session', async () => {
      await world.take(
        analysis('a', '2026-03-02', { missing_inputs: ['fii_flows', 'vix'], model: null }),
        analysis('b', '2026-03-04', { missing_inputs: ['vix', 'vix'] }),
        analysis('c', '2026-03-06', { underlying: 'BANKNIFTY' }),
        analysis('d', '2026-03-09', { horizon_at: '2026-03-10T09:00:00.000Z' }),
        outcome('b', '2026-03-04', 'DOWN'),
      );
      const quality = await views().dataQuality(world.owner, {});
      assert.deepEqual(quality.missing_inputs, [
        { name: 'vix', analyses: 2 },
        { name: 'fii_flows', analyses: 1 },
      ]);
      assert.deepEqual(quality.models, [
        { model: 'one', analyses: 3, resolved: 1 },
        { model: null, analyses: 1, resolved: 0 },
      ]);
      assert.deepEqual([quality.pending, quality.overdue, quality.reported_late], [1, 2, 3]);
      // 3 March 2026 is Holi; the session of today may still bring one.
      const sessions = world.core.calendar.sessionsBetween('NSE', '2026-03-02', '2026-03-06');
      assert.deepEqual(quality.gaps, {
        from: '2026-03-02',
        to: '2026-03-06',
        sessions: sessions.length,
        without: sessions.length - 3,
        days: sessions.filter((day) => !['2026-03-02', '2026-03-04', '2026-03-06'].includes(day)),
      });
      const some = await views().dataQuality(world.owner, { underlying: 'BANKNIFTY' });
      assert.equal(some.analyses, 1);
      assert.equal((await views().dataQuality(world.owner, { model: 'one' })).analyses, 3);
    });

    it('portfolio/Option endpoints: hit rates by verdict, model and month', async () => {
      await world.take(
        analysis('a', '2026-02-27'),
        analysis('b', '2026-02-27', { verdict: 'BEARISH', probability_up: 0.3, model: 'two' }),
        analysis('c', '2026-03-02', { verdict: 'NEUTRAL', probability_up: 0.5 }),
        analysis('d', '2026-03-02'),
        outcome('a', '2026-02-27', 'UP'),
        outcome('b', '2026-02-27', 'UP'),
        outcome('c', '2026-03-02', 'DOWN'),
        outcome('d', '2026-03-02', 'FLAT'),
      );
      const { hit_rate_pct, by_verdict, by_model, by_month } = await views().performance(world.owner, {});
      assert.equal(hit_rate_pct, 25);
      const short = (rows: { name: string | null; resolved: number; hits: number }[]) =>
        rows.map(({ name, resolved, hits }) => [name, resolved, hits]);
      assert.deepEqual(short(by_verdict), [
        ['BEARISH', 1, 0],
        ['BULLISH', 2, 1],
        ['NEUTRAL', 1, 0],
      ]);
      assert.deepEqual(short(by_model), [
        ['one', 3, 1],
        ['two', 1, 0],
      ]);
      assert.deepEqual(short(by_month), [
        ['2026-02', 2, 1],
        ['2026-03', 2, 0],
      ]);
      assert.equal((await views().performance(world.owner, { model: 'two' })).hit_rate_pct, 0);
    });

    it('decisions/Options workspace: the usefulness gate at 59 and at 60 outcomes, and without skill', async () => {
      const one = (nr: number, probability_up: number) => [
        analysis(`n-${nr}-${world.owner}`, '2026-03-05', { probability_up }),
        outcome(`n-${nr}-${world.owner}`, '2026-03-05', nr % 2 === 0 ? 'UP' : 'DOWN'),
      ];
      const good = (nr: number) => one(nr, nr % 2 === 0 ? 0.6 : 0.4);
      await world.take(...Array.from({ length: 59 }, (_, nr) => good(nr)).flat());
      const short = await views().promotionReport(world.owner, {});
      assert.deepEqual(
        short.criteria.map(({ code, value, limit, passed }) => [
          code,
          code === 'AI_SKILL' ? null : value,
          limit,
          passed,
        ]),
        [
          ['AI_RESOLVED', 59, 60, false],
          ['AI_SKILL', null, 0, true],
        ],
      );
      assert.equal(short.is_useful, false);
      assert.match(short.missing.join(' '), /Market analyses with an outcome: 59; at least 60 needed\./);
      await world.take(...good(59));
      const enough = await views().promotionReport(world.owner, {});
      assert.equal(enough.is_useful, true);
      // Each is 0.4 off: 0.16 against 0.25
      near(enough.skill, 0.36);
      // Reported after their horizon: said, and no criterion.
      assert.match(enough.missing.join(' '), /60 analyses were reported after the horizon/);
      await world.take(...Array.from({ length: 60 }, (_, nr) => one(100 + nr, nr % 2 === 0 ? 0 : 1)).flat());
      const worse = await views().promotionReport(world.owner, {});
      assert.equal(worse.is_useful, false);
      assert.match(worse.missing.join(' '), /Brier skill .*more than 0 needed/);
    });
  });
