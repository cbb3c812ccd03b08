import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Level, lowestLevels, pruneSamples } from '../../../core/options/broker-health/index.ts';
import { freshId, optionsWorld, type OptionsWorld, STORES } from '../../support/options-world.ts';

// Monday 15 June 2026, 14:30 IST.
const NOW = '2026-06-15T09:00:00.000Z';
const DAY = '2026-06-15';

for (const store of STORES)
  describe(`broker health in the workspace (${store})`, () => {
    let world: OptionsWorld;
    before(async () => {
      world = await optionsWorld(store, NOW);
    });
    beforeEach(async () => {
      world.clock.at = new Date(NOW);
      await world.anew();
    });
    after(() => world.close());

    /** A check of kite every half minute. @param at HH:MM in UTC */
    const checks = (day: string, at: string, count: number, given: object = {}): object[] =>
      Array.from({ length: count }, (_, nr) => ({
        id: freshId('health'),
        kind: 'broker_health',
        at: new Date(Date.parse(`${day}T${at}:00Z`) + nr * 30_000).toISOString(),
        broker: 'kite',
        ok: true,
        latency_ms: 100,
        quote_age_s: 1,
        ...given,
      }));
    const health = async () => await world.core.options.brokerHealth.read(world.owner);
    const levels = async (): Promise<string[]> =>
      (await health()).brokers.flatMap(({ broker, history }) =>
        history.map(({ since, level }) => `${broker} ${since.slice(8, 19)} ${level}`).toReversed(),
      );
    const told = async (): Promise<string[]> => {
      await world.core.options.watch.round(AbortSignal.timeout(60_000));
      const { items } = await world.core.notifications.list(world.owner, {});
      return items
        .filter(({ kind }) => kind.startsWith('options_broker'))
        .map(({ kind, title }) => `${kind} ${title}`);
    };

    it('portfolio/Go-live state machine: the level, since when, why, and the figures behind it', async () => {
      assert.deepEqual((await health()).brokers, []);
      await world.take(...checks(DAY, '08:40', 20), ...checks(DAY, '08:50', 20, { latency_ms: 4_000 }));
      const { brokers, is_trading } = await health();
      const [kite] = brokers;
      assert.equal(is_trading, true);
      assert.ok(kite !== undefined);
      // The second slow one is at 08:50:30; the last check at 08:59:30, half a minute ago.
      assert.deepEqual([kite.level, kite.since], ['UNSTABLE', '2026-06-15T08:50:30.000Z']);
      assert.deepEqual(
        kite.reasons.map(({ code, value, limit }) => [code, value, limit]),
        [['LATENCY', 4_000, 3_000]],
      );
      assert.deepEqual(kite.window, {
        samples: 20,
        failures: 0,
        latency_p95_ms: 4_000,
        error_rate_pct: 0,
        quote_age_s: 1,
      });
      assert.deepEqual(await levels(), ['kite 15T08:42:00 OK', 'kite 15T08:50:30 UNSTABLE']);
      // Known from 08:42:00 to 09:00:00, which are 18 minutes; OK for the first 8.5 of them.
      const [today, ...before] = kite.sessions;
      assert.deepEqual([today?.day, today?.lowest], [DAY, 'UNSTABLE']);
      assert.ok(Math.abs((today?.ok_pct ?? 0) - (8.5 / 18) * 100) < 1e-9);
      assert.deepEqual(
        before.map(({ day, lowest, ok_pct }) => [day, lowest, ok_pct]),
        ['2026-06-12', '2026-06-11', '2026-06-10', '2026-06-09'].map((day) => [day, null, null]),
      );
    });

    it('too few checks are no level, and nobody is told', async () => {
      await world.take(...checks(DAY, '08:58', 4, { ok: false }));
      const [kite] = (await health()).brokers;
      assert.deepEqual([kite?.level, kite?.since, kite?.window.samples], [null, null, 4]);
      assert.deepEqual(await told(), []);
    });

    it('a broker that falls silent in trading hours is DOWN at once, is written down by the watch, and is told once', async () => {
      await world.take(...checks(DAY, '08:50', 10));
      // The last check at 08:54:30; five minutes later is 08:59:30.
      assert.equal((await health()).brokers[0]?.level, 'DOWN');
      assert.deepEqual(await told(), ['options_broker_health kite is DOWN']);
      assert.deepEqual(await levels(), ['kite 15T08:52:00 OK', 'kite 15T08:59:30 DOWN']);
      assert.equal((await told()).length, 1);
      world.clock.at = new Date('2026-06-15T09:10:30.000Z');
      await world.take(...checks(DAY, '09:00', 21));
      // Checks of 08:50 to 08:54:30 are in the window: better at once, and a step each three minutes.
      assert.deepEqual((await levels()).slice(2), [
        'kite 15T09:03:00 UNSTABLE',
        'kite 15T09:06:00 DEGRADED',
        'kite 15T09:09:00 OK',
      ]);
      assert.deepEqual(await told(), [
        'options_broker_recovery kite is OK',
        'options_broker_health kite is DOWN',
      ]);
    });

    it('checks that come late take a silence back', async () => {
      await world.take(...checks(DAY, '08:30', 10));
      assert.deepEqual(await levels(), ['kite 15T08:32:00 OK', 'kite 15T08:39:30 DOWN']);
      await world.take(...checks(DAY, '08:35', 50));
      assert.deepEqual(await levels(), ['kite 15T08:32:00 OK']);
    });

    it('each day begins anew, and a broker that was never heard of since is judged by the moment', async () => {
      await world.take(...checks('2026-06-12', '04:00', 20, { ok: false }));
      assert.deepEqual(await levels(), ['kite 12T04:02:00 DOWN']);
      world.clock.at = new Date('2026-06-14T09:00:00.000Z');
      assert.equal((await health()).brokers[0]?.level, 'DOWN', 'a Sunday: as it was');
      world.clock.at = new Date(NOW);
      await world.take(...checks(DAY, '08:55', 10));
      assert.deepEqual(await levels(), ['kite 12T04:02:00 DOWN', 'kite 15T08:57:00 OK']);
      assert.deepEqual(await told(), ['options_broker_recovery kite is OK']);
    });

    it('decisions/Options workspace: the lowest level of each session, by which promotions are decided', async () => {
      const later = '2026-06-13T12:00:00.000Z';
      world.clock.at = new Date(later);
      await world.take(
        // Thursday: fine all day. Friday: DEGRADED for a while, and DOWN in the evening, which is no session.
        ...checks('2026-06-11', '03:40', 780),
        ...checks('2026-06-12', '03:40', 300),
        ...checks('2026-06-12', '06:10', 30, { latency_ms: 1_500 }),
        ...checks('2026-06-12', '06:25', 440),
        ...checks('2026-06-12', '11:00', 20, { ok: false }),
      );
      const lowest = await world.core.options.store.read(
        world.owner,
        async (workspace) => await lowestLevels(workspace, ['2026-06-10', '2026-06-11', '2026-06-12']),
      );
      assert.deepEqual([...lowest], [
        ['2026-06-10', null],
        ['2026-06-11', 'OK'],
        ['2026-06-12', 'DEGRADED'],
      ] satisfies [string, Level | null][]);
    });

    it('decisions/Options workspace: the same levels however the checks come, by the rows of the store', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(100, 100, 100, 1_500, 5_000), { minLength: 10, maxLength: 60 }),
          fc.array(fc.nat({ max: 3 }), { minLength: 60, maxLength: 60 }),
          async (latencies, parts) => {
            const samples = latencies.map((latency_ms, nr) => ({
              ...checks(DAY, '08:00', 1, { latency_ms })[0],
              at: new Date(Date.parse('2026-06-15T08:00:00Z') + nr * 40_000).toISOString(),
            }));
            await world.anew();
            await world.take(...samples);
            const whole = await levels();
            await world.anew();
            for (const part of [0, 1, 2, 3]) {
              const some = samples.filter((_, nr) => parts[nr] === part);
              if (some.length > 0) await world.take(...some);
            }
            assert.deepEqual(await levels(), whole);
          },
        ),
        { numRuns: store === 'sqlite' ? 6 : 2 },
      );
    });

    it('old checks are deleted, and the levels that follow from them stay; what is as old makes no level', async () => {
      await world.take(...checks('2026-06-12', '04:00', 20), ...checks('2026-01-12', '04:00', 20));
      assert.deepEqual(await levels(), ['kite 12T04:02:00 OK', 'kite 12T04:14:30 DOWN']);
      const removed = await world.core.options.store.change(
        world.owner,
        async (workspace) => await pruneSamples(workspace, new Date('2026-06-01T00:00:00Z')),
      );
      assert.equal(removed, 20);
      // Of 12 June the last moment that goes is 60 days before.
      world.clock.at = new Date('2026-08-11T04:05:00.000Z');
      assert.ok((await world.core.options.pruning.prune()) >= 10);
      world.clock.at = new Date(NOW);
      assert.equal((await levels()).length, 2);
      assert.equal((await health()).brokers[0]?.window.samples, 10);
    });

    it('several brokers have levels of their own', async () => {
      await world.take(
        ...checks(DAY, '08:50', 20),
        ...checks(DAY, '08:50', 20, { broker: 'dhan', ok: false }),
      );
      assert.deepEqual(
        (await health()).brokers.map(({ broker, level }) => [broker, level]),
        [
          ['dhan', 'DOWN'],
          ['kite', 'OK'],
        ],
      );
    });
  });
