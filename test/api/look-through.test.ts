import assert from 'node:assert/strict';
import type { FundHoldingsView, OverlapView, RebalanceView } from '../../core/reports/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

const REPORTS = '/api/portfolio/reports';
const by = { actor: 'test' };

describe('funds and targets over HTTP', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    world = await testApi();
    client = await world.signedIn('owner');
    const held = { portfolio: 'Long term', currency: 'INR', avg_buy_price: 1, quantity: 10 };
    for (const more of [
      { symbol: 'HDFC TOP 100/G', asset_class: 'Mutual Fund', isin: 'INF879O01027', current_price: 60 },
      { symbol: 'INFY', asset_class: 'Indian Equity', current_price: 40 },
    ])
      await world.core.portfolio.holdings.create(client.userId, { ...held, ...more }, by);
  });
  after(() => world.close());
  const at = (fund: string) => `${REPORTS}/fund-holdings/${encodeURIComponent(fund)}`;
  const body = {
    as_of: '2026-01-31',
    holdings: [{ stock_symbol: 'INFY', weight_pct: 10 }],
    source: 'MANUAL',
  };

  it('portfolio/Reports, PUT /fund-holdings: replaces a snapshot; read back, listed, looked through and forgotten', async () => {
    const put = await client.put<FundHoldingsView>(at('hdfc top 100/g'), body);
    assert.equal(put.status, 200, put.text);
    assert.deepEqual([put.body.fund_symbol, put.body.is_held], ['HDFC TOP 100/G', true]);
    assert.deepEqual((await client.put(at('hdfc top 100/g'), body)).body, put.body);
    assert.deepEqual((await client.get(at('HDFC TOP 100/G'))).body, put.body);
    assert.deepEqual((await client.get(`${at('HDFC TOP 100/G')}?as_of=2026-01-31`)).body, put.body);
    assert.equal((await client.get<{ total: number }>(`${REPORTS}/fund-holdings`)).body.total, 1);
    const { body: view, status } = await client.get<OverlapView>(`${REPORTS}/overlap?portfolio=long%20term`);
    assert.equal(status, 200);
    // 60 % × 10 % + 40 %
    assert.equal(view.exposed_stocks[0]?.effective_weight_pct, 46);
    assert.deepEqual(
      [view.covered_funds, view.missing_funds, view.fund_snapshots[0]?.as_of, view.explanations],
      [['HDFC TOP 100/G'], [], '2026-01-31', null],
    );
    const told = await client.get<OverlapView>(`${REPORTS}/overlap?explain=true`);
    assert.equal(told.body.explanations?.length, 1);
    assert.equal((await client.request('DELETE', at('HDFC TOP 100/G'))).status, 422);
    assert.equal((await client.request('DELETE', `${at('HDFC TOP 100/G')}?as_of=2026-01-31`)).status, 204);
    const gone = await client.get<{ code: string }>(at('HDFC TOP 100/G'));
    assert.deepEqual([gone.status, gone.body.code], [404, 'FUND_HOLDINGS_NOT_FOUND']);
  });

  it('portfolio/Reports, PUT /fund-holdings: a weight above 100, an unknown field or a wrong address is refused', async () => {
    const heavy = await client.put<{ errors: { field: string }[] }>(at('X'), {
      ...body,
      holdings: [{ stock_symbol: 'INFY', weight_pct: 100.1 }],
    });
    assert.deepEqual([heavy.status, heavy.body.errors[0]?.field], [422, 'holdings[0].weight_pct']);
    assert.equal((await client.put(at('X'), { ...body, more: 1 })).status, 422);
    assert.equal((await client.put(at('x'.repeat(129)), body)).status, 422);
    assert.equal((await client.get(`${REPORTS}/overlap?portfolio=None`)).status, 404);
  });

  it('the contents of a broad index fund fit into one request', async () => {
    const holdings = Array.from({ length: 3000 }, (_, at_) => ({
      stock_symbol: `A company with a rather long name number ${at_}`,
      weight_pct: 0.03,
    }));
    const put = await client.put<FundHoldingsView>(at('BROAD'), { ...body, holdings });
    assert.equal(put.status, 200, put.text.slice(0, 300));
    assert.equal(put.body.weight_sum_pct, 90);
  });

  it('portfolio/Reports, /rebalance: without targets it says so; with them drift and trades that nobody places', async () => {
    const none = await client.get<RebalanceView>(`${REPORTS}/rebalance?portfolio=Long%20term`);
    assert.equal(none.status, 200, none.text);
    assert.equal(none.body.has_targets, false);
    assert.match(none.body.reason ?? '', /has no targets/);
    const { items } = (
      await client.get<{ items: { id: string; name: string }[] }>('/api/portfolio/v2/portfolios')
    ).body;
    const id = items.find(({ name }) => name === 'Long term')?.id ?? '';
    const targets = { 'Indian Equity': 55, 'Mutual Fund': 35, Gold: 10 };
    await client.put(`/api/portfolio/v2/portfolios/${id}`, { target_allocation: targets });
    const { body: view } = await client.get<RebalanceView>(
      `${REPORTS}/rebalance?portfolio=Long%20term&explain=true`,
    );
    assert.deepEqual(
      [view.has_targets, view.targets, view.current, view.drift, view.max_drift_pct, view.unmatched_targets],
      [
        true,
        targets,
        { 'Indian Equity': 40, 'Mutual Fund': 60, Gold: 0 },
        { 'Indian Equity': -15, 'Mutual Fund': 25, Gold: -10 },
        25,
        ['Gold'],
      ],
    );
    // 150 of the 250 too much in the fund can go into shares at 40: four are 10 too much, three 30 too little. The 160
    // take 2.667 units of the fund at 60.
    assert.deepEqual(
      view.suggested_trades.map(({ side, symbol, quantity, value }) => [side, symbol, quantity, value]),
      [
        ['SELL', 'HDFC TOP 100/G', 2.667, 160.02],
        ['BUY', 'INFY', 4, 160],
      ],
    );
    assert.equal(view.explanations?.[1]?.worked, '600 / 1,000 × 100 - 35');
    const all = (await client.get<RebalanceView>(`${REPORTS}/rebalance`)).body;
    assert.deepEqual(
      [all.portfolio, all.has_targets, all.portfolios_with_targets],
      ['Networth', false, ['Long term']],
    );
    assert.equal((await client.get(`${REPORTS}/rebalance?portfolio=None`)).status, 404);
  });
});
