import assert from 'node:assert/strict';
import { createDhan } from '../../../../core/brokers/adapters/dhan.ts';
import { ConnectionModel } from '../../../../core/brokers/models.ts';
import type { Instrument, QuoteProvider } from '../../../../core/market/index.ts';
import { createLimiter } from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { dhanHistoryRow, dhanHolding, dhanQuote } from '../../../support/dhan-books.ts';
import { DhanServer } from '../../../support/dhan-server.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';
import { quoteProviderContract } from '../../market/quotes/quote-provider.contract.ts';
import type { RefreshView } from '../../../../core/portfolio/index.ts';

const BY = { actor: 'test' };

/** A core with a Dhan account that holds TCS, and a public provider that knows TCS and INFY. */
async function dhanWorld(more: Partial<Parameters<typeof testCore>[0]> = {}) {
  const at: { now: () => Date } = { now: () => new Date('2026-03-02T06:00:00.000Z') };
  const dhan = await new DhanServer(() => at.now()).start();
  const yahoo = await new YahooServer({ 'TCS.NS': { price: 60 }, 'INFY.NS': { price: 70 } }).start();
  const world = await testCore({
    environment: { DHAN_BASE_URL: dhan.url, YAHOO_BASE_URL: yahoo.url },
    ...more,
  });
  at.now = () => world.clock.now();
  dhan.reset({ holdings: 0, trades: 0, leftOut: 0 });
  const now = world.clock.now();
  dhan.books.holdings = [
    dhanHolding(1, { tradingSymbol: 'TCS', securityId: '11536', isin: 'INE467B01029', totalQty: 10 }),
  ];
  // Sold long ago, and held in another portfolio: its number comes from the history.
  dhan.books.history = [
    dhanHistoryRow(1, now, 3, { securityId: '1594', isin: 'INE009A01021', customSymbol: 'INFY' }),
  ];
  const connect = async (role: 'SYNC' | 'TRADING+SYNC' = 'TRADING+SYNC') => {
    const { id } = await world.core.connections.create(
      world.owner,
      {
        broker: 'dhan',
        label: 'My Dhan',
        role,
        credentials: { client_id: DhanServer.CLIENT_ID, access_token: dhan.accessToken() },
      },
      BY,
    );
    const { connection } = await world.core.connections.sync(world.owner, id, BY);
    assert.equal(connection.sync.state, 'OK');
    world.clock.pass(5);
    dhan.requests.length = 0;
    return id;
  };
  return {
    world,
    dhan,
    yahoo,
    connect,
    async close() {
      await world.close();
      await dhan.close();
      await yahoo.close();
    },
  };
}

type DhanWorld = Awaited<ReturnType<typeof dhanWorld>>;

