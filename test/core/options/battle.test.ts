import assert from 'node:assert/strict';
import fc from 'fast-check';
import { freshId, type OptionsWorld, optionsWorld, STORES } from '../../support/options-world.ts';

const NOW = '2026-06-15T10:00:00.000Z';
const battle = (
  at: string,
  chosen: string | null,
  scores: Record<string, number>,
  regime: string | null = 'RANGE',
) => ({
  id: freshId('battle'),
  kind: 'strategy_battle',
  at,
  underlying: 'NIFTY',
  chosen,
  regime,
  candidates: Object.entries(scores).map(([strategy, score]) => ({ strategy, score, reason: null })),
});

for (const store of STORES)
  describe(`how strategies are chosen, in ${store}`, () => {
    let world: OptionsWorld;
    before(async () => (world = await optionsWorld(store, NOW)));
    beforeEach(async () => {
      world.clock.at = new Date(NOW);
      await world.anew();
    });
    after(() => world.close());
    const service = () => world.core.options.battle;
    const summary = async () => await service().summary(world.owner);

    it('portfolio/Option endpoints: the log of a day in India, today’s unless told, newest first', async () => {
      await world.take(
        // 18:29:59 UTC is still the day before in India.
        battle('2026-06-14T18:29:59Z', 'a', { a: 1 }),
        battle('2026-06-14T18:30:00Z', 'b', { a: 0.4, b: 0.6, c: 0.5 }),
        battle('2026-06-15T04:00:00Z', null, { a: 0.1 }, null),
      );
      const log = async (userId: string, query: object) => await service().log(userId, query);
      const today = await log(world.owner, {});
      assert.deepEqual(
        [today.date, today.total, today.items.map(({ chosen, regime }) => [chosen, regime])],
        [
          '2026-06-15',
          2,
          [
            [null, null],
            ['b', 'RANGE'],
          ],
        ],
      );
      assert.deepEqual(
        today.items[1]?.candidates.map(({ strategy, score }) => [strategy, score]),
        [
          ['b', 0.6],
          ['c', 0.5],
          ['a', 0.4],
        ],
      );
      assert.equal((await log(world.owner, { date: '2026-06-14' })).items[0]?.chosen, 'a');
      const second = await log(world.owner, { page: 2, page_size: 1 });
      assert.deepEqual([second.items.map(({ chosen }) => chosen), second.total], [['b'], 2]);
      assert.deepEqual((await log(world.stranger, {})).items, []);
    });

    it('portfolio/Option endpoints: each day with how often a strategy was chosen and weighed, its mean score, and the regimes', async () => {
      await world.take(
        battle('2026-06-15T04:00:00Z', 'a', { a: 0.6, b: 0.5 }),
        battle('2026-06-15T05:00:00Z', 'a', { a: 0.8, b: 0.1 }),
        battle('2026-06-15T06:00:00Z', null, { b: 0.3 }, null),
        battle('2026-06-12T06:00:00Z', 'b', { b: 1 }, 'TREND'),
      );
      const { days, as_of } = await summary();
      assert.equal(as_of, NOW);
      const [today] = days;
      // a: (0.6 + 0.8) / 2; b: (0.5 + 0.1 + 0.3) / 3
      assert.deepEqual(
        today?.strategies.map(({ strategy, chosen, candidate, mean_score }) => [
          strategy,
          chosen,
          candidate,
          mean_score.toFixed(9),
        ]),
        [
          ['a', 2, 2, '0.700000000'],
          ['b', 0, 3, '0.300000000'],
        ],
      );
      assert.deepEqual(
        [today?.date, today?.battles, today?.undecided, today?.regimes],
        [
          '2026-06-15',
          3,
          1,
          [
            { regime: 'RANGE', battles: 2 },
            { regime: null, battles: 1 },
          ],
        ],
      );
      assert.deepEqual(
        days.map(({ date }) => date),
        ['2026-06-15', '2026-06-12'],
      );
    });

    it('portfolio/Option endpoints: the summary is kept for 60 seconds, and each person has their own', async () => {
      await world.take(battle('2026-06-15T04:00:00Z', 'a', { a: 1 }));
      const battles = async () => (await summary()).days[0]?.battles ?? 0;
      assert.equal(await battles(), 1);
      await world.take(battle('2026-06-15T05:00:00Z', 'a', { a: 1 }));
      world.clock.at = new Date(Date.parse(NOW) + 59_999);
      assert.equal(await battles(), 1);
      assert.deepEqual((await service().summary(world.stranger)).days, []);
      world.clock.at = new Date(Date.parse(NOW) + 60_000);
      assert.equal(await battles(), 2);
      await world.take(battle('2026-06-15T05:00:01Z', 'a', { a: 1 }));
      world.clock.at = new Date(NOW);
      assert.equal(await battles(), 3, 'a clock that steps back keeps nothing');
    });

    it('a second calculation agrees on random choices', async () => {
      const given = fc.record({
        day: fc.integer({ min: 1, max: 5 }),
        scores: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: -5, max: 9 }), {
          minKeys: 1,
        }),
        pick: fc.integer({ min: 0, max: 3 }),
      });
      const [choices = []] = fc.sample(fc.array(given, { minLength: 40, maxLength: 40 }), 1);
      const records = choices.map(({ day, scores, pick }, nr) => ({
        day: `2026-06-0${day}`,
        chosen: Object.keys(scores)[pick] ?? null,
        scores,
        at: `2026-06-0${day}T05:00:${String(nr).padStart(2, '0')}Z`,
      }));
      await world.take(...records.map(({ at, chosen, scores }) => battle(at, chosen, scores)));
      const { days } = await summary();
      assert.equal(days.length, new Set(records.map(({ day }) => day)).size);
      for (const { date, battles, undecided, strategies } of days) {
        const own = records.filter(({ day }) => day === date);
        assert.deepEqual(
          [battles, undecided],
          [own.length, own.filter(({ chosen }) => chosen === null).length],
        );
        for (const name of ['a', 'b', 'c']) {
          const weighed = own.flatMap(({ scores }) => (name in scores ? [scores[name] ?? 0] : []));
          const found = strategies.find(({ strategy }) => strategy === name);
          if (weighed.length === 0) {
            assert.equal(found, undefined);
            continue;
          }
          assert.deepEqual(
            [found?.candidate, found?.chosen],
            [weighed.length, own.filter(({ chosen }) => chosen === name).length],
          );
          assert.ok(
            Math.abs(
              (found?.mean_score ?? Number.NaN) * weighed.length - weighed.reduce((a, b) => a + b, 0),
            ) < 1e-9,
          );
        }
      }
    });
  });
