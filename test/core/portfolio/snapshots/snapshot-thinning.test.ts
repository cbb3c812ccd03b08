import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readRecordedDays, type RecordedDay } from '../../../../core/portfolio/index.ts';
import { DAY_MS, istDate } from '../../../../core/platform/index.ts';
import { type TestCore, testCore } from '../../../support/core.ts';

const NOW = '2026-03-10T06:30:00.000Z';
const HOUR_MS = 3_600_000;
const by = { actor: 'test' };
/** Hours before now, each with one of two portfolios and currencies. */
const hours = fc.uniqueArray(
  fc.record({
    before: fc.oneof(fc.integer({ min: 0, max: 72 }), fc.integer({ min: 0, max: 24 * 40 })),
    portfolio: fc.constantFrom('Networth', 'Own'),
    currency: fc.constantFrom('INR', 'USD'),
    value: fc.integer({ min: 1, max: 1e6 }),
  }),
  { minLength: 20, maxLength: 120, selector: (one) => `${one.before} ${one.portfolio} ${one.currency}` },
);

describe('portfolio/snapshots: thinning of recorded hours', () => {
  let world: TestCore;
  let ids: Map<string, string>;
  beforeEach(async () => {
    world = await testCore({ at: NOW });
    await world.core.portfolio.portfolios.create(world.owner, { name: 'Own' }, by);
    await world.core.portfolio.snapshots.take(world.owner);
    const portfolios = await world.core.portfolio.portfolios.list(world.owner);
    ids = new Map(portfolios.map(({ name, id }) => [name, id]));
  });
  afterEach(async () => await world.close());

  const asOwner = <T>(work: Parameters<typeof world.core.database.asUser<T>>[1]) =>
    world.core.database.asUser(world.owner, work);
  const record = async (
    rows: readonly { before: number; portfolio: string; currency: string; value: number }[],
  ) =>
    await asOwner(async (trx) => {
      await trx('portfolio.snapshots').delete();
      await trx('portfolio.snapshots').insert(
        rows.map(({ before, portfolio, currency, value }) => {
          const at = Math.floor(Date.parse(NOW) / HOUR_MS) * HOUR_MS - HOUR_MS / 2 - before * HOUR_MS;
          return {
            owner_user_id: world.owner,
            portfolio_id: ids.get(portfolio),
            hour: new Date(at),
            recorded_at: new Date(at + 3000),
            currency,
            current_value: value,
            holdings_count: 1,
            state: 'AVAILABLE',
            units: JSON.stringify({ '1 TCS': `${value}` }),
          };
        }),
      );
    });
  const series = async (): Promise<RecordedDay[][]> =>
    await asOwner(async (trx) => {
      const all: RecordedDay[][] = [];
      for (const id of ids.values())
        for (const currency of ['INR', 'USD', null]) all.push(await readRecordedDays(trx, id, currency));
      return all;
    });
  const left = async (): Promise<{ portfolio_id: string; currency: string; recorded_at: Date }[]> =>
    await asOwner((trx) => trx('portfolio.snapshots').select('portfolio_id', 'currency', 'recorded_at'));
  const keepFor = async (hourly_days: number | null) =>
    await world.core.portfolio.snapshotThinning.save(world.owner, { hourly_days }, by);
  const restart = async () =>
    await asOwner((trx) => trx('portfolio.ledger_settings').update({ thinned_until: null }));

  it('keeps every daily series and the hours of the chosen days, and one snapshot of each day before', async () => {
    await fc.assert(
      fc.asyncProperty(hours, fc.integer({ min: 7, max: 30 }), async (rows, days) => {
        await record(rows);
        await keepFor(days);
        await restart();
        const before = await series();
        const stored = await left();
        const deleted = await world.core.portfolio.snapshotThinning.run();
        assert.deepEqual(await series(), before);
        const now = await left();
        assert.equal(now.length, stored.length - deleted);
        // By a second way: midnight in India, the setting's number of days ago.
        const from = Date.parse(`${istDate(new Date(NOW))}T00:00:00+05:30`) - days * DAY_MS;
        const isRecent = ({ recorded_at }: { recorded_at: Date }) => recorded_at.getTime() >= from;
        assert.equal(now.filter(isRecent).length, stored.filter(isRecent).length);
        const old = now.filter((one) => !isRecent(one));
        const named = new Set(
          old.map((one) => `${one.portfolio_id} ${one.currency} ${istDate(one.recorded_at)}`),
        );
        assert.equal(named.size, old.length, 'one of each day');
      }),
      { numRuns: 15 },
    );
  });

  const twoOfEach = [9, 10, 40].flatMap((day) =>
    [0, 1].map((more) => ({ before: day * 24 + more, portfolio: 'Own', currency: 'INR', value: 5 })),
  );

  it('does nothing until it is chosen, and continues from the day it has reached', async () => {
    await record(twoOfEach);
    assert.equal(await world.core.portfolio.snapshotThinning.run(), 0);
    assert.deepEqual(await world.core.portfolio.snapshotThinning.read(world.owner), { hourly_days: null });
    await keepFor(30);
    assert.equal(await world.core.portfolio.snapshotThinning.run(), 1);
    assert.equal(await world.core.portfolio.snapshotThinning.run(), 0);
    await keepFor(7);
    assert.equal(await world.core.portfolio.snapshotThinning.run(), 2);
    assert.equal((await left()).length, 3);
  });

  it('an interrupted run changes nothing, and the next one does all of it', async () => {
    await record(twoOfEach);
    await keepFor(7);
    // The connection dies at the deletion, after the mark.
    await world.core.database.asSystem('break the deletion', (trx) =>
      trx.raw(`create function public.die() returns trigger language plpgsql as $$ begin
                 perform pg_terminate_backend(pg_backend_pid()); return old; end $$;
               create trigger die before delete on portfolio.snapshots for each row execute function public.die()`),
    );
    await assert.rejects(world.core.portfolio.snapshotThinning.run());
    await world.core.database.asSystem('mend it', (trx) => trx.raw('drop function public.die cascade'));
    assert.equal((await left()).length, 6);
    assert.equal(await world.core.portfolio.snapshotThinning.run(), 3);
  });
});
