import assert from 'node:assert/strict';
import type { ConnectionInput } from '../../../../core/brokers/index.ts';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { FakeBroker, held } from '../../../support/fake-broker.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';
import type { RefreshView } from '../../../../core/portfolio/index.ts';

const by = { actor: 'test' };

describe('prices of a person’s own broker', () => {
  let world: TestCore;
  let broker: FakeBroker;
  let yahoo: YahooServer;
  beforeEach(async () => {
    broker = new FakeBroker();
    yahoo = await new YahooServer({ 'TCS.NS': { price: 60 }, 'INFY.NS': { price: 70 } }).start();
    world = await testCore({
      adapters: [broker.entry()],
      environment: { YAHOO_BASE_URL: yahoo.url },
    });
    broker.holdings = [held('TCS', '10'), held('INFY', '5')];
  });
  afterEach(async () => {
    await world.close();
    await yahoo.close();
  });

  const connect = async (role: ConnectionInput['role'] = 'TRADING+SYNC') => {
    const { id } = await world.core.connections.create(
      world.owner,
      {
        broker: 'dhan',
        label: 'My Dhan',
        role,
        credentials: { client_id: '1100012345', secret: 'kx9-very-secret-value-7Q2Z', pin: '4821' },
      },
      by,
    );
    await world.core.connections.sync(world.owner, id, by);
    world.clock.pass(5);
    return id;
  };
  const refresh = (userId = world.owner) => world.core.prices.refresh(userId, { force: true });
  const told = (view: RefreshView) =>
    view.outcomes.map(({ symbol, price, source, tried }) => [
      symbol,
      price,
      source,
      tried.map((one) => `${one.source} ${one.reason}`),
    ]);

  it('portfolio/Price refresh rules 2: the active TRADING+SYNC broker is asked first; what it does not know comes from the public provider', async () => {
    await connect();
    broker.prices = { TCS: { price: '61.5', previous_close: '59', as_of: '2026-03-02' } };
    const view = await refresh();
    assert.deepEqual(told(view), [
      ['INFY', 70, 'YAHOO', ['dhan NOT_FOUND']],
      ['TCS', 61.5, 'dhan', []],
    ]);
    assert.deepEqual(yahoo.asked, ['INFY.NS']);
    const { items } = await world.core.quality.prices(world.owner, {});
    const infy = items.find(({ symbol }) => symbol === 'INFY');
    assert.deepEqual(infy?.last_attempt?.tried, [
      { source: 'dhan', reason: 'NOT_FOUND', message: 'The source does not know the symbol.' },
    ]);
  });

  it('portfolio/Price refresh rules 2: a broker that fails leaves everything to the public provider, with the reason kept', async () => {
    await connect();
    broker.before = ({ what }) => {
      if (what === 'quotes') throw new BrokerFailure('RATE_LIMITED', 'too many');
    };
    assert.deepEqual(told(await refresh()), [
      ['INFY', 70, 'YAHOO', ['dhan PROVIDER_RATE_LIMITED']],
      ['TCS', 60, 'YAHOO', ['dhan PROVIDER_RATE_LIMITED']],
    ]);
  });

  it('portfolio/Price refresh rules 2: a connection for syncing alone is not asked for prices, nor is anybody else’s', async () => {
    await connect('SYNC');
    broker.prices = { TCS: { price: '61.5', previous_close: null, as_of: '2026-03-02' } };
    await refresh();
    await world.core.portfolio.holdings.create(
      world.stranger,
      {
        portfolio: 'Own',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 50,
      },
      by,
    );
    assert.deepEqual(told(await refresh(world.stranger)), [['TCS', 60, 'YAHOO', []]]);
    assert.equal(broker.count('quotes'), 0);
  });

  it('portfolio/Price refresh rules 2: a price of an earlier day than the one there is does not come back by another provider', async () => {
    await connect();
    broker.prices = { TCS: { price: '61.5', previous_close: null, as_of: '2026-03-02' } };
    await refresh();
    broker.prices = {};
    yahoo.listings.set('TCS.NS', { price: 60, day: '2026-02-27' });
    const view = await refresh();
    const tcs = view.outcomes.find(({ symbol }) => symbol === 'TCS');
    assert.deepEqual([tcs?.status, tcs?.reason, tcs?.price], ['SKIPPED', 'OLDER_THAN_KNOWN', 61.5]);
  });

  it('a broker’s price of an earlier day is filed under its day, once, and the newer price stays', async () => {
    const filed = async () =>
      await world.core.database.readAsUser(world.owner, async (trx) =>
        (await trx('portfolio.observed_prices').where({ symbol: 'TCS' }).orderBy('day')).map(
          ({ day, price, source, portfolio_id }: Record<string, unknown>) => [
            String(day),
            Number(price),
            source,
            portfolio_id,
          ],
        ),
      );
    await connect();
    broker.prices = { TCS: { price: '58.5', previous_close: null, as_of: '2026-02-26' } };
    const tcs = (await refresh()).outcomes.find(({ symbol }) => symbol === 'TCS');
    // The sync of the connection brought 120 of 2 March.
    assert.deepEqual([tcs?.status, tcs?.price], ['SKIPPED', 120]);
    const once = [
      ['2026-02-26', 58.5, 'dhan', '0'],
      ['2026-03-02', 120, 'dhan', '0'],
    ];
    assert.deepEqual(await filed(), once);
    await refresh();
    assert.deepEqual(await filed(), once);
  });
});
