import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Mode } from '../../../core/options/records/index.ts';
import { sharpeOf } from '../../../core/options/measurement/index.ts';
import {
  closedTrade,
  freshId,
  type OptionsWorld,
  optionsWorld,
  PUT,
  STORES,
} from '../../support/options-world.ts';
import { sampled } from '../../support/soak.ts';

const NOW = '2026-06-15T10:00:00.000Z';
/** A moment of a day of 2026, by its number. */
const onDay = (nr: number, hour = 5): string => new Date(Date.UTC(2026, 0, 1 + nr, hour)).toISOString();
const near = (actual: number | null, expected: number, digits = 1e-9) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= digits * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );

describe('Sharpe ratio', () => {
  // Returns that alternate between 0.03 and −0.01: mean 0.01; each is 0.02 from it, so the variance of a sample of 30 is
  // 30 × 0.0004 / 29, and the ratio 0.01 / √(0.012 / 29) × √252 = 0.01 × √(252 × 29 / 0.012) = 7.80384516…
  const alternating = (count: number) =>
    Array.from({ length: count }, (_, nr) => (nr % 2 === 0 ? 0.03 : -0.01));

  it('portfolio/Measurement rules 1: there is none with 29 days, and there is one with 30', () => {
    assert.equal(sharpeOf(alternating(29)), null);
    near(sharpeOf(alternating(30)), 0.01 * Math.sqrt((252 * 29) / 0.012));
  });

  it('days that are all alike have no risk to measure by', () => {
    assert.equal(sharpeOf(Array.from({ length: 40 }, () => 0.001)), null);
    assert.equal(sharpeOf(Array.from({ length: 40 }, () => 0)), null);
  });

  it('does not depend on the size of the capital or the order of the days', () => {
    const returns = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), {
      minLength: 30,
      maxLength: 90,
    });
    fc.assert(
      fc.property(returns, fc.double({ min: 0.5, max: 20, noNaN: true }), (days, factor) => {
        const ratio = sharpeOf(days);
        const other = sharpeOf(days.map((one) => one * factor).toReversed());
        if (ratio === null || other === null) return;
        near(other, ratio, 1e-6);
      }),
      { numRuns: sampled(100, 2_000) },
    );
  });
});

