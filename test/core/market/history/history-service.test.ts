import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

describe('portfolio/Price history: raw closes, adjusted when they are read', () => {
  let world: TestCore;
  let id: string;
  const coreAnew = sharedCore({ at: '2026-03-02T12:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
    id = await instrument(world, 'ALPHA');
  });

  it('the same rows again change nothing; another close for a day is told and does not replace the first', async () => {
    const { history } = world.core;
    const rows = [
      { instrument_id: id, day: '2026-02-26', close: '101.05' },
      { instrument_id: id, day: '2026-02-27', close: 102 },
    ];
    const nothing = { rows: 2, added: 0, changed: 0, refused: 0, conflicts: 0, findings: 0 };
    assert.deepEqual(await history.store(rows, { source: 'FILE' }), { ...nothing, added: 2 });
    assert.deepEqual(await history.store(rows, { source: 'FILE' }), nothing);
    const other = [{ instrument_id: id, day: '2026-02-27', close: 103.5 }];
    assert.equal((await history.store(other, { source: 'YAHOO' })).conflicts, 1);
    assert.equal((await history.store(other, { source: 'FILE' })).changed, 0);
    assert.deepEqual((await history.closes({ instrumentId: id })).closes, Float64Array.of(101.05, 102));
    // One finding for one contradiction, however often it is met.
    const { items } = await history.findings();
    assert.deepEqual(
      items.map(({ kind, symbol, day, value, other: stored, outcome }) => [
        kind,
        symbol,
        day,
        value,
        stored,
        outcome,
      ]),
      [['CONFLICT', 'ALPHA', '2026-02-27', 103.5, 102, 'REFUSED']],
    );
    // The exchange itself knows better than a file.
    assert.equal((await history.store(other, { source: 'NSE' })).changed, 1);
    assert.deepEqual((await history.closes({ instrumentId: id })).closes, Float64Array.of(101.05, 103.5));
  });

  it('a day that stands twice in one batch is stored once, with its first close', async () => {
    const { history } = world.core;
    const written = await history.store(
      [
        { instrument_id: id, day: '2026-02-27', close: 10 },
        { instrument_id: id, day: '2026-02-27', close: 11 },
      ],
      { source: 'FILE' },
    );
    assert.equal(written.added, 1);
    assert.equal(written.conflicts, 1);
    assert.deepEqual((await history.closes({ instrumentId: id })).closes, Float64Array.of(10));
  });

  it('the levels of an index are a series by its code; an empty one is empty, and no instrument', async () => {
    const { history } = world.core;
    assert.deepEqual(await history.closes({ series: 'NIFTY50' }), {
      instrument_id: null,
      days: [],
      closes: new Float64Array(),
      adjusted: true,
    });
    const nifty = await history.seriesId('NIFTY50');
    assert.equal(await history.seriesId('NIFTY50'), nifty);
    await history.store([{ instrument_id: nifty, day: '2026-02-27', close: 25_123.45 }], { source: 'NSE' });
    const { days, closes } = await history.closes({ series: 'NIFTY50', from: '2026-02-01' });
    assert.deepEqual([days, [...closes]], [['2026-02-27'], [25_123.45]]);
    assert.deepEqual(await history.lastClose({ series: 'NIFTY50' }, '2026-02-28'), {
      day: '2026-02-27',
      close: 25_123.45,
      source: 'NSE',
    });
    assert.equal(await history.lastClose({ series: 'NIFTY50' }, '2026-02-26'), null);
  });

  it('a price of an instrument that does not exist is refused, and one with prices is not deleted', async () => {
    const { history, database } = world.core;
    await assert.rejects(
      history.store([{ instrument_id: '999999', day: '2026-02-27', close: 10 }], { source: 'FILE' }),
    );
    await history.store([{ instrument_id: id, day: '2026-02-27', close: 10 }], { source: 'FILE' });
    await assert.rejects(
      database.asSystem('delete an instrument', (trx) => trx('market.instruments').where({ id }).delete()),
    );
  });
});

async function instrument(world: TestCore, symbol: string): Promise<string> {
  return await world.core.database.asSystem('an instrument for a test', async (trx) => {
    const [row] = (await trx('market.instruments')
      .insert({ exchange: 'NSE', symbol, asset_class: 'Indian Equity' })
      .returning('id')) as { id: string }[];
    return row?.id ?? '';
  });
}
