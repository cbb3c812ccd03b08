import assert from 'node:assert/strict';
import type { BondView, IncomeEventView, IncomeSummaryView, RecomputeView } from '../../core/income/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';

const BASE = '/api/portfolio/income';

interface PageOf<T> {
  items: T[];
  page: number;
  total: number;
}

describe('income over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient;
  before(async () => {
    world = await testApi({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    owner = await world.signedIn();
    const dividend = { portfolio: 'Main', type: 'DIVIDEND', currency: 'INR', fee_tax: 1 };
    for (const [symbol, date, quantity, price] of [
      ['TCS', '2025-07-31', 10, 11],
      ['TCS', '2026-01-30', 10, 12],
      ['ITC', '2026-02-10', 40, 6.5],
    ] as const)
      await owner.post('/api/portfolio/transactions', { ...dividend, symbol, date, quantity, price });
  });
  after(() => world.close());

  it('portfolio/Routes, income: a recompute finds what there is, with a body or without, and a second one nothing', async () => {
    const first = await owner.post<RecomputeView>(`${BASE}/recompute`);
    assert.deepEqual([first.status, first.body.added], [200, 3]);
    const again = await owner.post<RecomputeView>(`${BASE}/recompute`, {});
    assert.deepEqual([again.status, again.body.added, again.body.changed], [200, 0, 0]);
    assert.equal(again.body.declared, null);
    const asked = await owner.post<RecomputeView>(`${BASE}/recompute`, { refresh_declared: true });
    assert.match(asked.body.declared?.reason ?? '', /switched off on this server/);
    for (const wrong of [{ refresh_declared: 'soon' }, { refresh: true }])
      assert.equal((await owner.post(`${BASE}/recompute`, wrong)).status, 422);
  });

  it('portfolio/Routes, income: events by filter and page', async () => {
    const symbols = async (query: string) => {
      const { status, body } = await owner.get<PageOf<IncomeEventView>>(`${BASE}/events${query}`);
      assert.equal(status, 200);
      return [body.total, ...body.items.map(({ symbol, date }) => `${symbol} ${date}`)];
    };
    assert.deepEqual(await symbols(''), [3, 'ITC 2026-02-10', 'TCS 2026-01-30', 'TCS 2025-07-31']);
    assert.deepEqual(await symbols('?symbol=tcs&order=asc&page_size=1&page=2'), [2, 'TCS 2026-01-30']);
    assert.deepEqual(await symbols('?year=2025'), [1, 'TCS 2025-07-31']);
    assert.deepEqual(await symbols('?from=2026-01-01&to=2026-01-31'), [1, 'TCS 2026-01-30']);
    assert.deepEqual(await symbols('?portfolio=main&kind=DIVIDEND&status=PAID&source=LEDGER&currency=INR'), [
      3,
      'ITC 2026-02-10',
      'TCS 2026-01-30',
      'TCS 2025-07-31',
    ]);
    assert.deepEqual(await symbols('?status=EXPECTED'), [0]);
    assert.deepEqual(await symbols('?status=CANCELLED'), [0]);
    for (const wrong of ['?status=LOST', '?from=soon', '?year=12', '?currency=rupee', '?unknown=1'])
      assert.equal((await owner.get(`${BASE}/events${wrong}`)).status, 422, wrong);
  });

  it('portfolio/Routes, income: the summary of all, of a year, and of a symbol', async () => {
    // 110 + 120 + 260, less 1 of tax on each
    const all = await owner.get<IncomeSummaryView>(`${BASE}/summary`);
    assert.deepEqual(
      all.body.by_currency.map(({ paid, withheld_tax, events }) => [paid, withheld_tax, events]),
      [[487, 3, 3]],
    );
    const year = await owner.get<IncomeSummaryView>(`${BASE}/summary?year=2026&symbol=ITC`);
    assert.deepEqual(
      year.body.by_month.map(({ month, paid }) => [month, paid]),
      [['2026-02', 259]],
    );
    assert.deepEqual(year.body.years, [2026, 2025]);
  });

  it('bonds that are held', async () => {
    const { status, body } = await owner.get<PageOf<BondView>>(`${BASE}/bonds`);
    assert.deepEqual([status, body.total], [200, 0]);
  });
});