describe('portfolio/Price refresh rules 2: Dhan as the active TRADING+SYNC broker', () => {
  let made: DhanWorld;
  let world: TestCore;
  beforeEach(async () => {
    made = await dhanWorld();
    world = made.world;
  });
  afterEach(() => made.close());

  const refresh = async (): Promise<RefreshView> => {
    world.clock.pass(5);
    return await world.core.prices.refresh(world.owner, { force: true });
  };
  const told = (view: RefreshView) =>
    view.outcomes.map(({ symbol, price, source, tried }) => [
      symbol,
      price,
      source,
      tried.map((one) => `${one.source} ${one.reason}`),
    ]);
  const quoteRequests = () => made.dhan.requests.filter(({ path }) => path.startsWith('/v2/marketfeed/'));

  it('is asked first: by the number of the holding and of the history; what it does not know comes from the public provider', async () => {
    await made.connect();
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Other',
        symbol: 'INFY',
        asset_class: 'Indian Equity',
        currency: 'INR',
        isin: 'INE009A01021',
        quantity: 1,
        avg_buy_price: 50,
      },
      BY,
    );
    made.dhan.quotes = {
      'NSE_EQ:11536': dhanQuote(61.5, world.clock.now()),
      'NSE_EQ:1594': dhanQuote(71.5, world.clock.now()),
    };
    const prices = new Map(told(await refresh()).map((one) => [one[0], one]));
    assert.deepEqual(prices.get('TCS'), ['TCS', 61.5, 'dhan', []]);
    assert.deepEqual(prices.get('INFY'), ['INFY', 71.5, 'dhan', []]);
    assert.deepEqual(made.yahoo.asked, []);
    delete made.dhan.quotes['NSE_EQ:1594'];
    assert.deepEqual(
      told(await refresh()).find(([symbol]) => symbol === 'INFY'),
      ['INFY', 70, 'YAHOO', ['dhan NOT_FOUND']],
    );
  });

  it('is not asked while its role is SYNC alone', async () => {
    await made.connect('SYNC');
    assert.deepEqual(
      told(await refresh()).find(([symbol]) => symbol === 'TCS'),
      ['TCS', 60, 'YAHOO', []],
    );
    assert.equal(quoteRequests().length, 0);
  });

  it('without its paid Data APIs the public provider is asked and the reason kept; Dhan is asked again a day later, in whichever process', async () => {
    await made.connect();
    made.dhan.dataPlan = '806';
    const refused = ['TCS', 60, 'YAHOO', ['dhan PROVIDER_REFUSED']];
    const tcs = async () => told(await refresh()).find(([symbol]) => symbol === 'TCS');
    assert.deepEqual(await tcs(), refused);
    assert.deepEqual(await tcs(), refused);
    assert.equal(quoteRequests().length, 1);
    const { items } = await world.core.quality.prices(world.owner, {});
    assert.deepEqual(items.find(({ symbol }) => symbol === 'TCS')?.last_attempt?.tried, [
      {
        source: 'dhan',
        reason: 'PROVIDER_REFUSED',
        message: 'The broker does not provide prices to this connection.',
      },
    ]);
    // A refusal of quotes is none of the sync.
    const [connection] = await world.core.connections.list(world.owner);
    assert.equal(connection?.sync.state, 'OK');

    made.dhan.dataPlan = 'active';
    made.dhan.quotes = { 'NSE_EQ:11536': dhanQuote(61.5, world.clock.now()) };
    // The token lives for a day: the loop renews it meanwhile.
    world.clock.pass(21 * 60);
    await world.core.connections.sync(world.owner, connection?.id ?? '', BY);
    assert.deepEqual(await tcs(), refused);
    world.clock.pass(4 * 60);
    await world.core.connections.sync(world.owner, connection?.id ?? '', BY);
    assert.deepEqual(await tcs(), ['TCS', 61.5, 'dhan', []]);
  });

  it('a new login asks at once for the quotes that were refused: the Data APIs may have been paid for', async () => {
    const id = await made.connect();
    made.dhan.dataPlan = 'DH-902';
    await refresh();
    made.dhan.dataPlan = 'active';
    made.dhan.quotes = { 'NSE_EQ:11536': dhanQuote(61.5, world.clock.now()) };
    await world.core.connections.login(world.owner, id, made.dhan.accessToken(), BY);
    await world.core.connections.sync(world.owner, id, BY);
    assert.deepEqual(
      told(await refresh()).find(([symbol]) => symbol === 'TCS'),
      ['TCS', 61.5, 'dhan', []],
    );
  });

  it('a symbol that is another company’s here is not priced by the number of Dhan’s', async () => {
    const id = await made.connect();
    const row = await world.core.database.asUser(world.owner, async (trx) =>
      ConnectionModel.query(trx).findById(id),
    );
    assert.deepEqual(row?.securities['TCS'], { id: '11536', isin: 'INE467B01029' });
    const [provider] = await world.core.brokers.quotesFor(world.owner);
    const other: Instrument = {
      symbol: 'TCS',
      name: null,
      isin: 'INE009A01021',
      asset_class: 'Indian Equity',
      currency: 'INR',
    };
    made.dhan.quotes = { 'NSE_EQ:11536': dhanQuote(61.5, world.clock.now()) };
    assert.deepEqual(await provider?.quotes([other]), [{ quote: null, failure: 'NOT_FOUND' }]);
    assert.equal(quoteRequests().length, 0);
  });
});

describe('portfolio/Price refresh rules 2: Dhan’s quotes keep the contract of every provider', () => {
  let made: DhanWorld;
  after(() => made.world.close());
  const instrument = (symbol: string): Instrument => ({
    symbol,
    name: null,
    isin: null,
    asset_class: 'Indian Equity',
    currency: 'INR',
  });

  quoteProviderContract(async () => {
    let timeoutMs = 50_000;
    made = await dhanWorld({
      adapters: [
        {
          switchedOnBy: 'DHAN_BASE_URL',
          // Each call of `fresh` sets how long is waited for; the adapter is made anew for each question.
          create: (setting) => {
            const make = () =>
              createDhan({
                ...setting,
                limits: { of: (_, { concurrent }) => createLimiter({ concurrent, perSecond: 100_000 }) },
                tuning: { timeoutMs, retries: 1, backoffMs: 1 },
              });
            return { ...make(), quotes: async (...given) => (await make().quotes?.(...given)) ?? [] };
          },
        },
      ],
    });
    await made.connect();
    await made.yahoo.close();
    made.dhan.quotes = { 'NSE_EQ:11536': dhanQuote(61.5, made.world.clock.now()) };
    const [provider] = await made.world.core.brokers.quotesFor(made.world.owner);
    assert.ok(provider !== undefined);
    return {
      name: 'dhan',
      server: made.dhan,
      fresh(patience): QuoteProvider {
        timeoutMs = patience;
        return provider;
      },
      known: [{ instrument: instrument('TCS'), price: 61.5, as_of: '2026-03-02' }],
      unknown: { instrument: instrument('NOSUCH'), failure: 'NOT_FOUND' },
      foreign: { ...instrument('CASH'), asset_class: 'Cash' },
    };
  });
});
