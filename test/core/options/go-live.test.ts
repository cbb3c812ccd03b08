import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lowestLevels } from '../../../core/options/broker-health/index.ts';
import { createGoLive, type GoLive } from '../../../core/options/go-live/index.ts';
import type { Mode } from '../../../core/options/records/index.ts';
import { createOptionsStore, type OptionsStore } from '../../../core/options/store/index.ts';
import {
  during,
  EVENING,
  fill,
  goodTrades,
  levelled,
  matched,
  readyForLive,
  sessionsOf,
} from '../../support/go-live-world.ts';
import {
  closedTrade,
  freshId,
  type OptionsWorld,
  optionsWorld,
  STORES,
} from '../../support/options-world.ts';
import { sampled } from '../../support/soak.ts';

const BY = { actor: 'api:owner' };
const NAME = 'short_put';
const near = (actual: number | null | undefined, expected: number) =>
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );

for (const kind of STORES)
  describe(`going live in ${kind}`, () => {
    let world: OptionsWorld;
    let goLive: GoLive;

    before(async () => {
      world = await optionsWorld(kind, EVENING);
      ({ goLive } = world.core.options);
    });
    after(() => world.close());
    beforeEach(async () => {
      world.clock.at = new Date(EVENING);
      await world.anew();
    });

    const refused = async (work: Promise<unknown>, code: string, detail = /./) =>
      await assert.rejects(work, (error: { code?: string; detail?: string }) => {
        assert.equal(error.code, code);
        assert.match(error.detail ?? '', detail);
        return true;
      });
    const read = async () => await goLive.confidence(world.owner, NAME);
    const criterion = async (code: string) => {
      const { live, shadow } = await read();
      const found = [...live.criteria, ...shadow.criteria].find((one) => one.code === code);
      assert.ok(found, code);
      return found;
    };
    const entries = async () => (await goLive.history(world.owner, {})).items;
    const modes = async () =>
      (await goLive.status(world.owner)).strategies.map(({ strategy, mode }) => [strategy, mode]);
    const promote = async (from: Mode) => await goLive.promote(world.owner, NAME, { from }, BY);

    it('portfolio/Go-live state machine: every strategy that was heard of begins in dry run', async () => {
      assert.deepEqual(await modes(), []);
      await world.take(
        closedTrade('a', during('2026-03-09'), { strategy: 'by trade' }),
        {
          id: freshId('signal'),
          kind: 'signal',
          at: during('2026-03-09'),
          mode: 'DRY_RUN',
          strategy: 'by signal',
          outcome: 'SEEN',
        },
        {
          id: freshId('position'),
          kind: 'position',
          at: during('2026-03-09'),
          mode: 'LIVE',
          strategy: 'by position',
          tag: 'p',
          underlying: 'NIFTY',
          state: 'OPEN',
          opened_at: during('2026-03-09'),
          legs: [{ ...fillLeg, entry_price: 100 }],
        },
      );
      assert.deepEqual(await modes(), [
        ['by position', 'DRY_RUN'],
        ['by signal', 'DRY_RUN'],
        ['by trade', 'DRY_RUN'],
      ]);
      await refused(goLive.confidence(world.owner, 'unheard'), 'STRATEGY_NOT_FOUND');
      for (const action of ['promote', 'shadow', 'revert'] as const)
        await refused(goLive[action](world.owner, 'unheard', { from: 'DRY_RUN' }, BY), 'STRATEGY_NOT_FOUND');
    });

    it('portfolio/Go-live state machine: dry run, shadow, live, one step at a time, each on record with its evidence', async () => {
      await readyForLive(world);
      assert.deepEqual(await promote('DRY_RUN'), {
        strategy: NAME,
        mode: 'SHADOW',
        since: EVENING,
        changed_by: 'api:owner',
        was: 'DRY_RUN',
        changed: true,
      });
      world.clock.pass(1);
      const live = await goLive.promote(world.owner, NAME, { from: 'SHADOW', reason: 'a good month' }, BY);
      assert.deepEqual([live.mode, live.was, live.changed], ['LIVE', 'SHADOW', true]);
      await refused(promote('LIVE'), 'ALREADY_LIVE');
      world.clock.pass(1);
      await goLive.shadow(world.owner, NAME, { from: 'LIVE' }, BY);
      world.clock.pass(1);
      const { mode } = await goLive.revert(world.owner, NAME, {}, BY);
      assert.equal(mode, 'DRY_RUN');
      const told = await entries();
      assert.deepEqual(
        told.map(({ action, strategy, from, to, actor, reason, passed, of }) => [
          action,
          strategy,
          `${from} ${to}`,
          actor,
          reason,
          passed,
          of,
        ]),
        [
          ['GO_LIVE_REVERTED', NAME, 'SHADOW DRY_RUN', 'api:owner', null, 10, 10],
          ['GO_LIVE_STEPPED_BACK', NAME, 'LIVE SHADOW', 'api:owner', null, 10, 10],
          ['GO_LIVE_PROMOTED', NAME, 'SHADOW LIVE', 'api:owner', 'a good month', 10, 10],
          ['GO_LIVE_PROMOTED', NAME, 'DRY_RUN SHADOW', 'api:owner', null, 10, 10],
        ],
      );
      const page = await goLive.history(world.owner, { page: 2, page_size: 3 });
      assert.deepEqual([page.items.length, page.total], [1, 4]);
      assert.equal((await goLive.history(world.owner, { strategy: 'other' })).total, 0);
    });

    it('decisions/Options workspace: the gate with each value, limit and words', async () => {
      await readyForLive(world);
      const { live, expectancy, shadow } = await read();
      assert.deepEqual(
        live.criteria.map(({ code, value, limit, passed }) => [code, value, limit, passed]),
        [
          ['TRADES', 30, 30, true],
          ['SESSIONS', 20, 20, true],
          ['RESULTS_KNOWN', 0, 0, true],
          // (24 × 700 − 6 × 500) / 30
          ['EXPECTANCY', 460, 0, true],
          // A sample has 6 losses on average, with a deviation of √(30 × 0.2 × 0.8) = 2.19: the worst 5% begin with 10:
          // (20 × 700 − 10 × 500) / 30
          ['EXPECTANCY_LOW', 300, 0, true],
          // On the fifth day both trades lose: 1,000 of 500,000
          ['DRAWDOWN', 0.2, 10, true],
          ['RECONCILIATION', 0, 0, true],
          ['BROKER_HEALTH', 0, 0, true],
          // (100 − 99.9) / 100
          ['SLIPPAGE', 0.1, 1, true],
        ],
      );
      assert.equal(live.is_passed, true);
      assert.deepEqual([expectancy.trades, expectancy.mean, expectancy.low], [30, 460, 300]);
      assert.deepEqual(
        live.criteria.map(({ words }) => words),
        [
          '30; at least 30 needed.',
          '20; at least 20 needed.',
          '0; none allowed.',
          '₹460; more than ₹0 needed.',
          '₹300; more than ₹0 needed.',
          '0.2%; at most 10% allowed.',
          '0; none allowed.',
          '0; none allowed.',
          '0.1%; at most 1% allowed.',
        ],
      );
      assert.deepEqual([shadow.is_passed, shadow.criteria[0]?.value], [true, 10]);
    });

    /** One thing that is wrong or unknown, all else being as it should. */
    const FAULTS: readonly (readonly [
      what: string,
      code: string,
      value: number | null,
      passed: boolean | null,
      spoil: (days: string[]) => Promise<void>,
    ])[] = [
      ['nothing was reported of a trade', 'TRADES', 0, false, async () => await world.take(signalOf())],
      ['29 trades', 'TRADES', 29, false, async (days) => await world.take(...goodTrades(days).slice(0, 29))],
      [
        'a trade with money proves nothing',
        'TRADES',
        29,
        false,
        async (days) =>
          await world.take(...goodTrades(days).map((one, nr) => (nr === 0 ? { ...one, mode: 'LIVE' } : one))),
      ],
      [
        'a trade that is reported twice counts once',
        'TRADES',
        29,
        false,
        async (days) =>
          await world.take(...goodTrades(days).map((one, nr) => (nr === 1 ? { ...one, tag: 'T-0' } : one))),
      ],
      [
        '30 trades of 19 sessions',
        'SESSIONS',
        19,
        false,
        async (days) => await world.take(...goodTrades(days.slice(0, 19))),
      ],
      [
        'a trade of a Sunday is of no session',
        'SESSIONS',
        19,
        false,
        async (days) => await world.take(...goodTrades(['2026-03-08', ...days.slice(1)])),
      ],
      [
        'a trade without a price',
        'RESULTS_KNOWN',
        1,
        false,
        async (days) =>
          await world.take(
            ...goodTrades(days).slice(1),
            closedTrade('T-0', during(days[0] ?? ''), { exit: null, mode: 'SHADOW' }),
          ),
      ],
      [
        'an average that cannot be known',
        'EXPECTANCY',
        null,
        null,
        async (days) => await world.take(...goodTrades(days, { costs: null })),
      ],
      [
        'losses on average',
        'EXPECTANCY',
        // (100 − 101) × 75 − 50
        -125,
        false,
        async (days) => await world.take(...goodTrades(days, { exit: 101 })),
      ],
      [
        'a gain that one trade made',
        'EXPECTANCY_LOW',
        // 29 × −50 and one of 6,950; more than a third of the samples are without it
        -50,
        false,
        async (days) =>
          await world.take(...goodTrades(days).map((one, nr) => legOf(one, nr === 0 ? 6.666_666 : 100))),
      ],
      [
        'a fall of a tenth and more',
        'DRAWDOWN',
        // (100 − 780) × 75 − 50 = −51,050 of 500,000
        10.21,
        false,
        async (days) =>
          await world.take(...goodTrades(days).map((one, nr) => legOf(one, nr === 3 ? 780 : 1))),
      ],
      [
        'a difference that nobody confirmed',
        'RECONCILIATION',
        1,
        false,
        async (days) =>
          await world.take({
            ...matched(days[0] ?? ''),
            differences: [{ symbol: 'NIFTY26JUN24000PE', expected: -75, found: 0, detail: null }],
          }),
      ],
      [
        'a fill that slipped by 2%',
        'SLIPPAGE',
        // (0.1 + 3.9) / 200
        2,
        false,
        async (days) => await world.take(fill(days.at(-1) ?? '', { side: 'BUY', price: 103.9 })),
      ],
      [
        'a fill without the expected price',
        'SLIPPAGE',
        null,
        null,
        async (days) => await world.take(fill(days.at(-1) ?? '', { reference_price: null })),
      ],
      [
        'a broker that was unstable',
        'BROKER_HEALTH',
        1,
        false,
        async (days) => {
          await levelled(world, days.slice(-5, -1));
          await levelled(world, days.slice(-1), 'UNSTABLE');
        },
      ],
      [
        'a session in which nothing was heard of a broker',
        'BROKER_HEALTH',
        null,
        null,
        async (days) => await levelled(world, days.slice(-4)),
      ],
    ];

    for (const [what, code, value, passed, spoil] of FAULTS)
      it(`decisions/Options workspace: ${what} fails ${code} and keeps a strategy from money`, async () => {
        const days = sessionsOf(world, 20);
        const isAbout = (...codes: string[]) => codes.includes(code);
        if (isAbout('RECONCILIATION', 'SLIPPAGE', 'BROKER_HEALTH')) await world.take(...goodTrades(days));
        if (!isAbout('BROKER_HEALTH')) await levelled(world, days.slice(-5));
        await world.take(
          matched(days[0] ?? ''),
          fill(days.at(-1) ?? ''),
          ...Array.from({ length: 10 }, signalOf),
        );
        await spoil(days);
        const found = await criterion(code);
        if (value === null) assert.equal(found.value, null);
        else near(found.value, value);
        assert.equal(found.passed, passed);
        if (passed === null) assert.ok((found.reason ?? '').length > 10);
        await goLive.promote(world.owner, NAME, { from: 'DRY_RUN' }, BY);
        await refused(promote('SHADOW'), 'GATE_NOT_PASSED', new RegExp(found.title.slice(0, 20)));
        assert.deepEqual(await modes(), [[NAME, 'SHADOW']]);
        assert.equal((await entries()).length, 1);
      });

    it('what was never reported is unknown, and has not passed', async () => {
      await world.take(...goodTrades(sessionsOf(world, 20)));
      for (const code of ['RECONCILIATION', 'BROKER_HEALTH', 'SLIPPAGE']) {
        const { value, passed, reason } = await criterion(code);
        assert.deepEqual([value, passed], [null, null], code);
        assert.match(reason ?? '', /reported/);
      }
    });

    it('a difference that was confirmed is closed; a fill of long ago counts no more', async () => {
      await readyForLive(world);
      await world.take(fill('2025-12-01', { reference_price: null }), {
        ...matched('2026-03-06'),
        differences: [{ symbol: 'NIFTY26JUN24000PE', expected: -75, found: 0, detail: null }],
      });
      assert.equal((await read()).live.is_passed, false);
      await world.core.options.store.change(world.owner, async (workspace) => {
        await workspace
          .rows('reconciliation_audit')
          .where({ status: 'MISMATCH' })
          .update({ confirmed_at: EVENING, confirmed_by: 'api:owner' });
      });
      assert.equal((await read()).live.is_passed, true);
    });

    it('shadow needs ten reports, and is told what is missing', async () => {
      await world.take(...Array.from({ length: 9 }, signalOf));
      await refused(
        promote('DRY_RUN'),
        'GATE_NOT_PASSED',
        /Signals and closed trades reported: 9; at least 10/,
      );
      await refused(goLive.shadow(world.owner, NAME, { from: 'DRY_RUN' }, BY), 'GATE_NOT_PASSED');
      await world.take(signalOf());
      assert.equal((await goLive.shadow(world.owner, NAME, { from: 'DRY_RUN' }, BY)).mode, 'SHADOW');
    });

    it('portfolio/Go-live state machine: the strategy of the market analyses needs them to be useful as well', async () => {
      await readyForLive(world, { strategy: 'ai_market' });
      const asked = async () =>
        (await goLive.confidence(world.owner, 'ai_market')).live.criteria.map(({ code, passed }) => [
          code,
          passed,
        ]);
      assert.deepEqual((await asked()).slice(9), [
        ['AI_RESOLVED', false],
        ['AI_SKILL', null],
      ]);
      await goLive.promote(world.owner, 'ai_market', { from: 'DRY_RUN' }, BY);
      await refused(
        goLive.promote(world.owner, 'ai_market', { from: 'SHADOW' }, BY),
        'GATE_NOT_PASSED',
        /Market analyses with an outcome: 0; at least 60 needed\./,
      );
      await world.take(
        ...Array.from({ length: 60 }, (_, nr) => [
          {
            id: `a-${nr}-${world.owner}`,
            kind: 'market_analysis',
            at: during('2026-03-06', 4),
            underlying: 'NIFTY',
            horizon_at: during('2026-03-06', 9),
            probability_up: nr % 2 === 0 ? 0.7 : 0.3,
            verdict: 'BULLISH',
          },
          {
            id: `o-${nr}-${world.owner}`,
            kind: 'market_outcome',
            at: during('2026-03-06', 9),
            analysis_id: `a-${nr}-${world.owner}`,
            realised: nr % 2 === 0 ? 'UP' : 'DOWN',
          },
        ]).flat(),
      );
      assert.deepEqual((await asked()).slice(9), [
        ['AI_RESOLVED', true],
        ['AI_SKILL', true],
      ]);
      assert.equal((await goLive.promote(world.owner, 'ai_market', { from: 'SHADOW' }, BY)).mode, 'LIVE');
    });

    it('two people who promote at once take one step, and the second finds it taken', async () => {
      await readyForLive(world);
      const both = await Promise.all([promote('DRY_RUN'), promote('DRY_RUN')]);
      assert.deepEqual(both.map(({ mode, changed }) => `${mode} ${changed}`).toSorted(), [
        'SHADOW false',
        'SHADOW true',
      ]);
      assert.equal((await entries()).length, 1);
      const [up, back] = await Promise.allSettled([
        promote('SHADOW'),
        goLive.revert(world.owner, NAME, {}, BY),
      ]);
      // Whoever is first: after the revert nobody is live.
      assert.equal(back.status, 'fulfilled');
      assert.ok(up.status === 'fulfilled' || (up.reason as { code: string }).code === 'MODE_CHANGED');
      assert.deepEqual(await modes(), [[NAME, 'DRY_RUN']]);
    });

    it('portfolio/Go-live state machine: any sequence of wishes ends as by the table, with an entry for each change', async () => {
      const wish = fc.record({
        action: fc.constantFrom('promote', 'shadow', 'revert'),
        from: fc.constantFrom('DRY_RUN', 'SHADOW', 'LIVE'),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(wish, { minLength: 6, maxLength: 12 }),
          fc.boolean(),
          async (wishes, isReady) => {
            await world.anew();
            if (isReady) await readyForLive(world);
            else await world.take(...Array.from({ length: 10 }, signalOf));
            let mode = 'DRY_RUN';
            let changes = 0;
            for (const { action, from } of wishes) {
              const before = mode;
              // A second machine, by the words of the rules.
              if (action === 'revert') mode = 'DRY_RUN';
              else if (from === before) {
                if (before === 'DRY_RUN') mode = 'SHADOW';
                else if (before === 'SHADOW' && action === 'promote' && isReady) mode = 'LIVE';
                else if (before === 'LIVE' && action === 'shadow') mode = 'SHADOW';
              }
              if (mode !== before) changes += 1;
              await goLive[action as 'promote'](world.owner, NAME, { from }, BY).catch(
                (error: { status?: number }) => {
                  assert.equal(error.status, 409);
                },
              );
              assert.deepEqual(await modes(), [[NAME, mode]]);
            }
            assert.equal((await entries()).length, changes);
          },
        ),
        { numRuns: sampled(3, 100) },
      );
    });

    it('a body that names no mode, or one that there is not, is refused', async () => {
      await readyForLive(world);
      for (const body of [{}, { from: 'PAPER' }, { from: 'DRY_RUN', to: 'LIVE' }, null])
        await refused(goLive.promote(world.owner, NAME, body, BY), 'VALIDATION_ERROR');
      await refused(goLive.revert(world.owner, NAME, { mode: 'LIVE' }, BY), 'VALIDATION_ERROR');
      assert.deepEqual(await entries(), []);
    });

    it('a second calculation agrees on random trades and fills', async () => {
      const days = sessionsOf(world, 30);
      const trade = fc.record({
        day: fc.integer({ min: 0, max: 29 }),
        exit: fc.integer({ min: 1, max: 4_000 }).map((units) => units / 20),
        costs: fc.integer({ min: 0, max: 100_000 }).map((units) => units / 100),
      });
      const one = fc.record({
        day: fc.integer({ min: 12, max: 29 }),
        side: fc.constantFrom('BUY', 'SELL'),
        price: fc.integer({ min: 900, max: 1_100 }).map((units) => units / 10),
        quantity: fc.integer({ min: 1, max: 300 }),
      });
      const [trades = []] = fc.sample(fc.array(trade, { minLength: 40, maxLength: 40 }), 1);
      const [fills = []] = fc.sample(fc.array(one, { minLength: 20, maxLength: 20 }), 1);
      await world.take(
        ...trades.map(({ day, exit, costs }, nr) =>
          closedTrade(`t-${nr}`, during(days[day] ?? ''), {
            mode: 'SHADOW',
            exit,
            costs: { other: costs },
            id: `trade-${world.owner}-${String(nr).padStart(3, '0')}`,
          }),
        ),
        ...fills.map(({ day, ...rest }) => fill(days[day] ?? '', rest)),
      );
      const nets = trades
        .map((trade_, nr) => ({ ...trade_, nr }))
        .toSorted((a, b) => a.day - b.day || a.nr - b.nr)
        .map(({ exit, costs }) => (100 - exit) * 75 - costs);
      let [sum, peak, fall] = [0, 0, 0];
      for (const net of nets) {
        sum += net;
        peak = Math.max(peak, sum);
        fall = Math.max(fall, peak - sum);
      }
      let [worse, expected] = [0, 0];
      for (const { side, price, quantity } of fills) {
        worse += (side === 'BUY' ? price - 100 : 100 - price) * quantity;
        expected += 100 * quantity;
      }
      assert.equal((await criterion('SESSIONS')).value, new Set(trades.map(({ day }) => day)).size);
      near((await criterion('EXPECTANCY')).value, sum / 40);
      near((await criterion('DRAWDOWN')).value, (100 * fall) / 500_000);
      near((await criterion('SLIPPAGE')).value, (100 * worse) / expected);
    });
  });

