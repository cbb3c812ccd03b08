import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { BrokerFailure } from '../../../core/brokers/failure.ts';
import { held, page, trade } from '../../support/fake-broker.ts';
import { BY, type BrokerWorld, sharedBrokerWorld } from './world.ts';
import { tradebookFile } from '../../support/tradebook-rows.ts';

describe('a sync', () => {
  let world: BrokerWorld;
  const worldAnew = sharedBrokerWorld();
  beforeEach(async () => {
    world = await worldAnew();
  });
  afterEach(() => world.close());
  const holdings = async () =>
    (await world.core.portfolio.holdings.all(world.owner)).map(
      ({ symbol, source, quantity, reconciliation }) => [symbol, source, quantity, reconciliation.status],
    );
  const transactions = async () =>
    (await world.core.portfolio.transactions.list(world.owner, { page: 1, page_size: 200, order: 'asc' }))
      .items;
  /** Every row of every table with portfolio data, as text. */
  const everything = async (but?: string): Promise<string> => {
    const tables = [
      'portfolios',
      'holdings',
      'transactions',
      'positions',
      'revisions',
      'imports',
      'import_rows',
    ];
    const rows = await Promise.all(
      tables
        .filter((table) => table !== but)
        .map((table) =>
          world.core.database.systemPool.query(`select t::text from portfolio.${table} t order by 1`),
        ),
    );
    return JSON.stringify(rows.map((one) => one.rows));
  };

  it('portfolio/Connection sync rules 2: writes holdings and trades into BROKER - ACCOUNT; a second one writes nothing', async () => {
    world.broker.holdings = [held('TCS', '10', { isin: 'INE467B01029' }), held('INFY', '5')];
    world.broker.pages = [
      page(trade('1', 'TCS', '10'), trade('2', 'INFY', '5')),
      page(trade('2', 'INFY', '5')),
      page(),
    ];
    const { id } = await world.create();
    const first = await world.sync(id);
    assert.deepEqual(
      [first.connection.sync.state, first.connection.sync.reason_code, first.counts],
      [
        'OK',
        null,
        {
          holdings: 2,
          prices_kept: 0,
          trades_read: 3,
          trades_new: 2,
          trades_known: 0,
          left_out: 0,
          left_out_reasons: [],
          not_at_broker: 0,
        },
      ],
    );
    assert.deepEqual(await holdings(), [
      ['INFY', 'BROKER', 5, 'MATCHED'],
      ['TCS', 'BROKER', 10, 'MATCHED'],
    ]);
    assert.deepEqual(
      (await transactions()).map(({ portfolio, execution_id, source, fee_tax }) => [
        portfolio,
        execution_id,
        source,
        fee_tax,
      ]),
      [
        ['DHAN - 1100012345', '1', 'BROKER', 1.5],
        ['DHAN - 1100012345', '2', 'BROKER', 1.5],
      ],
    );
    const before = await everything();
    world.clock.pass(31);
    const second = await world.sync(id);
    assert.deepEqual(second.counts, { ...first.counts, trades_new: 0, trades_known: 2 });
    assert.equal(await everything(), before);
    assert.equal(second.connection.sync.last_success_at, '2026-03-02T06:31:00.000Z');
    assert.equal(second.connection.sync.next_due_at, '2026-03-02T07:01:00.000Z');
    // The first time everything is asked for, then what may have come late.
    const asked = world.broker.calls.filter(({ what }) => what === 'trades').map(({ from }) => from);
    assert.deepEqual([...new Set(asked)], [null, '2026-02-23']);
  });

  it('a fault in the middle leaves the last good data, a reason and a next attempt, and never half a sync', async () => {
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(trade('1', 'TCS', '10'))];
    const { id } = await world.create();
    await world.sync(id);
    const before = await everything('revisions');
    world.broker.holdings = [held('TCS', '30')];
    world.broker.pages = [page(trade('2', 'TCS', '10')), page(trade('3', 'TCS', '10'))];
    let pages = 0;
    world.broker.before = ({ what }) => {
      if (what === 'trades' && (pages += 1) === 2)
        throw new BrokerFailure('RATE_LIMITED', 'slow down', { retryAfterMs: 45 * 60_000 });
    };
    const { connection, counts } = await world.sync(id);
    assert.equal(counts, null);
    assert.deepEqual(
      [
        connection.sync.state,
        connection.sync.reason_code,
        connection.sync.next_due_at,
        connection.sync.last_success_at,
      ],
      ['FAILED', 'RATE_LIMITED', '2026-03-02T06:45:00.000Z', '2026-03-02T06:00:00.000Z'],
    );
    assert.match(connection.sync.reason ?? '', /too many requests/);
    assert.equal(await everything('revisions'), before);
    assert.deepEqual(await holdings(), [['TCS', 'BROKER', 10, 'MATCHED']]);
    assert.equal((await transactions()).length, 1);

    // Asked again before the broker wants it, nobody is asked.
    const calls = world.broker.calls.length;
    assert.equal((await world.sync(id)).counts, null);
    assert.equal(world.broker.calls.length, calls);
    world.clock.pass(46);
    world.broker.before = () => undefined;
    assert.equal(await world.round(), '1 synced');
    assert.deepEqual(await holdings(), [['TCS', 'BROKER', 30, 'MATCHED']]);
  });

  it('what cannot be recorded is recorded not at all, and said so', async () => {
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(trade('1', 'TCS', '10'))];
    const { id } = await world.create();
    await world.core.database.systemPool.query(
      `create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$;
       create trigger refuse before insert on portfolio.positions for each row execute function pg_temp_refuse()`,
    );
    const { connection } = await world.sync(id);
    assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['FAILED', 'NOT_RECORDED']);
    assert.deepEqual([await holdings(), await transactions()], [[], []]);
    await world.core.database.systemPool.query('drop trigger refuse on portfolio.positions');
    assert.equal((await world.sync(id)).connection.sync.state, 'OK');
    assert.deepEqual(await holdings(), [['TCS', 'BROKER', 10, 'MATCHED']]);
  });

  it('a trade that a file brought and one that the sync brings meet in one row', async () => {
    const csv = tradebookFile(
      'TCS,INE467B01029,2026-02-02,NSE,EQ,EQ,buy,false,10,100,40000386,1,2026-02-02T10:00:00',
    );
    const staged = await world.core.portfolio.imports.stage(world.owner, Readable.from([Buffer.from(csv)]), {
      file_name: 'tradebook.csv',
      portfolio: 'DHAN - 1100012345',
    });
    await world.core.portfolio.imports.commit(world.owner, { import_id: staged.import_id }, BY);
    // The broker calls it otherwise, and the ISIN brings it back.
    world.broker.holdings = [held('TCS-EQ', '10', { isin: 'INE467B01029' })];
    world.broker.pages = [
      page(trade('NSE:2026-02-02:40000386', 'TATA CONSULTANCY', '10', { isin: 'INE467B01029' })),
    ];
    const { id } = await world.create();
    const { counts } = await world.sync(id);
    assert.deepEqual([counts?.trades_new, counts?.trades_known], [0, 1]);
    assert.equal((await transactions()).length, 1);
    assert.deepEqual(await holdings(), [['TCS', 'BROKER', 10, 'MATCHED']]);
  });

  it('trades on record without a time of execution get it when the broker tells it later, once', async () => {
    const executed = async () =>
      (await world.core.portfolio.transactions.list(world.owner, { order: 'asc' })).items.map(
        (row) => [row.quantity, row.executed_at] as const,
      );
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(trade('1', 'TCS', '10'))];
    const { id } = await world.create();
    await world.sync(id);
    assert.deepEqual(await executed(), [[10, null]]);
    world.broker.pages = [page(trade('1', 'TCS', '10', { executed_at: '09:16:39' }))];
    const { counts } = await world.sync(id);
    assert.deepEqual([counts?.trades_new, counts?.trades_known], [0, 1]);
    assert.deepEqual(await executed(), [[10, '09:16:39']]);
    world.broker.pages = [page(trade('1', 'TCS', '10', { executed_at: '10:00:00' }))];
    await world.sync(id);
    assert.deepEqual(await executed(), [[10, '09:16:39']]);
  });

  it('portfolio/Connection sync rules 2: intraday rows are kept only when they close a gap; a repeat changes nothing', async () => {
    world.broker.holdings = [held('TCS', '15')];
    world.broker.pages = [
      page(
        trade('1', 'TCS', '10', { date: '2026-02-02' }),
        trade('2', 'TCS', '5', { date: '2026-02-03', is_intraday: true }),
        trade('3', 'TCS', '7', { date: '2026-02-04', is_intraday: true }),
        trade('4', 'TCS', '7', { date: '2026-02-04', is_intraday: true, type: 'SELL' }),
        trade('5', 'INFY', '9', { date: '2026-02-04', is_intraday: true }),
      ),
    ];
    const { id } = await world.create();
    const { counts } = await world.sync(id);
    assert.deepEqual([counts?.trades_new, counts?.left_out], [2, 3]);
    assert.deepEqual(
      (await transactions()).map(({ execution_id }) => execution_id),
      ['1', '2'],
    );
    assert.deepEqual(await holdings(), [['TCS', 'BROKER', 15, 'MATCHED']]);
    const before = await everything();
    await world.sync(id);
    assert.equal(await everything(), before);
  });

  it('never deletes a transaction; a holding that is gone at broker and ledger goes, another stays empty and is told', async () => {
    world.broker.holdings = [held('TCS', '10'), held('INFY', '5'), held('WIPRO', '3')];
    world.broker.pages = [page(trade('1', 'TCS', '10'), trade('2', 'INFY', '5'))];
    const { id } = await world.create();
    await world.sync(id);
    world.broker.holdings = [held('WIPRO', '3')];
    world.broker.pages = [page(trade('3', 'TCS', '10', { type: 'SELL', date: '2026-02-27' }))];
    const { counts } = await world.sync(id);
    assert.equal(counts?.not_at_broker, 1);
    assert.deepEqual(await holdings(), [
      // 5 bought, none there: a sale is missing in the books.
      ['INFY', 'BROKER', 0, 'EXCESS_LEDGER'],
      ['WIPRO', 'BROKER', 3, 'NO_LEDGER'],
    ]);
    assert.equal((await transactions()).length, 3);
    // An answer with nothing in it at all takes nothing away.
    world.broker.holdings = [];
    world.broker.pages = [];
    assert.equal((await world.sync(id)).counts?.not_at_broker, 2);
    assert.deepEqual((await holdings())[1], ['WIPRO', 'BROKER', 3, 'NO_LEDGER']);
    // It comes back.
    world.broker.holdings = [held('INFY', '5'), held('WIPRO', '3')];
    await world.sync(id);
    assert.deepEqual((await holdings())[0], ['INFY', 'BROKER', 5, 'MATCHED']);
  });

  it('portfolio/Connection sync rules 2: a price refreshed meanwhile is not overwritten', async () => {
    world.broker.holdings = [held('TCS', '10', { last_price: '120' })];
    const { id } = await world.create();
    await world.sync(id);
    const [holding] = await world.core.portfolio.quotes.holdings(world.owner);
    assert.ok(holding);
    world.clock.pass(10);
    await world.core.portfolio.quotes.apply(world.owner, [
      { holding, quote: { price: 125, previous_close: 118, as_of: '2026-03-02', source: 'yahoo' } },
    ]);
    // The broker was asked before that price came in, and says its own only now.
    world.clock.pass(-5);
    const { counts } = await world.sync(id);
    assert.equal(counts?.prices_kept, 1);
    const [kept] = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual([kept?.current_price, kept?.price_source], [125, 'yahoo']);
  });

  it('edited or deleted while it runs, it records nothing', async () => {
    world.broker.holdings = [held('TCS', '10')];
    const { id } = await world.create();
    world.broker.before = async ({ what }) => {
      if (what !== 'holdings') return;
      world.broker.before = () => undefined;
      await world.core.connections.update(
        world.owner,
        id,
        { credentials: { secret: 'another-secret-0000' } },
        BY,
      );
    };
    const { connection, counts } = await world.sync(id);
    assert.deepEqual([counts, connection.sync.state], [null, 'PENDING']);
    assert.deepEqual(await holdings(), []);
    world.broker.before = async ({ what }) => {
      if (what === 'holdings') await world.core.connections.remove(world.owner, id, BY);
    };
    await assert.rejects(world.sync(id), /CONNECTION_NOT_FOUND/);
    assert.deepEqual(await holdings(), []);
  });

  it('a portfolio that was deleted is made again, with its whole history', async () => {
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(trade('1', 'TCS', '10'))];
    const { id } = await world.create();
    await world.sync(id);
    const row = (await world.core.portfolio.portfolios.list(world.owner)).find(({ name }) =>
      name.startsWith('DHAN'),
    );
    await world.core.portfolio.portfolios.update(world.owner, row?.id ?? '', { name: 'Mine' }, BY);
    assert.equal((await world.get(id)).portfolio, 'Mine');
    await world.core.portfolio.portfolios.remove(world.owner, row?.id ?? '', BY);
    await world.sync(id);
    assert.equal(world.broker.calls.at(-1)?.from, null);
    assert.deepEqual(await holdings(), [['TCS', 'BROKER', 10, 'MATCHED']]);
  });

  it('deleted while the last days are read, it is not made again with those days alone', async () => {
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(trade('1', 'TCS', '10'))];
    const { id } = await world.create();
    await world.sync(id);
    const row = (await world.core.portfolio.portfolios.list(world.owner)).find(({ name }) =>
      name.startsWith('DHAN'),
    );
    world.broker.pages = [];
    world.broker.before = async ({ what }) => {
      if (what === 'trades') await world.core.portfolio.portfolios.remove(world.owner, row?.id ?? '', BY);
    };
    const { connection } = await world.sync(id);
    assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['FAILED', 'NOT_RECORDED']);
    assert.deepEqual(await holdings(), []);
    world.broker.before = () => undefined;
    world.broker.pages = [page(trade('1', 'TCS', '10'))];
    world.clock.pass(10);
    assert.equal(await world.round(), '1 synced');
    assert.deepEqual(await holdings(), [['TCS', 'BROKER', 10, 'MATCHED']]);
  });
});
