import assert from 'node:assert/strict';
import { type TestCore, sharedCore } from '../../support/core.ts';
import { dhanHistoryRow, dhanHolding, dhanOrder, dhanTodaysFill } from '../../support/dhan-books.ts';
import { DhanServer } from '../../support/dhan-server.ts';

const BY = { actor: 'api:owner' };
const DAY = 24 * 60;

describe('portfolio/Connection sync rules 2: a sync of dhan', () => {
  let world: TestCore;
  const dhan = new DhanServer(() => world.clock.now());
  let id: string;
  before(() => dhan.start());
  after(() => dhan.close());
  const coreAnew = sharedCore(() => ({ environment: { DHAN_BASE_URL: dhan.url } }));
  beforeEach(async () => {
    world = await coreAnew();
    dhan.reset({ holdings: 0, trades: 0, leftOut: 0 });
    const now = world.clock.now();
    dhan.books = {
      holdings: [
        dhanHolding(1, { totalQty: 10, tradingSymbol: 'TCS', isin: 'INE467B01029', avgCostPrice: 100 }),
      ],
      history: [
        dhanHistoryRow(1, now, 3, { tradedQuantity: 10, tradedPrice: 100, customSymbol: 'Tata Consultancy' }),
      ],
      orders: [dhanOrder(2, { filledQty: 5 })],
      trades: [
        dhanTodaysFill(2, 0, now, { tradedQuantity: 2, tradedPrice: 110, securityId: '11001' }),
        dhanTodaysFill(2, 1, now, { tradedQuantity: 3, tradedPrice: 115, securityId: '11001' }),
      ],
    };
    ({ id } = await world.core.connections.create(
      world.owner,
      {
        broker: 'dhan',
        label: 'My Dhan',
        role: 'SYNC',
        credentials: { client_id: DhanServer.CLIENT_ID, access_token: dhan.accessToken() },
      },
      BY,
    ));
  });
  afterEach(() => world.close());

  const sync = async () => await world.core.connections.sync(world.owner, id, BY);
  const rows = async () =>
    (await world.core.portfolio.transactions.list(world.owner, { order: 'asc', page_size: 200 })).items.map(
      ({ symbol, date, type, quantity, price, fee_tax }) =>
        [symbol, date, type, quantity, price, fee_tax] as const,
    );

  it("records the history and today's finished orders under the symbol that is held", async () => {
    const { connection, counts } = await sync();
    assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['OK', null]);
    assert.deepEqual([counts?.holdings, counts?.trades_new, counts?.left_out], [1, 2, 0]);
    assert.deepEqual(await rows(), [
      // 0.0002 + 5 + 0 + 0.0316 + 0.1571 + 0.77
      ['TCS', '2026-02-27', 'BUY', 10, 100, 5.9589],
      // (2 × 110 + 3 × 115) / 5
      ['TCS', '2026-03-02', 'BUY', 5, 113, 0],
    ]);
    assert.equal((await sync()).counts?.trades_new, 0);
  });

  it("tomorrow's history is the same trade, and brings its charges", async () => {
    await sync();
    const told = {
      tradedQuantity: 5,
      tradedPrice: 113,
      securityId: '11001',
      stt: 1.5,
      customSymbol: 'Tata Consultancy',
    };
    dhan.books = {
      ...dhan.books,
      history: [dhanHistoryRow(2, world.clock.now(), 0, told), ...dhan.books.history],
      orders: [],
      trades: [],
    };
    world.clock.pass(DAY - 2 * 60);
    const { connection, counts } = await sync();
    assert.deepEqual([connection.sync.state, counts?.trades_new, counts?.trades_known], ['OK', 0, 2]);
    assert.deepEqual(await rows(), [
      ['TCS', '2026-02-27', 'BUY', 10, 100, 5.9589],
      // 0.0002 + 1.5 + 0 + 0.0316 + 0.1571 + 0.77
      ['TCS', '2026-03-02', 'BUY', 5, 113, 2.4589],
    ]);
    // Charges that were told are not told again: nothing changes any more.
    const { connection: before } = await sync();
    assert.equal((await sync()).connection.sync.state, before.sync.state);
    assert.deepEqual((await rows())[1]?.[5], 2.4589);
  });

  it('renews its token before it is 23 hours old, and goes on with the new one', async () => {
    await sync();
    world.clock.pass(21 * 60);
    assert.equal((await sync()).connection.sync.state, 'OK');
    assert.equal(dhan.renewals, 1);
    world.clock.pass(12 * 60);
    assert.equal((await sync()).connection.sync.state, 'OK');
    assert.equal(new Set(dhan.log.map(({ token }) => token)).size, 2);
  });

  it('a token that ended is not sent any more, until the person brings another one', async () => {
    await sync();
    world.clock.pass(DAY);
    dhan.calm();
    const { connection } = await sync();
    assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['NEEDS_LOGIN', 'TOKEN_EXPIRED']);
    assert.equal(dhan.requests.length, 0);
    assert.equal(connection.login_url, 'https://web.dhan.co');
    await world.core.connections.login(world.owner, id, dhan.accessToken(), BY);
    assert.equal((await sync()).connection.sync.state, 'OK');
  });

  it('a failure in the middle of the history records nothing, and the next sync all of it', async () => {
    dhan.fail({ kind: 'cut' }, { path: /\/trades\/.*\/0$/ });
    const { connection, counts } = await sync();
    assert.deepEqual(
      [connection.sync.state, connection.sync.reason_code, counts],
      ['FAILED', 'BROKER_UNREACHABLE', null],
    );
    assert.deepEqual(await rows(), []);
    dhan.calm();
    world.clock.pass(30);
    assert.equal((await sync()).counts?.trades_new, 2);
  });
  const inbox = async () =>
    (await world.core.portfolio.brokerChanges.list(world.owner)).open.map(
      ({ kind, symbol, before, after }) => [kind, symbol, before?.price, after?.price ?? null] as const,
    );

  it('a trade of the history with another price waits, and one that is gone from whole days', async () => {
    await sync();
    const [row = assert.fail()] = dhan.books.history;
    row['tradedPrice'] = 101;
    world.clock.pass(31);
    await sync();
    assert.deepEqual(await inbox(), [['CHANGED', 'TCS', 100, 101]]);
    row['tradedPrice'] = 100;
    world.clock.pass(31);
    await sync();
    assert.deepEqual(await inbox(), []);
    // An empty history is believed when it is empty for an hour.
    dhan.books.history = [];
    world.clock.pass(31);
    await sync();
    assert.deepEqual(await inbox(), []);
    world.clock.pass(61);
    await sync();
    assert.deepEqual(await inbox(), [['VANISHED', 'TCS', 100, null]]);
    assert.equal((await rows()).length, 2);
  });

  it("a day is whole in the history from the next noon on: yesterday's trade may be late in the morning", async () => {
    await sync();
    const done = dhan.books.history;
    dhan.books = { ...dhan.books, orders: [], trades: [] };
    // The next morning at 09:30, and at 12:30.
    world.clock.pass(22 * 60);
    await sync();
    assert.deepEqual([await inbox(), dhan.books.history], [[], done]);
    world.clock.pass(3 * 60);
    await sync();
    assert.deepEqual(await inbox(), [['VANISHED', 'TCS', 113, null]]);
  });

  it("an average price in fewer decimals is the one of today's fills", async () => {
    const now = world.clock.now();
    dhan.books.orders = [dhanOrder(2, { filledQty: 3 })];
    dhan.books.trades = [
      dhanTodaysFill(2, 0, now, { tradedQuantity: 1, tradedPrice: 110, securityId: '11001' }),
      dhanTodaysFill(2, 1, now, { tradedQuantity: 2, tradedPrice: 110.1, securityId: '11001' }),
    ];
    await sync();
    const [fill = assert.fail()] = dhan.books.trades;
    dhan.books.history.unshift(
      dhanHistoryRow(2, now, 0, {
        orderId: fill['orderId'],
        securityId: '11001',
        tradedQuantity: 3,
        tradedPrice: 110.07,
      }),
    );
    dhan.books = { ...dhan.books, orders: [], trades: [] };
    world.clock.pass(DAY + 90);
    await sync();
    assert.deepEqual(await inbox(), []);
    assert.equal((await rows()).length, 2);
  });
});