const fillLeg = {
  symbol: 'NIFTY26JUN24000PE',
  instrument: 'PE',
  strike: 24_000,
  expiry: '2026-06-25',
  side: 'SELL',
  quantity: 75,
};
const signalOf = (): Record<string, unknown> => ({
  id: freshId('signal'),
  kind: 'signal',
  at: during('2026-03-09'),
  mode: 'DRY_RUN',
  strategy: NAME,
  outcome: 'SEEN',
});
/** The same trade, bought back at another price, with costs of 50.00. */
const legOf = (one: Record<string, unknown>, exit: number): Record<string, unknown> => ({
  ...one,
  legs: [{ ...fillLeg, entry_price: 100, exit_price: Number(exit.toFixed(4)) }],
});

describe('going live when something fails', () => {
  let world: OptionsWorld;
  let store: OptionsStore;
  before(async () => {
    world = await optionsWorld('sqlite', EVENING);
    store = createOptionsStore(world.core, world.core.database.limits);
  });
  after(async () => {
    await store.close();
    await world.close();
  });
  beforeEach(async () => await world.anew());

  const modeNow = async () => (await world.core.options.goLive.confidence(world.owner, NAME)).mode;
  const { goLive } = { goLive: () => world.core.options.goLive };

  it('a revert works while the gate cannot be worked out, and says so on record', async () => {
    await readyForLive(world);
    await goLive().promote(world.owner, NAME, { from: 'DRY_RUN' }, BY);
    const broken = createGoLive(world.core, store, {
      calendar: world.core.calendar,
      brokers: { lowestLevels: () => Promise.reject(new Error('no levels')) },
    });
    await assert.rejects(broken.promote(world.owner, NAME, { from: 'SHADOW' }, BY), /no levels/);
    assert.equal(await modeNow(), 'SHADOW');
    world.clock.pass(1);
    assert.equal((await broken.revert(world.owner, NAME, {}, BY)).mode, 'DRY_RUN');
    const [last] = (await goLive().history(world.owner, {})).items;
    assert.deepEqual([last?.action, last?.passed, last?.criteria], ['GO_LIVE_REVERTED', null, null]);
  });

  it('a step that dies before its end leaves neither a mode nor an entry', async () => {
    await readyForLive(world);
    const dying = createGoLive(
      world.core,
      {
        ...store,
        change: async (userId, work) =>
          await store.change(userId, async (workspace) => {
            await work(workspace);
            throw new Error('the process dies here');
          }),
      },
      { calendar: world.core.calendar, brokers: { lowestLevels } },
    );
    await assert.rejects(dying.promote(world.owner, NAME, { from: 'DRY_RUN' }, BY), /dies here/);
    assert.equal(await modeNow(), 'DRY_RUN');
    assert.equal((await goLive().history(world.owner, {})).total, 0);
  });

  it('portfolio/Events: that a promotion is possible is told once for each mode, and again after a step back', async () => {
    const { watch } = world.core.options;
    const round = async () => (await watch.round(AbortSignal.timeout(60_000))).told;
    const told = async () =>
      (await world.core.notifications.list(world.owner, {})).items.map(({ title }) => title);
    await readyForLive(world);
    await round();
    await round();
    assert.deepEqual(await told(), ['short_put may go to shadow']);
    world.clock.pass(1);
    await goLive().promote(world.owner, NAME, { from: 'DRY_RUN' }, BY);
    await round();
    assert.deepEqual((await told()).toSorted(), ['short_put may go to live', 'short_put may go to shadow']);
    world.clock.pass(1);
    await goLive().promote(world.owner, NAME, { from: 'SHADOW' }, BY);
    await round();
    assert.equal((await told()).length, 2);
    world.clock.pass(1);
    await goLive().shadow(world.owner, NAME, { from: 'LIVE' }, BY);
    await round();
    assert.equal((await told()).length, 3);
  });
});
