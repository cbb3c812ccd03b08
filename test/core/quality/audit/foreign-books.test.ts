import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const BY = { actor: 'test' };
const TODAY = '2026-03-10';
const LINES = ['NET_WORTH_HISTORY', 'VALUE_OF_SERIES', 'VALUE_OF_CHART'];

describe('audit of books in a foreign currency, while the rate is of today', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-10T12:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
    await storeRate(86.4);
    const { portfolio, liabilities } = world.core;
    const share = { portfolio: 'Schwab', symbol: 'AAPL', asset_class: 'US Equity', currency: 'USD' };
    await portfolio.holdings.create(
      world.owner,
      { ...share, quantity: 3, avg_buy_price: 20, current_price: 25 },
      BY,
    );
    await liabilities.create(world.owner, { name: 'Loan', type: 'LOAN', balance: 5, currency: 'USD' }, BY);
  });

  /** Rupees for a dollar today, seen now. */
  async function storeRate(rate: number): Promise<void> {
    const { core, owner, clock } = world;
    await core.database.systemPool.query(
      `insert into market.fx_rates (base, quote, day, rate, source, as_of) values ('USD', 'INR', $1, $2, 'TEST', $3)
       on conflict (base, quote, day) do update set rate = excluded.rate, as_of = excluded.as_of`,
      [TODAY, rate, clock.now()],
    );
    await core.database.change(owner, ['rates'], () => Promise.resolve(true));
  }
  const lines = async () => {
    const { identities, findings } = await world.core.quality.audit.run(world.owner);
    assert.deepEqual(findings, []);
    return LINES.map((code) => {
      const found = identities.find((one) => one.code === code);
      return found?.state === 'AGREES' ? 'AGREES' : found?.reason;
    });
  };
  const AGREE = LINES.map(() => 'AGREES');

  it('books with transactions: the end of each line has the rate of now, also for holdings without transactions', async () => {
    const row = {
      portfolio: 'Zerodha',
      symbol: 'TCS',
      currency: 'INR',
      type: 'BUY',
      quantity: 10,
      price: 100,
    };
    await world.core.portfolio.transactions.create(world.owner, { ...row, date: '2026-03-09' }, BY);
    // The line and the total both have the price of the purchase.
    assert.deepEqual(await lines(), AGREE);
    const [tcs] = await world.core.portfolio.holdings.ofSymbol(world.owner, 'TCS');
    await world.core.portfolio.holdings.update(world.owner, tcs?.id ?? '', { current_price: 100 }, BY);
    assert.deepEqual(await lines(), AGREE);
    world.clock.pass(10);
    await storeRate(87);
    assert.deepEqual(await lines(), AGREE);
    // 10 × 100 + (3 × 25 - 5) × 87
    const { net_worth, history } = await world.core.reports.networth.read(world.owner, {});
    assert.deepEqual([net_worth, history.points.at(-1)?.net_worth], [7090, 7090]);
  });

  it('a symbol with two prices by hand agrees; with those of two brokers it is not compared, and the reason says what to do', async () => {
    const { portfolio } = world.core;
    const row = { symbol: 'TCS', currency: 'INR', type: 'BUY', quantity: 10, price: 100, date: '2026-03-09' };
    for (const [name, price] of [
      ['Zerodha', 100],
      ['Groww', 102],
    ] as const) {
      await portfolio.transactions.create(world.owner, { ...row, portfolio: name }, BY);
      const found = (await portfolio.holdings.ofSymbol(world.owner, 'TCS')).find(
        (one) => one.portfolio === name,
      );
      await portfolio.holdings.update(world.owner, found?.id ?? '', { current_price: price }, BY);
    }
    assert.deepEqual(await lines(), AGREE);
    await world.core.database.systemPool.query(`update portfolio.holdings set price_source = 'KITE'`);
    const reason =
      'TCS has different prices in your portfolios. Refresh prices, or enter the same price in each.';
    assert.deepEqual(
      await lines(),
      LINES.map(() => reason),
    );
    for (const { id } of await portfolio.holdings.ofSymbol(world.owner, 'TCS'))
      await portfolio.holdings.update(world.owner, id, { current_price: 102 }, BY);
    assert.deepEqual(await lines(), AGREE);
  });

  it('books without transactions are compared with the rates of now, too', async () => {
    await world.core.portfolio.snapshots.take(world.owner);
    assert.deepEqual(await lines(), AGREE);
    world.clock.pass(5);
    await storeRate(87);
    assert.deepEqual(await lines(), AGREE);
  });
});
