import assert from 'node:assert/strict';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';

interface Row {
  id: string;
  [key: string]: unknown;
}
interface List {
  items: Row[];
  page: number;
  page_size: number;
  total: number;
}

const BUY = {
  portfolio: 'Long term',
  symbol: 'TCS',
  date: '2024-01-05',
  type: 'BUY',
  quantity: 10,
  price: 3200,
  currency: 'INR',
};
const FUND = {
  portfolio: 'Funds',
  symbol: 'PPFAS',
  asset_class: 'Mutual Fund',
  currency: 'INR',
  quantity: 100.123,
  avg_buy_price: 55.5,
};
const FUND_ISIN = 'INF879O01027';
const UNLISTED = {
  portfolio: 'Private',
  symbol: 'NSEIND',
  asset_class: 'Unlisted',
  currency: 'INR',
  quantity: 50,
  avg_buy_price: 1500,
};

describe('api portfolio routes', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => void ({ world, client } = await signedInApi()));
  after(() => world.close());

  it('Portfolio bodies: a portfolio is created, read, changed and deleted, under both versions', async () => {
    for (const base of ['/api/portfolio/portfolios', '/api/portfolio/v2/portfolios']) {
      const created = await client.post<Row>(base, { name: ' Growth ' });
      assert.equal(created.status, 201, created.text);
      const { id, created_at: _, ...rest } = created.body;
      assert.deepEqual(rest, {
        name: 'Growth',
        base_currency: 'INR',
        target_allocation: null,
        price_interval_days: null,
        is_protected: false,
        holdings_count: 0,
        current_value: 0,
        total_invested: 0,
        provisional_reason: null,
      });
      const weights = { Equity: 70, Debt: 30 };
      const changed = await client.put<Row>(`${base}/${id}`, { target_allocation: weights });
      assert.deepEqual(changed.body['target_allocation'], weights);
      assert.deepEqual((await client.get<Row>(`${base}/${id}`)).body, changed.body);
      assert.equal((await client.post(base, { name: 'growth' })).status, 409);
      assert.equal((await client.put(`${base}/${id}`, { target_allocation: { Equity: 70 } })).status, 422);
      assert.equal((await client.delete(`${base}/${id}`)).status, 204);
      const gone = await client.get(`${base}/${id}`);
      assert.deepEqual([gone.status, gone.body['code']], [404, 'PORTFOLIO_NOT_FOUND']);
    }
  });

  it('portfolio/Resources: Networth is there from the start and cannot be deleted', async () => {
    const { body } = await client.get<List>('/api/portfolio/v2/portfolios?page_size=200');
    assert.deepEqual([body.page, body.page_size], [1, 200]);
    const networth = body.items.find(({ name }) => name === 'Networth');
    assert.equal(networth?.['is_protected'], true);
    const { status, body: problem } = await client.delete(`/api/portfolio/portfolios/${networth.id}`);
    assert.deepEqual([status, problem['code']], [409, 'PORTFOLIO_PROTECTED']);
  });

  it('portfolio/Resources "Portfolio": the name Networth is taken from the start, also as the first thing asked for', async () => {
    const newcomer = await world.signedIn('newcomer');
    const base = '/api/portfolio/portfolios';
    // The aggregate was made at first need; who was quicker took its name, and no total could be read any more.
    const taken = await newcomer.post(base, { name: 'networth' });
    assert.deepEqual([taken.status, taken.body['code']], [409, 'PORTFOLIO_EXISTS']);
    const { body: mine } = await newcomer.post<Row>(base, { name: 'Mine' });
    const renamed = await newcomer.put(`${base}/${mine.id}`, { name: 'NETWORTH' });
    assert.deepEqual([renamed.status, renamed.body['code']], [409, 'PORTFOLIO_EXISTS']);
    const { body } = await newcomer.get<List>(base);
    assert.deepEqual(
      body.items.map(({ name, is_protected }) => [name, is_protected]),
      [
        ['Networth', true],
        ['Mine', false],
      ],
    );
  });

  it('HTTP conventions: what the database cannot store is 422 with its line, not a fault of the server', async () => {
    const refused = [
      // A zero byte, through a model and through a plain query; an id beyond the largest there can be.
      await client.post('/api/portfolio/portfolios', { name: 'a\u0000b' }),
      await client.get('/api/portfolio/transactions?symbol=%00'),
      await client.post('/api/portfolio/liabilities', { name: '\u0000a', type: 'CARD', balance: 1 }),
      await client.post('/api/portfolio/reports/goal-scenario', { goal_id: '9'.repeat(19), monthly_sip: 1 }),
    ];
    for (const { status, body } of refused)
      assert.deepEqual([status, body['code']], [422, 'VALIDATION_ERROR']);
    const fields = refused.map(({ body }) =>
      (body['errors'] as { field: string }[]).map(({ field }) => field),
    );
    assert.deepEqual(fields, [['name'], ['symbol'], ['name'], ['']]);
  });

  it('portfolio/Errors: a Mutual Fund without ISIN is 422, in POST and in PUT', async () => {
    const bad = await client.post('/api/portfolio/holdings', FUND);
    assert.equal(bad.status, 422);
    assert.deepEqual(
      (bad.body['errors'] as { field: string }[]).map(({ field }) => field),
      ['isin'],
    );
    const good = await client.post<Row>('/api/portfolio/holdings', { ...FUND, isin: FUND_ISIN });
    assert.equal(good.status, 201, good.text);
    const spoilt = await client.put(`/api/portfolio/holdings/${good.body.id}`, { isin: null });
    assert.equal(spoilt.status, 422);
    const kept = await client.put<Row>(`/api/portfolio/holdings/${good.body.id}`, { quantity: 101 });
    assert.deepEqual([kept.body['quantity'], kept.body['isin']], [101, FUND_ISIN]);
    const gone = await client.delete(`/api/portfolio/holdings/${good.body.id}`);
    assert.equal(gone.status, 204);
    const back = await client.post<Row>(`/api/portfolio/holdings/${good.body.id}/restore`);
    assert.deepEqual([back.status, back.body.id, back.body['quantity']], [200, good.body.id, 101]);
  });

  it('portfolio/Price refresh rules 5: Update LTP moves the old price into previous_close and keeps a record', async () => {
    const { body: holding } = await client.post<Row>('/api/portfolio/holdings', UNLISTED);
    const first = await client.post<Row>(`/api/portfolio/holdings/${holding.id}/ltp`, {
      price: 1800,
      valuation_date: '2026-01-15',
    });
    assert.deepEqual(
      [first.body['current_price'], first.body['previous_close'], first.body['market_value']],
      [1800, null, 90000],
    );
    const second = await client.post<Row>(`/api/portfolio/holdings/${holding.id}/ltp`, {
      price: 1900,
      note: 'auction',
    });
    assert.deepEqual([second.body['current_price'], second.body['previous_close']], [1900, 1800]);
    const { body } = await client.get<{ items: Row[] }>(`/api/portfolio/holdings/${holding.id}/ltp`);
    assert.deepEqual(
      body.items.map(({ prior_price, price, note }) => [prior_price, price, note]),
      [
        [1800, 1900, 'auction'],
        [null, 1800, null],
      ],
    );
    assert.equal((await client.post(`/api/portfolio/holdings/${holding.id}/ltp`, { price: -1 })).status, 422);
  });

  it('a transaction moves its holding at once; deleting and restoring it does too', async () => {
    const created = await client.post<Row>('/api/portfolio/transactions', BUY);
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(
      [created.body['amount'], created.body['fee_tax'], created.body['source']],
      [32000, 0, 'MANUAL'],
    );
    const twice = await client.post('/api/portfolio/transactions', BUY);
    assert.deepEqual([twice.status, twice.body['code']], [409, 'TRANSACTION_EXISTS']);
    const held = async () =>
      (await client.get<List>('/api/portfolio/holdings?search=tcs')).body.items.map(
        ({ quantity }) => quantity,
      );
    assert.deepEqual(await held(), [10]);
    await client.put(`/api/portfolio/transactions/${created.body.id}`, { quantity: 12 });
    assert.deepEqual(await held(), [12]);
    await client.delete(`/api/portfolio/transactions/${created.body.id}`);
    assert.deepEqual(await held(), []);
    assert.equal((await client.get(`/api/portfolio/transactions/${created.body.id}`)).status, 404);
    await client.post(`/api/portfolio/transactions/${created.body.id}/restore`);
    assert.deepEqual(await held(), [12]);
    const derived = (await client.get<List>('/api/portfolio/holdings?search=tcs')).body.items[0]?.id;
    assert.equal(
      (await client.delete(`/api/portfolio/holdings/${derived}`)).body['code'],
      'HOLDING_FOLLOWS_LEDGER',
    );
  });

  it('HTTP conventions: Idempotency-Key makes a repeated POST answer the first result', async () => {
    const sell = { ...BUY, type: 'SELL', quantity: 2, date: '2024-02-05' };
    const headers = { 'idempotency-key': 'sell-two-of-tcs-once' };
    const first = await client.post<Row>('/api/portfolio/transactions', sell, { headers });
    const second = await client.post<Row>('/api/portfolio/transactions', sell, { headers });
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
  });

  it('HTTP conventions: lists page, filter and sort; wrong queries are 422', async () => {
    const page = await client.get<List>('/api/portfolio/transactions?page=2&page_size=1&order=asc');
    assert.deepEqual(
      [page.body.page, page.body.page_size, page.body.total, page.body.items.length],
      [2, 1, 2, 1],
    );
    assert.equal(page.body.items[0]?.['date'], '2024-02-05');
    const none = await client.get<List>(
      '/api/portfolio/transactions?portfolio=Funds&type=SELL&from=2020-01-01&to=2030-01-01',
    );
    assert.equal(none.body.total, 0);
    const sorted = await client.get<List>(
      '/api/portfolio/holdings?sort=market_value&order=desc&asset_class=Unlisted',
    );
    assert.equal(sorted.body.items[0]?.['symbol'], 'NSEIND');
    for (const query of ['page=0', 'page_size=201', 'from=2024-13-01', 'type=GIFT', 'sort=name'])
      assert.equal((await client.get(`/api/portfolio/transactions?${query}`)).status, 422, query);
    assert.equal((await client.get('/api/portfolio/holdings?sort=id')).status, 422);
  });

  it('portfolio/Versioning 1: the overview v2, and the legacy summary that names it as successor', async () => {
    const { status, body } = await client.get<Record<string, Row>>('/api/portfolio/v2/dashboard');
    assert.equal(status, 200);
    assert.equal(body['total']?.['state'], 'PARTIAL');
    assert.equal(body['total']['total_profit'], null);
    const legacy = await client.get<Record<string, Row>>('/api/portfolio/dashboard');
    assert.deepEqual(legacy.body['total'], body['total']);
    assert.equal(legacy.headers.get('link'), '</api/portfolio/v2/dashboard>; rel="successor-version"');
    assert.match(legacy.headers.get('deprecation') ?? '', /^@\d+$/);
    const history = await client.get<{ points: unknown[]; portfolio: string }>('/api/portfolio/history');
    assert.equal(history.body.portfolio, 'Networth');
    assert.ok(history.body.points.length > 0);
  });

  it('portfolio/Reports: snapshots oldest first, the latest alone, 404 while there is none', async () => {
    const none = await client.get('/api/portfolio/reports/snapshots/latest');
    assert.deepEqual([none.status, none.body['code']], [404, 'SNAPSHOT_NOT_FOUND']);
    await world.core.portfolio.snapshots.take('1');
    const latest = await client.get<Row>('/api/portfolio/reports/snapshots/latest?portfolio=Private');
    assert.deepEqual([latest.body['current_value'], latest.body['total_invested']], [95000, 75000]);
    const day = new Date().toISOString().slice(0, 10);
    const list = await client.get<{ portfolio: string; items: Row[] }>(
      `/api/portfolio/reports/snapshots?portfolio=private&from=2026-01-01&to=${day}T23:59:59.999Z&limit=10`,
    );
    assert.deepEqual([list.body.portfolio, list.body.items.length], ['Private', 1]);
    for (const query of ['from=yesterday', 'from=2026-01-31T10:00:00', 'limit=0', 'portfolio=a&portfolio=b'])
      assert.equal((await client.get(`/api/portfolio/reports/snapshots?${query}`)).status, 422, query);
    const turned = 'from=2026-02-02&to=2026-02-01T18:29:59Z';
    assert.equal((await client.get(`/api/portfolio/reports/snapshots?${turned}`)).status, 422);
    assert.equal((await client.get('/api/portfolio/reports/snapshots?portfolio=Nobody')).status, 404);
  });

  it('snapshots/settings: hours are kept for good, or for 7 to 3,650 days; anything else is 422 by field', async () => {
    const settings = '/api/portfolio/reports/snapshots/settings';
    assert.deepEqual((await client.get(settings)).body, { hourly_days: null });
    for (const hourly_days of [7, 3650, null]) {
      const { status, body } = await client.put(settings, { hourly_days });
      assert.deepEqual([status, body], [200, { hourly_days }]);
      assert.deepEqual((await client.get(settings)).body, { hourly_days });
    }
    for (const body of [
      {},
      { hourly_days: 6 },
      { hourly_days: 3651 },
      { hourly_days: 30.5 },
      { hourly_days: '30' },
    ]) {
      const refused = await client.put<{ errors: { field: string }[] }>(settings, body);
      assert.deepEqual(
        [refused.status, refused.body.errors[0]?.field],
        [422, 'hourly_days'],
        JSON.stringify(body),
      );
    }
  });
});
