import assert from 'node:assert/strict';
import { AmfiServer } from '../support/amfi-server.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { eventually } from '../support/chat-driver.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import type { CalendarsView } from '../../core/market/index.ts';
import type { RefreshView } from '../../core/portfolio/index.ts';

const REFRESH = '/api/portfolio/market-data/refresh';

describe('market data over HTTP', () => {
  let world: TestApi;
  let yahoo: YahooServer;
  let amfi: AmfiServer;
  let owner: ApiClient;
  before(async () => {
    yahoo = await new YahooServer({ 'TCS.NS': { price: 60.5, closes: [59, 60.5] } }).start();
    amfi = await new AmfiServer().start();
    world = await testApi({
      clock: heldClock('2026-03-02T06:00:00.000Z'),
      environment: { YAHOO_BASE_URL: yahoo.url, AMFI_BASE_URL: amfi.url },
    });
    owner = await world.signedIn();
    await owner.post('/api/portfolio/holdings', {
      portfolio: 'Long term',
      symbol: 'TCS',
      asset_class: 'Indian Equity',
      currency: 'INR',
      quantity: 10,
      avg_buy_price: 50,
    });
  });
  after(async () => {
    await world.close();
    await yahoo.close();
    await amfi.close();
  });

  it('a refresh answers with the outcome of each holding, and the overview shows the prices', async () => {
    const live = await owner.live();
    const { status, body } = await owner.post<RefreshView>(REFRESH);
    assert.equal(status, 200);
    assert.deepEqual([body.updated, body.outcomes[0]?.symbol, body.outcomes[0]?.price], [1, 'TCS', 60.5]);
    await live.next('portfolio_changed');
    live.close();
    const { body: overview } = await owner.get<{ total: Record<string, unknown> }>(
      '/api/portfolio/v2/dashboard',
    );
    // 10 shares at 60.5, which were 59 the day before.
    assert.deepEqual(
      [overview.total['state'], overview.total['current_value'], overview.total['day_change']],
      ['AVAILABLE', 605, 15],
    );
  });

  it('a second one within half a minute asks nobody, unless it insists', async () => {
    const asked = yahoo.requests.length;
    const { body } = await owner.post<RefreshView>(REFRESH, {});
    assert.equal(body.outcomes[0]?.reason, 'RECENTLY_PRICED');
    assert.equal(yahoo.requests.length, asked);
    assert.equal((await owner.post<RefreshView>(REFRESH, { force: true })).body.unchanged, 1);
  });

  it('the calendars of the exchanges say until when they are known, and what to do where no list is read', async () => {
    const CALENDARS = '/api/portfolio/market-data/calendars';
    const { body } = await owner.get<CalendarsView>(CALENDARS);
    assert.deepEqual(body.items[0], {
      exchange: 'NSE',
      trading_until: '2026-12-31',
      settlement_until: '2026-12-31',
      stage: 'KNOWN',
      message: null,
      is_read: false,
      source: 'NSE’s list is switched off. Set NSE_SITE_BASE_URL, or add the days to CALENDAR_FILE.',
      asked_at: null,
      read_at: null,
      failure: null,
      differences: [],
    });
    assert.equal(body.items[1]?.trading_until, '2027-12-31');
    assert.equal((await world.stranger().get(CALENDARS)).status, 401);
  });

  it('wants a session, and knows no other field', async () => {
    assert.equal((await world.stranger().post(REFRESH)).status, 401);
    assert.equal((await owner.post(REFRESH, { symbols: ['TCS'] })).status, 422);
    assert.equal((await owner.post(REFRESH, { force: 'yes' })).status, 422);
  });

  it('one in another process waits for the answers of the first, and requests nothing again', async () => {
    const elsewhere = await world.neighbour();
    const same = Object.assign(elsewhere.stranger(), { cookie: owner.cookie });
    yahoo.calm();
    const answer = yahoo.hold(/./);
    const first = owner.post<RefreshView>(REFRESH, { force: true });
    await eventually('the first one asks', () => yahoo.requests.length > 0);
    const second = same.post(REFRESH, {});
    answer();
    assert.equal((await second).status, 200);
    assert.equal((await first).status, 200);
    assert.equal(new Set(yahoo.asked).size, yahoo.asked.length);
  });
});
