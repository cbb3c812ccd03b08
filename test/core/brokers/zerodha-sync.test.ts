import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestCore, sharedCore } from '../../support/core.ts';
import { kiteFund, kiteFundOrder, kiteHolding, kiteTrade } from '../../support/kite-books.ts';
import { KiteServer } from '../../support/kite-server.ts';
import { tradebookFile } from '../../support/tradebook-rows.ts';

const BY = { actor: 'api:owner' };

describe('portfolio/Connection sync rules 3: a sync of zerodha', () => {
  let world: TestCore;
  const kite = new KiteServer(() => world.clock.now());
  let id: string;
  before(() => kite.start());
  after(() => kite.close());
  const coreAnew = sharedCore(() => ({ environment: { ZERODHA_BASE_URL: kite.url } }));
  beforeEach(async () => {
    world = await coreAnew();
    kite.reset({ holdings: 0, trades: 0, leftOut: 0 });
    const now = world.clock.now();
    const fund = { fund: 'INDEX FUND - DIRECT PLAN', tradingsymbol: 'INF205K01NT8' };
    kite.books = {
      holdings: [
        kiteHolding(1, { tradingsymbol: 'INFY', isin: 'INE009A01021', quantity: 7, t1_quantity: 3 }),
      ],
      funds: [kiteFund(1, { ...fund, quantity: 12.5 })],
      trades: [
        kiteTrade(1, now, {
          tradingsymbol: 'INFY-BE',
          exchange: 'NSE',
          trade_id: '40000386',
          quantity: 3,
          product: 'CNC',
          transaction_type: 'BUY',
        }),
        kiteTrade(2, now, { exchange: 'NFO', tradingsymbol: 'INFY26MARFUT' }),
      ],
      fundOrders: [
        kiteFundOrder(2, now, {
          ...fund,
          quantity: 12.5,
          average_price: 80,
          exchange_timestamp: '2026-02-27',
        }),
      ],
    };
    ({ id } = await world.core.connections.create(
      world.owner,
      { broker: 'zerodha', label: 'My Zerodha', role: 'SYNC', credentials: KiteServer.USER },
      BY,
    ));
  });
  afterEach(() => world.close());

  const sync = async () => await world.core.connections.sync(world.owner, id, BY);
  const login = async () => await world.core.connections.login(world.owner, id, kite.requestToken(), BY);
  const rows = async () =>
    (await world.core.portfolio.transactions.list(world.owner, { order: 'asc', page_size: 200 })).items.map(
      ({ symbol, date, type, quantity, price, execution_id }) =>
        [symbol, date, type, quantity, price, execution_id] as const,
    );

  it('waits for its person, then keeps holdings with last price and close, and the trades of the day and week', async () => {
    const first = await sync();
    assert.deepEqual(
      [first.connection.sync.state, first.connection.sync.reason_code],
      ['NEEDS_LOGIN', 'NEEDS_LOGIN'],
    );
    await login();
    const { connection, counts } = await sync();
    assert.deepEqual(
      [connection.sync.state, connection.account, connection.portfolio],
      ['OK', 'AB1234', 'ZERODHA - AB1234'],
    );
    assert.deepEqual([counts?.holdings, counts?.trades_new, counts?.left_out], [2, 2, 1]);
    assert.deepEqual(await rows(), [
      ['INDEX FUND - DIRECT PLAN', '2026-02-27', 'BUY', 12.5, 80, 'BSE:2026-02-27:254657129'],
      ['INFY', '2026-03-02', 'BUY', 3, 420.65, 'NSE:2026-03-02:40000386'],
    ]);
    const holdings = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual(
      holdings.map(({ symbol, quantity, current_price, previous_close, price_as_of }) => [
        symbol,
        quantity,
        current_price,
        previous_close,
        price_as_of,
      ]),
      [
        ['INDEX FUND - DIRECT PLAN', 12.5, 84.86, null, '2026-02-27'],
        // 10 in the list, and 3 bought today, which no list has yet.
        ['INFY', 13, 762.45, 766.4, '2026-03-02'],
      ],
    );
  });

  it("meets Console's tradebook in one row, whichever comes first", async () => {
    const tradebook = tradebookFile(
      'INFY,INE009A01021,2026-03-02,NSE,EQ,EQ,buy,false,3.000000,420.649994,40000386,1,2026-03-02T09:17:01',
      'INDEX FUND - DIRECT PLAN,INF205K01NT8,2026-02-27,BSE,MF,,buy,false,12.500000,80.000000,254657129,1,2026-02-27T00:00:00',
    );
    const drop = async () => {
      const { imports } = world.core.portfolio;
      const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(tradebook)]), {
        portfolio: 'ZERODHA - AB1234',
        type: 'transactions',
      });
      return await imports.commit(world.owner, { import_id }, BY);
    };
    await login();
    await sync();
    await drop();
    assert.equal((await rows()).length, 2);
    assert.equal((await sync()).counts?.trades_new, 0);
  });

  it('ends at six in the morning: nothing is asked then before somebody logs in', async () => {
    await login();
    await sync();
    // 11:30 in India; 06:00 is 18½ hours on.
    world.clock.pass(18.5 * 60 + 1);
    kite.calm();
    const { connection } = await sync();
    assert.equal(connection.sync.state, 'NEEDS_LOGIN');
    assert.match(connection.login_url ?? '', /^https:\/\/kite\.zerodha\.com\/connect\/login\?v=3&api_key=/);
    assert.equal(kite.requests.length, 0);
  });

  it('a token that Zerodha ends in the middle leaves the last good data', async () => {
    await login();
    await sync();
    kite.books.holdings = [];
    kite.endSessions({ after: 2 });
    const { connection } = await sync();
    assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['NEEDS_LOGIN', 'NEEDS_LOGIN']);
    const holdings = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual(
      holdings.map(({ symbol, quantity }) => [symbol, quantity]),
      [
        ['INDEX FUND - DIRECT PLAN', 12.5],
        ['INFY', 13],
      ],
    );
  });
  const inbox = async () =>
    (await world.core.portfolio.brokerChanges.list(world.owner)).open.map(
      ({ kind, symbol, before, after }) => [kind, symbol, before?.price, after?.price ?? null] as const,
    );

  it("a trade of the day with another price waits; one that is gone does, but not while the day's list is empty", async () => {
    await login();
    await sync();
    const [row = assert.fail(), other = assert.fail()] = kite.books.trades;
    const price = Number(row['average_price']);
    row['average_price'] = price + 1;
    world.clock.pass(31);
    await sync();
    assert.deepEqual(await inbox(), [['CHANGED', 'INFY', price, price + 1]]);
    row['average_price'] = price;
    kite.books.trades = [];
    for (let hour = 0; hour < 2; hour += 1) {
      world.clock.pass(61);
      await sync();
    }
    assert.deepEqual(await inbox(), [['CHANGED', 'INFY', price, price + 1]]);
    kite.books.trades = [other];
    for (let hour = 0; hour < 2; hour += 1) {
      world.clock.pass(61);
      await sync();
    }
    assert.deepEqual(await inbox(), [['VANISHED', 'INFY', price, null]]);
    kite.books.trades = [row, other];
    world.clock.pass(31);
    await sync();
    assert.deepEqual(await inbox(), []);
  });
});
