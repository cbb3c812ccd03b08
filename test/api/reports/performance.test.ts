import assert from 'node:assert/strict';
import type {
  AttributionView,
  DiversificationView,
  PerformanceView,
  RiskView,
} from '../../../core/reports/index.ts';
import { type ApiClient, type TestApi, testApi } from '../../support/api-client.ts';
import { heldClock, type HeldClock } from '../../support/core.ts';

const BASE = '/api/portfolio/reports';
const TRADE = { portfolio: 'Main', symbol: 'TCS', type: 'BUY', quantity: 10, price: 100, currency: 'INR' };

describe('performance, risk, attribution and diversification over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient;
  let clock: HeldClock;
  before(async () => {
    clock = heldClock('2026-03-02T06:00:00.000Z');
    world = await testApi({ clock });
    const { portfolio, identity } = world.core;
    const { id: userId } = await identity.users.ensureOwner();
    await portfolio.transactions.create(userId, { ...TRADE, date: '2026-03-02' }, { actor: 'test' });
    for (const [day, price] of [100, 110, 99].entries()) {
      if (day > 0) clock.pass(24 * 60);
      for (const { id } of await portfolio.holdings.all(userId))
        await portfolio.holdings.update(userId, id, { current_price: price }, { actor: 'test' });
      await portfolio.snapshots.take(userId);
    }
    // A session of the first day would be over.
    owner = await world.signedIn('owner');
  });
  after(() => world.close());
  const get = async <T>(at: string) => await owner.get<T>(`${BASE}/${at}`);

  it('portfolio/Reports "/performance": every field of the table, in percentage points', async () => {
    const { status, body } = await get<PerformanceView>('performance?portfolio=Main');
    assert.equal(status, 200);
    for (const field of [
      'xirr_pct',
      'cagr_pct',
      'total_return_pct',
      'capital_return_pct',
      'dividend_return_pct',
      'alpha_pct',
      'periods',
      'series',
      'benchmark',
      'fx_return_pct',
      'fx_estimated',
    ])
      assert.ok(field in body, field);
    // 990 of 1,000.
    assert.deepEqual(
      [body.total_return_pct, body.dividend_return_pct, body.benchmark.code],
      [-1, 0, 'NIFTY50'],
    );
    assert.deepEqual(
      body.series.map(({ date, value }) => [date, value]),
      [
        ['2026-03-02', 1000],
        ['2026-03-03', 1100],
        ['2026-03-04', 990],
      ],
    );
    assert.equal(body.explanations, null);
  });

  it('from and to take dates and times; explain=true, and another index', async () => {
    // 19:00 UTC on the 2nd is the 3rd in India.
    const { body } = await get<PerformanceView>(
      'performance?from=2026-03-02T19:00:00Z&to=2026-03-03&benchmark=NIFTY500&explain=true',
    );
    assert.deepEqual([body.from, body.to, body.benchmark.code], ['2026-03-03', '2026-03-03', 'NIFTY500']);
    assert.ok(body.explanations?.every(({ value, reason }) => value !== null || (reason ?? '') !== ''));
  });

  it('portfolio/Reports "/risk": drawdown, volatility and Sharpe', async () => {
    const { body } = await get<RiskView>('risk?portfolio=Main&explain=true');
    assert.ok(Math.abs((body.max_drawdown_pct ?? 0) - 10) < 1e-9);
    assert.ok(Math.abs((body.volatility_pct ?? 0) - 10 * Math.sqrt(252)) < 1e-9);
    assert.deepEqual([body.peak_date, body.trough_date], ['2026-03-03', '2026-03-04']);
    // A ratio of yearly growth needs a year.
    assert.equal(body.sharpe, null);
    assert.match(body.reasons.sharpe ?? '', /Needs the CAGR\. CAGR needs a year of values/);
    const early = await get<RiskView>('risk?to=2026-03-03');
    assert.deepEqual([early.body.volatility_pct, early.body.sharpe], [null, null]);
  });

  it('portfolio/Reports "/attribution" and "/diversification"', async () => {
    const attribution = await get<AttributionView>('attribution?explain=true');
    assert.deepEqual(
      attribution.body.top_detractors.map(({ symbol, contributed_pct }) => [symbol, contributed_pct]),
      [['TCS', -1]],
    );
    const spread = await get<DiversificationView>('diversification?portfolio=main&explain=true');
    assert.deepEqual([spread.body.herfindahl, spread.body.holdings[0]?.symbol], [1, 'TCS']);
  });

  it('portfolio/Errors: wrong words are 422, an unknown portfolio 404', async () => {
    for (const wrong of [
      'performance?benchmark=SENSEX',
      'performance?from=yesterday',
      'risk?months=3',
      'attribution?from=2026-01-01',
    ])
      assert.equal((await get(wrong)).status, 422, wrong);
    const turned = await get<{ code: string; detail: string }>('risk?from=2026-03-03&to=2026-03-02');
    assert.deepEqual([turned.status, turned.body.code], [422, 'VALIDATION_ERROR']);
    for (const name of ['performance', 'risk', 'attribution', 'diversification']) {
      const { status, body } = await get<{ code: string }>(`${name}?portfolio=Nowhere`);
      assert.deepEqual([status, body.code], [404, 'PORTFOLIO_NOT_FOUND']);
    }
  });

  it('a change shows at once, however fresh the kept report is', async () => {
    const before = await get<AttributionView>('attribution');
    assert.equal(before.body.total_invested, 1000);
    await owner.post('/api/portfolio/transactions', { ...TRADE, date: '2026-03-04' });
    assert.equal((await get<AttributionView>('attribution')).body.total_invested, 2000);
  });
});