for (const store of STORES)
  describe(`results of trades, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, NOW)));
    beforeEach(() => world.anew());
    after(() => world.close());
    const read = async (mode: Mode = 'LIVE') => await world.core.options.performance.read(world.owner, mode);

    it('portfolio/Option performance v2: gross, costs and net are kept apart, for one mode and each strategy', async () => {
      await world.take(
        // (100 − 90) × 75 = 750.00, costs 50.00
        closedTrade('a', onDay(1)),
        // (100 − 112) × 75 = −900.00, costs 62.40
        closedTrade('b', onDay(2), { exit: 112, costs: { brokerage: 40, stt: 22.4 }, strategy: 'other' }),
        closedTrade('c', onDay(3), { mode: 'SHADOW', exit: 1 }),
        closedTrade('d', onDay(3), { mode: 'DRY_RUN', exit: 2 }),
      );
      const { realised, by_strategy, trades } = await read();
      assert.deepEqual(
        { ...realised, states: Object.values(realised.states) },
        {
          gross: -150,
          costs: 112.4,
          net: -262.4,
          state: 'COMPLETE',
          states: ['COMPLETE', 'COMPLETE', 'COMPLETE'],
          reasons: [],
        },
      );
      assert.deepEqual(trades, { closed: 2, open: 0, won: 1, lost: 1, even: 0, unknown: 0 });
      assert.deepEqual(
        by_strategy.map((one) => [one.strategy, one.realised.net, one.trades.closed]),
        [
          ['other', -962.4, 1],
          ['short_put', 700, 1],
        ],
      );
      // (100 − 1) × 75 − 50 = 7,375.00
      assert.equal((await read('SHADOW')).realised.net, 7_375);
    });

    it('portfolio/Option performance v2: a missing leg or price is never 0; the sum says PARTIAL and why', async () => {
      const spread = (exit: number | null) => [
        { ...PUT, entry_price: 100, exit_price: 90 },
        {
          ...PUT,
          symbol: 'NIFTY26JUN23900PE',
          strike: 23_900,
          side: 'BUY',
          entry_price: 60,
          exit_price: exit,
        },
      ];
      await world.take(
        // 750.00 and (55 − 60) × 75 = −375.00 make 375.00, less 50.00
        closedTrade('whole', onDay(1), { legs: spread(55) }),
        closedTrade('no-exit', onDay(2), { legs: spread(null) }),
        closedTrade('no-costs', onDay(3), { costs: null }),
      );
      const { realised, drawdown, trades } = await read();
      assert.deepEqual([realised.gross, realised.costs, realised.net], [375 + 750, 50 + 50, 325]);
      assert.deepEqual(realised.states, { gross: 'PARTIAL', costs: 'PARTIAL', net: 'PARTIAL' });
      assert.equal(realised.state, 'PARTIAL');
      assert.deepEqual(
        realised.reasons.map(({ code, trades: count }) => [code, count]),
        [
          ['COSTS_MISSING', 1],
          ['LEG_NOT_CLOSED', 1],
        ],
      );
      assert.deepEqual(
        [drawdown.state, drawdown.reasons[0]?.code, trades.unknown],
        ['PARTIAL', 'NET_UNKNOWN', 2],
      );
    });

    it('portfolio/Option performance v2: what is known of no trade is UNAVAILABLE and null', async () => {
      await world.take(
        closedTrade('a', onDay(1), { costs: null }),
        closedTrade('b', onDay(2), { costs: {} }),
      );
      const { realised, drawdown, sharpe } = await read();
      assert.deepEqual([realised.gross, realised.costs, realised.net], [1_500, null, null]);
      assert.deepEqual(realised.states, { gross: 'COMPLETE', costs: 'UNAVAILABLE', net: 'UNAVAILABLE' });
      assert.deepEqual(
        [realised.state, drawdown.value, drawdown.state],
        ['UNAVAILABLE', null, 'UNAVAILABLE'],
      );
      assert.deepEqual([sharpe.value, sharpe.observations, sharpe.state], [null, 0, 'UNAVAILABLE']);
    });

    it('an empty workspace has made nothing, and says that there are no trades', async () => {
      const { realised, unrealised, drawdown, trades } = await read();
      assert.deepEqual(
        [realised.net, realised.state, realised.reasons[0]?.code],
        [0, 'COMPLETE', 'NO_TRADES'],
      );
      assert.deepEqual([unrealised.net, unrealised.reasons[0]?.code], [0, 'NO_OPEN_TRADES']);
      assert.deepEqual([drawdown.value, drawdown.state, trades.closed], [null, 'UNAVAILABLE', 0]);
    });

    it('portfolio/Option performance v2: unrealised results and the estimated costs of closing', async () => {
      const open = (tag: string, more: object) => ({
        id: freshId('position'),
        kind: 'position',
        at: NOW,
        mode: 'LIVE',
        strategy: 'short_put',
        tag,
        underlying: 'NIFTY',
        state: 'OPEN',
        opened_at: NOW,
        ...more,
      });
      await world.take(
        open('a', { legs: [{ ...PUT, entry_price: 100, last_price: 95 }], estimated_exit_costs: 30 }),
        open('b', { legs: [{ ...PUT, entry_price: 100, last_price: 96 }] }),
        open('c', { legs: [{ ...PUT, entry_price: 100 }], estimated_exit_costs: 20 }),
      );
      const { unrealised, trades } = await read();
      // 375.00 and 300.00; costs of closing 30.00 and 20.00; both are known of the first alone: 345.00
      assert.deepEqual(
        [unrealised.gross, unrealised.estimated_exit_costs, unrealised.net, unrealised.state, trades.open],
        [675, 50, 345, 'PARTIAL', 3],
      );
      assert.deepEqual(
        unrealised.reasons.map(({ code }) => code),
        ['EXIT_COSTS_MISSING', 'LAST_PRICE_MISSING'],
      );
    });

    it('portfolio/Measurement rules 1: the drawdown goes by the time of the trades, not by when they were reported', async () => {
      // Net by time: +700, −900 − 50 = −950, −425, +700. Equity 700, −250, −675, 25: 1,375 below the peak of 700.
      const trades = [
        closedTrade('a', onDay(1)),
        closedTrade('b', onDay(2), { exit: 112 }),
        closedTrade('c', onDay(3), { exit: 105 }),
        closedTrade('d', onDay(4)),
      ];
      await world.take(...trades.toReversed());
      const { drawdown } = await read();
      assert.deepEqual(
        [drawdown.value, drawdown.peak_at, drawdown.trough_at, drawdown.state],
        [1_375, onDay(1), onDay(3), 'COMPLETE'],
      );
      // Of 500,000 and the 700 that were won before.
      near(drawdown.pct, (100 * 1_375) / 500_700);
    });

    it('a fall that begins before anything was won counts from 0', async () => {
      await world.take(closedTrade('a', onDay(1), { exit: 112 }));
      const { drawdown } = await read();
      assert.deepEqual([drawdown.value, drawdown.peak_at, drawdown.trough_at], [950, null, onDay(1)]);
    });

    it('portfolio/Measurement rules 1: Sharpe at 29 and at 30 days, over PHASE1_CAPITAL', async () => {
      // Each day nets 700.00 or −950.00, in turn.
      const day = (nr: number) => closedTrade(`day-${nr}`, onDay(nr), nr % 2 === 0 ? {} : { exit: 112 });
      await world.take(...Array.from({ length: 29 }, (_, nr) => day(nr)));
      const short = (await read()).sharpe;
      assert.deepEqual(
        [short.value, short.observations, short.state, short.reasons[0]?.code],
        [null, 29, 'UNAVAILABLE', 'TOO_FEW_OBSERVATIONS'],
      );
      await world.take(day(29));
      const { value, observations, capital } = (await read()).sharpe;
      assert.deepEqual([observations, capital], [30, 500_000]);
      // Mean −125, each day 825 from it: −125 / √(30 × 825² / 29) × √252; the capital is in both and cancels.
      near(value, (-125 / Math.sqrt((30 * 825 ** 2) / 29)) * Math.sqrt(252));
    });

    it('portfolio/Measurement rules 4: a trade that is reported twice is summed once', async () => {
      await world.take(closedTrade('a', onDay(1)), closedTrade('a', onDay(1), { exit: 80 }));
      const { realised, trades } = await read();
      // (100 − 80) × 75 − 50
      assert.deepEqual([realised.net, trades.closed], [1_450, 1]);
    });

    it('portfolio/Measurement rules 2: the profit that a process reports is kept in the first summary and stands in no sum', async () => {
      await world.take(
        closedTrade('a', onDay(1), { actual_profit: 999_999 }),
        closedTrade('b', onDay(2), { mode: 'DRY_RUN' }),
        closedTrade('c', onDay(2), { mode: 'SHADOW', actual_profit: 5 }),
      );
      assert.equal((await read()).realised.net, 700);
      assert.deepEqual(await world.core.options.performance.legacy(world.owner), {
        total_trades: 2,
        winning_trades: 2,
        losing_trades: 0,
        actual_profit: 999_999,
        realised_net: 1_400,
        sharpe: null,
      });
    });

    it('what is kept of a result is dropped with the next record', async () => {
      await world.take(closedTrade('a', onDay(1)));
      const first = await read();
      assert.equal(await read(), first);
      await world.take(closedTrade('b', onDay(1)));
      assert.equal((await read()).realised.net, 1_400);
    });

    it('a second calculation, trade by trade, agrees on random trades', async () => {
      const trade = fc.record({
        day: fc.integer({ min: 0, max: 60 }),
        hour: fc.integer({ min: 0, max: 9 }),
        tag: fc.integer({ min: 0, max: 40 }),
        exit: fc.option(fc.integer({ min: 1, max: 4_000 }).map((units) => units / 20)),
        costs: fc.option(fc.integer({ min: 0, max: 100_000 }).map((units) => units / 100)),
      });
      const [given = []] = fc.sample(fc.array(trade, { minLength: 60, maxLength: 60 }), { numRuns: 1 });
      const records = given.map(({ day, hour, tag, exit, costs }) =>
        closedTrade(`t-${tag}`, onDay(day, hour), { exit, costs: costs === null ? null : { other: costs } }),
      );
      await world.take(...records);
      const last = new Map(given.map((one, nr) => [one.tag, { ...one, id: String(records[nr]?.['id']) }]));
      const trades = [...last.values()].toSorted((a, b) => {
        const [one, other] = [onDay(a.day, a.hour) + a.id, onDay(b.day, b.hour) + b.id];
        return one < other ? -1 : 1;
      });
      let [gross, costs, net, peak, deepest] = [0, 0, 0, 0, 0];
      const days = new Map<number, number>();
      for (const one of trades) {
        const own = one.exit === null ? null : (100 - one.exit) * 75;
        gross += own ?? 0;
        costs += one.costs ?? 0;
        if (own === null || one.costs === null) continue;
        net += own - one.costs;
        days.set(one.day, (days.get(one.day) ?? 0) + own - one.costs);
        peak = Math.max(peak, net);
        deepest = Math.max(deepest, peak - net);
      }
      const { realised, drawdown, sharpe } = await read();
      near(realised.gross, gross, 1e-9);
      near(realised.costs, costs, 1e-9);
      near(realised.net, net, 1e-9);
      near(drawdown.value, deepest, 1e-9);
      assert.equal(sharpe.observations, days.size);
      const ratio = sharpeOf([...days.values()].map((one) => one / 500_000));
      if (ratio === null) assert.equal(sharpe.value, null);
      else near(sharpe.value, ratio, 1e-9);
    });
  });
