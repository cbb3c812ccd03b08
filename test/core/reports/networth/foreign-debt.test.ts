import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../../../support/core.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';

const by = { actor: 'api:owner' };

describe('net worth with a debt in another currency', () => {
  let yahoo: YahooServer;
  let world: TestCore;
  before(async () => {
    yahoo = await new YahooServer().start();
    // a Monday, 11:30 in India
    world = await testCore({ at: '2026-03-02T06:00:00.000Z', environment: { YAHOO_BASE_URL: yahoo.url } });
  });
  after(async () => {
    await world.close();
    await yahoo.close();
  });

  it('its rates are fetched though nothing is held in it, and each recorded day goes by its own', async () => {
    const { core, owner } = world;
    await core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 50,
        current_price: 100,
      },
      by,
    );
    await core.liabilities.create(owner, { name: 'Study', type: 'LOAN', balance: 5, currency: 'EUR' }, by);
    await core.portfolio.snapshots.take(owner);
    const read = async () => await core.reports.networth.read(owner, {});
    assert.equal((await read()).net_worth, null);
    yahoo.listings.set('EURINR=X', {
      currency: 'INR',
      zone: 'Europe/London',
      series: { '2026-02-27': 90, '2026-03-02': 100, '2026-03-03': 110 },
    });
    assert.equal((await core.fx.keepUp()).pairs, 1);
    // 10 × 100 less 5 × 100: what was unknown is not shown again
    const monday = await read();
    assert.deepEqual([monday.net_worth, monday.liabilities, monday.is_estimated], [500, 500, true]);
    world.clock.pass(24 * 60);
    await core.fx.keepUp();
    await core.portfolio.snapshots.take(owner);
    const tuesday = await read();
    assert.equal(tuesday.liabilities, 550);
    assert.deepEqual(
      tuesday.history.points.map(({ date, liabilities, net_worth, is_estimated }) => [
        date,
        liabilities,
        net_worth,
        is_estimated,
      ]),
      [
        ['2026-03-02', 500, 500, true],
        ['2026-03-03', 550, 450, true],
      ],
    );
    await core.liabilities.remove(owner, (await core.liabilities.list(owner))[0]?.id ?? '', by);
    assert.equal((await core.fx.keepUp()).pairs, 0);
  });
});
