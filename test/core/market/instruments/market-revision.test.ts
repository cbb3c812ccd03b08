import assert from 'node:assert/strict';
import type { DbTransaction } from '../../../../core/platform/index.ts';
import {
  createMarketState,
  createReadCloseRevisions,
  createReadMarketRevision,
} from '../../../../core/market/instruments/market-revision.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { meanwhile } from '../../../support/meanwhile.ts';

describe('the revision of market data', () => {
  let world: TestCore;
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  const within = <T>(work: (trx: DbTransaction) => Promise<T>): Promise<T> =>
    world.core.database.asSystem('market data for a test', work);
  const revisions = async () => {
    const read = createReadMarketRevision(world.core.database);
    return await Promise.all([read('prices'), read('registry'), read('rates')]);
  };
  /** Revisions that the statements change. */
  const changedBy = async (...statements: string[]): Promise<string> => {
    const before = await revisions();
    await within(async (trx) => {
      for (const sql of statements) await trx.raw(sql);
    });
    const after = await revisions();
    return ['prices', 'registry', 'rates'].filter((_topic, at) => before[at] !== after[at]).join(' ');
  };
  const INSTRUMENT = `insert into market.instruments (exchange, symbol, name, asset_class)
    values ('NSE', 'TCS', 'Tata', 'Indian Equity')`;
  const OF_TCS = `from market.instruments where symbol = 'TCS'`;

  it('changes with every write of its kind, and with no statement that finds nothing to change', async () => {
    assert.equal(await changedBy(INSTRUMENT), 'registry');
    assert.equal(
      await changedBy(`insert into market.instrument_aliases (instrument_id, alias, kind, status, source)
        select id, 'TATA', 'BROKER', 'PROPOSED', 'test' ${OF_TCS}`),
      'registry',
    );
    assert.equal(
      await changedBy(`insert into market.symbol_changes (exchange, from_symbol, to_symbol, changed_on, source)
        values ('NSE', 'OLD', 'TCS', '2020-01-01', 'test')`),
      'registry',
    );
    assert.equal(await changedBy(`update market.instrument_aliases set status = 'CONFIRMED'`), 'registry');
    assert.equal(await changedBy(`update market.instruments set sector = 'IT' where symbol = 'NONE'`), '');
    assert.equal(await changedBy('delete from market.symbol_changes'), 'registry');
    const close = `insert into portfolio.price_history (instrument_id, day, close, source)
      select id, '2024-01-05', 1, 'NSE' ${OF_TCS}`;
    assert.equal(await changedBy(close), 'prices');
    assert.equal(
      await changedBy(
        'delete from portfolio.price_history',
        `update market.instruments set name = 'Tata C'`,
        `update market.instruments set name = 'TCS'`,
      ),
      'prices registry',
    );
  });

  it('changes with exchange rates', async () => {
    const rate = `insert into market.fx_rates (base, quote, day, rate, source, as_of)
      values ('USD', 'INR', '2024-01-05', 83, 'YAHOO', now())`;
    assert.equal(await changedBy(rate), 'rates');
    assert.equal(await changedBy(`update market.fx_rates set rate = 84 where base = 'EUR'`), '');
    assert.equal(await changedBy('update market.fx_rates set rate = 84'), 'rates');
    assert.equal(await changedBy('delete from market.fx_rates'), 'rates');
  });

  it('does not change with a rolled-back transaction, and writers do not wait for one another', async () => {
    const before = await revisions();
    await assert.rejects(
      within(async (trx) => {
        await trx.raw(INSTRUMENT.replace('TCS', 'INFY'));
        throw new Error('taken back');
      }),
      /taken back/,
    );
    assert.deepEqual(await revisions(), before);
    await within(async (first) => {
      await first.raw(INSTRUMENT.replace('TCS', 'INFY'));
      // The test hangs if this writer waits for the open first one.
      await meanwhile(() => within((second) => second.raw(INSTRUMENT.replace('TCS', 'WIPRO'))));
      const [, ofSecond] = await meanwhile(revisions);
      assert.notEqual(ofSecond, before[1]);
    });
    const [, last] = await revisions();
    assert.notEqual(last, before[1]);
    assert.deepEqual(await within((trx) => trx('market.data_changes').select()), []);
  });

  it('the revision of the closes of an instrument changes with its own closes alone', async () => {
    const ids = await within(async (trx) => {
      await trx.raw(INSTRUMENT.replace('TCS', 'ONE'));
      await trx.raw(INSTRUMENT.replace('TCS', 'TWO'));
      return await trx('market.instruments').whereIn('symbol', ['ONE', 'TWO']).orderBy('symbol').pluck('id');
    });
    const read = createReadCloseRevisions(world.core.database);
    const one = { instrument_id: ids[0], day: '2024-01-05' };
    const changes = [
      (trx: DbTransaction) => trx('portfolio.price_history').insert({ ...one, close: 1, source: 'NSE' }),
      (trx: DbTransaction) => trx('portfolio.price_history').where(one).update({ close: 2 }),
      (trx: DbTransaction) => trx('portfolio.price_history').where(one).delete(),
    ];
    for (const change of changes) {
      const before = await read(ids);
      await within(async (trx) => void (await change(trx)));
      const after = await read(ids);
      assert.notEqual(after.get(ids[0]), before.get(ids[0]));
      assert.equal(after.get(ids[1]), before.get(ids[1]));
    }
  });

  it('closes of many instruments in one transaction are marked by work that is linear in them', async () => {
    const many = 300;
    const read = async () => {
      const { rows } = await world.core.database.systemPool.query<{ read: string }>(
        `select idx_tup_read as read from pg_stat_user_indexes where relid = 'market.data_changes'::regclass`,
      );
      return Number(rows[0]?.read);
    };
    await within((trx) =>
      trx.raw(
        `insert into market.instruments (exchange, symbol, asset_class)
         select 'NSE', 'MANY' || n, 'Indian Equity' from generate_series(1, ${many}) n`,
      ),
    );
    const before = await read();
    await within(async (trx) => {
      await trx.raw(
        `insert into portfolio.price_history (instrument_id, day, close, source)
         select id, '2024-01-05', 1, 'NSE' from market.instruments where symbol like 'MANY%'`,
      );
      await trx.raw('select pg_stat_force_next_flush()');
    });
    const entries = (await read()) - before;
    assert.ok(entries >= many && entries <= 5 * many, `${entries} index entries of ${many} topics`);
    const revised = await within((trx) => trx('market.revisions').where('topic', 'like', 'closes %'));
    assert.ok(revised.length >= many);
  });

  it('a change counts within a second after a quiet minute, and else within a minute, however often data is written', async () => {
    const { clock } = world;
    const read = createMarketState(world.core);
    const write = () => within((trx) => trx.raw(`update market.instruments set name = name || 'x'`));
    const seen = [await read(['registry'])];
    const isNews = async () => {
      clock.pass(1 / 60);
      const state = await read(['registry']);
      const last = seen.at(-1);
      if (state !== last) seen.push(state);
      return state !== last;
    };
    await write();
    assert.equal(await isNews(), true);
    let counted = 0;
    for (let second = 0; second < 180; second += 20) {
      await write();
      clock.pass(19 / 60);
      counted += Number(await isNews());
    }
    assert.equal(counted, 3, 'once a minute while it changes all the time');
    clock.pass(1);
    assert.equal(await isNews(), false);
    await write();
    assert.equal(await isNews(), true);
    await write();
    clock.pass(-10);
    assert.equal(await isNews(), true, 'the clock was set back');
    assert.equal(await read(['prices', 'registry']), [await read(['prices']), seen.at(-1)].join(' '));
  });
});
