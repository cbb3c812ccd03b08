import assert from 'node:assert/strict';
import type {
  ActivityView,
  DividendYieldView,
  GoalScenarioView,
  IncomeProjectionView,
  NetWorthView,
  UpcomingView,
} from '../../core/reports/index.ts';
import { ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';

const BASE = '/api/portfolio/reports';

describe('income, calendar, what-if, activity and net worth over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient;
  let goal: string;
  before(async () => {
    world = await testApi({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    owner = await world.signedIn();
    const trade = { portfolio: 'Main', symbol: 'TCS', currency: 'INR', quantity: 10 };
    await owner.post('/api/portfolio/transactions', {
      ...trade,
      type: 'BUY',
      date: '2025-01-06',
      price: 100,
    });
    const dividend = { ...trade, type: 'DIVIDEND', date: '2026-01-30', price: 12 };
    await owner.post('/api/portfolio/transactions', dividend);
    await owner.post('/api/portfolio/liabilities', { name: 'Car', type: 'LOAN', balance: 250 });
    const made = await owner.post<{ id: string }>('/api/portfolio/goals', {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 120_000,
      target_date: '2027-03-02',
      expected_return_pct: 0,
    });
    goal = made.body.id;
  });
  after(() => world.close());

  it('portfolio/Reports: each of them answers in its shape, with explanations only where they are asked for', async () => {
    const projection = await owner.get<IncomeProjectionView>(
      `${BASE}/income-projection?months=3&portfolio=main`,
    );
    assert.deepEqual(
      [projection.status, projection.body.months.map(({ month }) => month), projection.body.explanations],
      [200, ['2026-03', '2026-04', '2026-05'], null],
    );
    const yields = await owner.get<DividendYieldView>(`${BASE}/dividend-yield?explain=true`);
    // 120 of 1,000
    assert.deepEqual(
      [yields.status, yields.body.yield_on_cost_pct, yields.body.current_yield_pct],
      [200, 12, 12],
    );
    assert.deepEqual(
      yields.body.explanations?.map(({ figure, value }) => [figure, value]),
      [
        ['yield_on_cost_pct', 12],
        ['current_yield_pct', 12],
      ],
    );
    const calendar = await owner.get<UpcomingView>(`${BASE}/calendar?to=2027-03-31`);
    assert.deepEqual(
      [calendar.status, calendar.body.from, calendar.body.items.map(({ type, name }) => `${type} ${name}`)],
      [200, '2026-03-02', ['GOAL House']],
    );
    const networth = await owner.get<NetWorthView>(`${BASE}/networth?explain=true`);
    // 10 shares of TCS at 100, the price of the last trade.
    assert.deepEqual(
      [networth.status, networth.body.assets, networth.body.liabilities, networth.body.net_worth],
      [200, 1000, 250, 750],
    );
    const activity = await owner.get<ActivityView>(`${BASE}/activity?type=trade&page_size=1`);
    assert.deepEqual(
      [activity.status, activity.body.total, activity.body.items.map(({ title }) => title)],
      [200, 1, ['BUY 10 TCS']],
    );
  });

  it('portfolio/Reports, POST /goal-scenario: answers 200 and changes nothing; an income goal is 409', async () => {
    const ask = async (body: object) => await owner.post<GoalScenarioView>(`${BASE}/goal-scenario`, body);
    const { status, body } = await ask({ goal_id: goal, monthly_sip: 10_000 });
    assert.deepEqual([status, body.progress.projected, body.baseline.projected], [200, 120_000, 0]);
    const income = await owner.post<{ id: string }>('/api/portfolio/goals', {
      name: 'Pension',
      type: 'INCOME',
      target_monthly_income: 1,
    });
    const refused = await owner.post<{ code: string }>(`${BASE}/goal-scenario`, {
      goal_id: income.body.id,
      monthly_sip: 1,
    });
    assert.deepEqual([refused.status, refused.body.code], [409, 'GOAL_NOT_CORPUS']);
    assert.equal((await ask({ goal_id: '424242', monthly_sip: 1 })).status, 404);
    assert.equal((await ask({ goal_id: goal })).status, 422);
  });

  it('portfolio/Errors: wrong questions are 422, unknown portfolios 404, and nobody answers a stranger', async () => {
    for (const wrong of [
      'income-projection?months=0',
      'income-projection?months=61',
      'income-projection?months=2.5',
      'dividend-yield?explain=maybe',
      'calendar?from=soon',
      'calendar?from=2026-02-02&to=2026-02-01',
      'activity?type=gossip',
      'activity?page_size=201',
      'networth?portfolio=Main',
    ])
      assert.equal((await owner.get(`${BASE}/${wrong}`)).status, 422, wrong);
    for (const unknown of ['income-projection', 'dividend-yield', 'activity'])
      assert.equal((await owner.get(`${BASE}/${unknown}?portfolio=Nowhere`)).status, 404, unknown);
    const nobody = new ApiClient(world.url);
    for (const name of ['income-projection', 'dividend-yield', 'calendar', 'activity', 'networth'])
      assert.equal((await nobody.get(`${BASE}/${name}`)).status, 401, name);
  });
});
