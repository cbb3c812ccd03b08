import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { readRecordedDays } from '../../../../core/portfolio/index.ts';
import { istDate } from '../../../../core/platform/index.ts';
import { down, up } from '../../../../migrations/main/136_snapshot_keys.ts';
import { type TestCore, testCore } from '../../../support/core.ts';

const HOUR = 60;
const by = { actor: 'test' };

describe('portfolio/snapshots: units behind a value', () => {
  let world: TestCore;
  let id: string;
  before(async () => {
    world = await testCore({ at: '2026-03-01T06:30:00.000Z' });
    const holding = await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Own',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 100,
        current_price: 100,
      },
      by,
    );
    ({ id } = holding);
  });
  after(async () => await world.close());

  const inStore = <T>(work: (trx: Knex) => Promise<T>) =>
    world.core.database.asSystem('look at the units', work as never) as Promise<T>;
  const stored = async (): Promise<(string | null)[]> => {
    const { rows } = await inStore((trx) =>
      trx.raw<{ rows: { kind: string | null }[] }>(
        `select jsonb_typeof(s.units) as kind from portfolio.snapshots s join portfolio.portfolios p on p.id = s.portfolio_id
         where p.name = 'Own' order by s.hour`,
      ),
    );
    return rows.map(({ kind }) => kind);
  };
  const recorded = async (portfolio: string): Promise<[string, number[]][]> => {
    const portfolios = await world.core.portfolio.portfolios.list(world.owner);
    const own = portfolios.find(({ name }) => name === portfolio)?.id ?? '';
    return await world.core.database.asUser(world.owner, async (trx) =>
      (await readRecordedDays(trx, own, 'INR')).map(({ day, units }) => [day, Object.values(units ?? {})]),
    );
  };
  const hold = async (quantity: number) =>
    await world.core.portfolio.holdings.update(world.owner, id, { quantity }, by);

  it('portfolio/Report rules 6: the same as if each snapshot had its own, also thinned, and migrated back', async () => {
    const steps = fc.array(
      fc.record({ hours: fc.integer({ min: 1, max: 40 }), quantity: fc.constantFrom(1, 1, 1, 2) }),
      { minLength: 5, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await inStore((trx) => trx('portfolio.snapshots').delete());
        const expected = new Map<string, number[]>();
        const kinds: [day: string, units: number][] = [];
        for (const { hours, quantity } of all) {
          world.clock.pass(hours * HOUR);
          await hold(quantity);
          await world.core.portfolio.snapshots.take(world.owner);
          const day = istDate(world.core.clock.now());
          expected.set(day, [quantity]);
          kinds.push([day, quantity]);
        }
        for (const portfolio of ['Networth', 'Own'])
          assert.deepEqual(await recorded(portfolio), [...expected], portfolio);
        // By a second way: of each day the last, an object if the day before had other units.
        const kept = [...expected.values()].map(([units], at, days) => units === days[at - 1]?.[0]);
        assert.deepEqual(
          (await stored()).filter((kind) => kind !== null),
          kept.map((isSame) => (isSame ? 'number' : 'object')),
        );
        world.clock.pass(8 * 24 * HOUR);
        await world.core.portfolio.snapshotThinning.save(world.owner, { hourly_days: 7 }, by);
        await inStore((trx) => trx('portfolio.ledger_settings').update({ thinned_until: null }));
        await world.core.portfolio.snapshotThinning.run();
        assert.equal((await stored()).length, expected.size);
        assert.deepEqual(await recorded('Own'), [...expected]);
        await inStore(down);
        assert.deepEqual(
          await stored(),
          [...expected].map(() => 'object'),
        );
        await inStore(up);
        assert.deepEqual(await recorded('Own'), [...expected]);
      }),
      { numRuns: 3 },
    );
  });

  it('after a clock that stepped back, units that later snapshots name stay', async () => {
    await inStore((trx) => trx('portfolio.snapshots').delete());
    const take = async (hours: number, quantity: number) => {
      world.clock.pass(hours * HOUR);
      await hold(quantity);
      await world.core.portfolio.snapshots.take(world.owner);
    };
    world.clock.at = new Date('2026-06-01T06:30:00.000Z');
    await take(0, 1);
    await take(24, 1);
    assert.deepEqual(await stored(), ['object', 'number']);
    await take(-22, 2);
    assert.deepEqual(await recorded('Own'), [
      ['2026-06-01', [2]],
      ['2026-06-02', [1]],
    ]);
  });
});
