import { STRANGLE, zerodhaFile } from '../support/fo-tradebook.ts';
import { type AshasIds, COMMON, MARK, PROMOTION_KEY } from './tenancy-world.ts';

export interface Attempt {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Statuses that are right; 404 unless told. */
  right?: number[];
}

const csv = (symbol: string) => {
  const form = new FormData();
  form.append(
    'file',
    new Blob([`Symbol,Date,Type,Quantity,Price,Currency\n${symbol},2024-03-05,BUY,1,100,INR\n`]),
    'a.csv',
  );
  form.append('portfolio', COMMON);
  return form;
};
const fills = () => {
  const form = new FormData();
  form.append('file', new Blob([zerodhaFile(STRANGLE)]), 'tradebook.csv');
  return form;
};
const OWN = [200, 201, 202, 204];
/** The model of the test repeats all that it was told. */
const EVERYBODY = {
  question:
    'Which holdings, returns, risks, sectors, dividends, taxes, goals, loans, policies, alerts, settings, option trades and events does everybody have?',
};
const trade = {
  portfolio: COMMON,
  symbol: 'RAVI',
  date: '2024-01-05',
  type: 'BUY',
  quantity: 1,
  price: 1,
  currency: 'INR',
};
const held = {
  portfolio: COMMON,
  symbol: 'RAVIU',
  asset_class: 'Unlisted',
  currency: 'INR',
  quantity: 1,
  avg_buy_price: 1,
};

/**
 * How another person tries to reach Asha's rows through each route: by her ids, by her names, or by asking for all
 * there is. A route that is not here fails the test.
 */
export const attempts = (ids: AshasIds): Record<string, Attempt[]> => {
  const portfolios = (base: string): Record<string, Attempt[]> => ({
    [`GET ${base}`]: [{ path: base, right: OWN }],
    [`POST ${base}`]: [{ path: base, body: { name: `Ravi ${base.length}` }, right: OWN }],
    [`GET ${base}/:id`]: [{ path: `${base}/${ids.portfolio}` }],
    [`PUT ${base}/:id`]: [
      { path: `${base}/${ids.portfolio}`, body: { name: 'Stolen', target_allocation: null } },
    ],
    [`DELETE ${base}/:id`]: [{ path: `${base}/${ids.portfolio}` }],
  });
  const holdings = '/api/portfolio/holdings';
  const transactions = '/api/portfolio/transactions';
  const connections = '/api/portfolio/connections';
  const connection = `${connections}/${ids.connection}`;
  const quality = '/api/portfolio/data-quality';
  const goals = '/api/portfolio/goals';
  const goal = `${goals}/${ids.goal}`;
  const sips = '/api/portfolio/sip-plans';
  const watched = '/api/portfolio/watchlist';
  const alerts = '/api/portfolio/alerts';
  const debts = '/api/portfolio/liabilities';
  const income = '/api/portfolio/income';
  const contents = '/api/portfolio/reports/fund-holdings';
  const reports = '/api/portfolio/reports';
  const runs = '/api/research/runs';
  const run = `${runs}/${ids.backtest}`;
  const policies = '/api/policies';
  const policy = `${policies}/${ids.policy}`;
  const plan = `${policies}/plans/${ids.plan}`;
  const contribution = `${policies}/contributions/${ids.contribution}`;
  const promoted = { name: 'Ravi', tag_code: 'RAVIRAVI' };
  const changes = '/api/portfolio/broker-changes';
  const actions = '/api/portfolio/corporate-actions';
  const action = `${actions}/${ids.action}`;
  const split = { symbol: MARK, kind: 'SPLIT', ex_date: '2024-02-01', new_shares: 2, old_shares: 1 };
  const config = {
    strategy: 'momentum_12_1',
    universe: ['RAVI'],
    top_n: 1,
    rebalance: 'monthly',
    weighting: 'equal',
  };
  const dossiers = '/api/portfolio/ai-research';
  const dossier = `${dossiers}/runs/${ids.research}`;
  const asked = { symbol: 'NOSUCHSHARE', mode: 'CURRENT' };
  return {
    [`GET ${dossiers}/state`]: [{ path: `${dossiers}/state`, right: OWN }],
    [`GET ${dossiers}/runs`]: [
      { path: `${dossiers}/runs`, right: OWN },
      { path: `${dossiers}/runs?symbol=${MARK}`, right: OWN },
    ],
    [`POST ${dossiers}/runs`]: [{ path: `${dossiers}/runs`, body: asked, right: [422] }],
    [`POST ${dossiers}/v3/runs`]: [{ path: `${dossiers}/v3/runs`, body: asked, right: [422, 503] }],
    [`GET ${dossiers}/runs/:run_id`]: [{ path: dossier }],
    [`GET ${dossiers}/runs/:run_id/facts`]: [
      { path: `${dossier}/facts` },
      { path: `${dossier}/facts?newest=true&q=${MARK}` },
    ],
    [`GET ${dossiers}/runs/:run_id/packets`]: [{ path: `${dossier}/packets?q=${MARK}` }],
    [`GET ${dossiers}/runs/:run_id/conflicts`]: [{ path: `${dossier}/conflicts` }],
    [`GET ${dossiers}/runs/:run_id/unavailable`]: [{ path: `${dossier}/unavailable` }],
    [`GET ${dossiers}/runs/:run_id/sources`]: [{ path: `${dossier}/sources?outcome=USED` }],
    [`GET ${dossiers}/runs/:run_id/pdf`]: [{ path: `${dossier}/pdf` }],
    [`POST ${dossiers}/runs/:run_id/cancel`]: [{ path: `${dossier}/cancel` }],
    [`POST ${dossiers}/runs/:run_id/retry`]: [{ path: `${dossier}/retry` }],
    [`POST ${dossiers}/runs/:run_id/set-baseline`]: [{ path: `${dossier}/set-baseline` }],
    [`POST ${dossiers}/runs/:run_id/clear-baseline`]: [{ path: `${dossier}/clear-baseline` }],
    'GET /api/research/strategies': [{ path: '/api/research/strategies', right: OWN }],
    [`POST ${runs}`]: [
      {
        path: runs,
        body: { name: 'Ravi', config, from: '2024-01-01', to: '2024-06-03', initial_capital: 1 },
        right: OWN,
      },
    ],
    [`GET ${runs}`]: [{ path: runs, right: OWN }],
    [`GET ${runs}/compare`]: [{ path: `${runs}/compare?ids=${ids.backtest}` }],
    [`GET ${runs}/:run_id`]: [{ path: run }],
    [`DELETE ${runs}/:run_id`]: [{ path: run }],
    [`POST ${runs}/:run_id/cancel`]: [{ path: `${run}/cancel` }],
    [`GET ${runs}/:run_id/export`]: [
      { path: `${run}/export?section=equity` },
      { path: `${run}/export?section=orders` },
    ],
    ...Object.fromEntries(
      ['metrics', 'equity', 'trades', 'orders', 'holdings', 'events'].map((part) => [
        `GET ${runs}/:run_id/${part}`,
        [{ path: `${run}/${part}` }],
      ]),
    ),
    [`POST ${runs}/:run_id/promote-to-paper`]: [
      {
        path: `${runs}/${ids.promotedRun}/promote-to-paper`,
        body: promoted,
        headers: { 'Idempotency-Key': PROMOTION_KEY },
      },
    ],
    [`GET ${runs}/:run_id/promotions`]: [{ path: `${runs}/${ids.promotedRun}/promotions` }],
    'POST /api/options/ingest': [{ path: '/api/options/ingest', body: { records: [] }, right: OWN }],
    'GET /api/options/ingest/schema': [{ path: '/api/options/ingest/schema', right: OWN }],
    'GET /api/tokens': [{ path: '/api/tokens', right: OWN }],
    'POST /api/tokens': [{ path: '/api/tokens', body: { name: 'Ravi', access: 'full' }, right: OWN }],
    'DELETE /api/tokens/:id': [{ path: `/api/tokens/${ids.apiToken}` }],
    'GET /api/people': [{ path: '/api/people', right: [403] }],
    'POST /api/people': [{ path: '/api/people', body: { login: 'eve' }, right: [403] }],
    'POST /api/people/:id/code': [{ path: `/api/people/${ids.person}/code`, right: [403] }],
    'POST /api/people/:id/pause': [{ path: `/api/people/${ids.person}/pause`, right: [403] }],
    'POST /api/people/:id/resume': [{ path: `/api/people/${ids.person}/resume`, right: [403] }],
    'POST /api/people/:id/remove': [
      { path: `/api/people/${ids.person}/remove`, body: { login: 'asha' }, right: [403] },
    ],
    'GET /api/parts': [{ path: '/api/parts', right: OWN }],
    'PUT /api/parts': [{ path: '/api/parts', body: { shown: [] }, right: OWN }],
    'GET /api/household': [{ path: '/api/household', right: OWN }],
    'PUT /api/household': [{ path: '/api/household', body: { agreed: false }, right: OWN }],
    'POST /api/sample': [{ path: '/api/sample', right: OWN }],
    'DELETE /api/sample': [{ path: '/api/sample', right: OWN }],
    'GET /api/options/ingest/tokens': [{ path: '/api/options/ingest/tokens', right: OWN }],
    'POST /api/options/ingest/tokens': [
      { path: '/api/options/ingest/tokens', body: { label: 'Ravi' }, right: OWN },
    ],
    'DELETE /api/options/ingest/tokens/:token': [{ path: `/api/options/ingest/tokens/${ids.ingestToken}` }],
    'GET /api/options/v2/performance': [
      { path: '/api/options/v2/performance?mode=LIVE', right: OWN },
      { path: '/api/options/v2/performance?mode=SHADOW', right: OWN },
    ],
    'POST /api/options/tradebook': [
      { path: '/api/options/tradebook?preview=true', body: fills(), right: OWN },
    ],
    'GET /api/options/tradebook/settlements': [{ path: '/api/options/tradebook/settlements', right: OWN }],
    'PUT /api/options/tradebook/settlements': [
      {
        path: '/api/options/tradebook/settlements',
        body: { underlying: 'NIFTY', expiry: '2020-01-02', price: 12_000 },
      },
    ],
    'GET /api/options/performance/daily': [
      { path: '/api/options/performance/daily?mode=LIVE', right: OWN },
      { path: '/api/options/performance/daily?mode=SHADOW', right: OWN },
    ],
    'GET /api/options/funnel': [
      { path: '/api/options/funnel?from=2026-05-01&to=2026-05-31', right: OWN },
      { path: '/api/options/funnel?from=2026-05-01&to=2026-05-31&mode=SHADOW', right: OWN },
    ],
    'GET /api/features': [{ path: '/api/features', right: OWN }],
    'GET /api/help': [{ path: '/api/help', right: OWN }],
    'GET /api/help/pictures/:name': [{ path: '/api/help/pictures/overview.png', right: OWN }],
    'GET /api/options/performance': [{ path: '/api/options/performance', right: OWN }],
    'GET /api/events/upcoming': [{ path: '/api/events/upcoming?days=90', right: OWN }],
    'GET /api/events/today': [{ path: '/api/events/today', right: OWN }],
    'POST /api/events/import': [
      {
        path: '/api/events/import',
        body: { content: 'name,category,date\nRavi,OTHER,2026-01-05' },
        right: OWN,
      },
    ],
    'GET /api/broker/health': [{ path: '/api/broker/health', right: OWN }],
    'GET /api/options/permission': [
      { path: `/api/options/permission?strategy=${MARK}`, right: OWN },
      { path: '/api/options/permission?strategy=a&broker=kite', right: OWN },
    ],
    'GET /api/envelope/state': [{ path: '/api/envelope/state', right: OWN }],
    'POST /api/envelope/resume': [{ path: '/api/envelope/resume', right: [409] }],
    'GET /api/options/reconciliation': [{ path: '/api/options/reconciliation', right: OWN }],
    'POST /api/options/reconciliation/:id/confirm': [
      { path: `/api/options/reconciliation/${ids.reconciliation}/confirm` },
    ],
    'GET /api/options/positions': [{ path: '/api/options/positions', right: OWN }],
    'GET /api/options/settings': [{ path: '/api/options/settings', right: OWN }],
    'PUT /api/options/settings': [{ path: '/api/options/settings', body: { max_daily_loss: 1 }, right: OWN }],
    'GET /api/journal': [
      { path: '/api/journal', right: OWN },
      { path: `/api/journal?strategy=${MARK}`, right: OWN },
    ],
    'GET /api/options/journal/choices': [{ path: '/api/options/journal/choices', right: OWN }],
    'GET /api/journal/:tag': [{ path: `/api/journal/${MARK}` }],
    'PATCH /api/journal/:tag/notes': [
      { path: `/api/journal/${MARK}/notes`, body: { notes: 'Ravi was here' } },
      { path: `/api/journal/${MARK}/notes`, body: { notes: null } },
    ],
    'GET /api/trades/history/page': [
      { path: '/api/trades/history/page', right: OWN },
      { path: `/api/trades/history/page?strategy=${MARK}`, right: OWN },
    ],
    'GET /api/battle/log': [
      { path: '/api/battle/log', right: OWN },
      { path: '/api/battle/log?date=2026-05-18', right: OWN },
    ],
    'GET /api/battle/summary': [{ path: '/api/battle/summary', right: OWN }],
    'GET /api/sentiment/latest': [{ path: '/api/sentiment/latest', right: OWN }],
    'GET /api/sentiment/history': [{ path: '/api/sentiment/history', right: OWN }],
    'GET /api/go-live/status': [{ path: '/api/go-live/status', right: OWN }],
    'GET /api/go-live/history': [
      { path: '/api/go-live/history', right: OWN },
      { path: `/api/go-live/history?strategy=${ids.strategy}`, right: OWN },
    ],
    'GET /api/go-live/:strategy/confidence': [{ path: `/api/go-live/${ids.strategy}/confidence` }],
    ...Object.fromEntries(
      ['promote', 'shadow', 'revert'].map((action) => [
        `POST /api/go-live/:strategy/${action}`,
        [{ path: `/api/go-live/${ids.strategy}/${action}`, body: { from: 'DRY_RUN' } }],
      ]),
    ),
    ...Object.fromEntries(
      ['data-quality', 'calibration', 'performance', 'promotion-report'].map((part) => [
        `GET /api/ai-market/${part}`,
        [
          { path: `/api/ai-market/${part}`, right: OWN },
          { path: `/api/ai-market/${part}?underlying=NIFTY`, right: OWN },
        ],
      ]),
    ),
    [`GET ${policies}`]: [{ path: policies, right: OWN }],
    [`POST ${policies}`]: [
      {
        path: policies,
        body: { name: 'Ravi', tag_code: 'RAVIPOL1', initial_capital: 1, config },
        right: OWN,
      },
    ],
    [`GET ${policies}/pending-approvals`]: [{ path: `${policies}/pending-approvals`, right: OWN }],
    [`GET ${policies}/broker-connections`]: [{ path: `${policies}/broker-connections`, right: OWN }],
    [`GET ${policies}/plans`]: [
      { path: `${policies}/plans`, right: OWN },
      { path: `${policies}/plans?open=true&policy_id=${ids.policy}`, right: OWN },
    ],
    [`GET ${policies}/order-events.csv`]: [
      { path: `${policies}/order-events.csv`, right: OWN },
      { path: `${policies}/order-events.csv?plan_id=${ids.plan}`, right: OWN },
    ],
    [`GET ${policies}/plans/:plan_id`]: [{ path: plan }],
    [`POST ${policies}/plans/:plan_id/approve`]: [{ path: `${plan}/approve` }],
    [`POST ${policies}/plans/:plan_id/reject`]: [{ path: `${plan}/reject` }],
    [`POST ${policies}/plans/:plan_id/look`]: [{ path: `${plan}/look` }],
    [`POST ${policies}/plans/:plan_id/rehearse`]: [{ path: `${plan}/rehearse` }],
    [`POST ${policies}/orders/:order_id/approve`]: [{ path: `${policies}/orders/${ids.order}/approve` }],
    [`POST ${policies}/orders/:order_id/reject`]: [{ path: `${policies}/orders/${ids.order}/reject` }],
    [`POST ${policies}/orders/:order_id/settle`]: [
      {
        path: `${policies}/orders/${ids.order}/settle`,
        body: { settlement: 'MARKED_ABSENT', reason: 'It is not mine.' },
      },
    ],
    [`POST ${policies}/:pid/go-live`]: [
      { path: `${policy}/go-live`, body: { broker_connection_id: ids.connection, capital: 1000 } },
    ],
    [`POST ${policies}/:pid/liquid-sweep`]: [{ path: `${policy}/liquid-sweep`, body: { enabled: true } }],
    [`GET ${policies}/trading`]: [{ path: `${policies}/trading`, right: OWN }],
    [`POST ${policies}/trading/pause`]: [{ path: `${policies}/trading/pause`, right: OWN }],
    [`POST ${policies}/trading/resume`]: [
      { path: `${policies}/trading/resume`, body: { confirmation: 'resume trading' }, right: OWN },
    ],
    [`GET ${policies}/trading/approval-limit`]: [{ path: `${policies}/trading/approval-limit`, right: OWN }],
    [`PUT ${policies}/trading/approval-limit`]: [
      { path: `${policies}/trading/approval-limit`, body: { confirm_above: 1 }, right: OWN },
    ],
    [`DELETE ${policies}/trading/approval-limit`]: [
      { path: `${policies}/trading/approval-limit`, right: OWN },
    ],
    [`GET ${policies}/account-holdings`]: [{ path: `${policies}/account-holdings`, right: OWN }],
    [`GET ${policies}/differences`]: [{ path: `${policies}/differences`, right: OWN }],
    [`POST ${policies}/differences/:difference_id/settle`]: [
      { path: `${policies}/differences/${ids.difference}/settle`, body: { reason: 'It is not mine.' } },
    ],
    [`GET ${policies}/order-events`]: [
      { path: `${policies}/order-events`, right: OWN },
      { path: `${policies}/order-events?plan_id=${ids.plan}`, right: OWN },
    ],
    [`GET ${policies}/:pid/contributions`]: [{ path: `${policy}/contributions` }],
    [`POST ${policies}/:pid/contributions`]: [
      {
        path: `${policy}/contributions`,
        body: { amount: 1, frequency: 'once', start_date: '2099-01-01' },
      },
    ],
    [`DELETE ${policies}/contributions/schedules/:sid`]: [
      { path: `${policies}/contributions/schedules/${ids.contributionSchedule}` },
    ],
    [`GET ${policies}/contributions/:cid`]: [{ path: contribution }],
    [`POST ${policies}/contributions/:cid/confirm-funding`]: [
      { path: `${contribution}/confirm-funding`, body: { confirmed_amount: 1, operator_attested: true } },
    ],
    [`POST ${policies}/contributions/:cid/apply-funding`]: [{ path: `${contribution}/apply-funding` }],
    [`POST ${policies}/contributions/:cid/defer`]: [
      { path: `${contribution}/defer`, body: { until: '2099-01-01' } },
    ],
    [`POST ${policies}/contributions/:cid/skip`]: [{ path: `${contribution}/skip`, body: {} }],
    [`POST ${policies}/contributions/:cid/cancel`]: [{ path: `${contribution}/cancel`, body: {} }],
    [`POST ${policies}/contributions/:cid/reconcile`]: [
      { path: `${contribution}/reconcile`, body: { reference: 'Ravi' } },
    ],
    [`GET ${policies}/:pid`]: [{ path: policy }],
    [`DELETE ${policies}/:pid`]: [{ path: policy }],
    ...Object.fromEntries(
      ['pause', 'resume', 'retire', 'run-cycle', 'snapshot', 'retry-latest-cycle'].map((deed) => [
        `POST ${policies}/:pid/${deed}`,
        [{ path: `${policy}/${deed}` }],
      ]),
    ),
    ...Object.fromEntries(
      ['equity', 'holdings', 'trades', 'signals', 'cycles', 'orders', 'universe-events', 'tracking'].map(
        (part) => [`GET ${policies}/:pid/${part}`, [{ path: `${policy}/${part}` }]],
      ),
    ),
    [`GET ${changes}`]: [{ path: changes, right: OWN }],
    [`POST ${changes}/decide`]: [
      {
        path: `${changes}/decide`,
        body: { decision: 'ACCEPT', changes: [{ id: ids.brokerChange, version: 1 }] },
      },
    ],
    [`POST ${changes}/:id/undo`]: [{ path: `${changes}/${ids.brokerChange}/undo` }],
    [`GET ${actions}`]: [{ path: actions, right: OWN }],
    [`POST ${actions}/apply`]: [
      { path: `${actions}/apply`, body: { ids: 'all' }, right: OWN },
      { path: `${actions}/apply`, body: { ids: [ids.action] }, right: [409] },
    ],
    [`POST ${actions}/decline`]: [{ path: `${actions}/decline`, body: { ids: [ids.action] }, right: [409] }],
    [`POST ${actions}`]: [{ path: actions, body: { ...split, portfolio: MARK } }],
    [`PUT ${actions}/settings`]: [
      { path: `${actions}/settings`, body: { apply_automatically: true }, right: OWN },
    ],
    [`PUT ${actions}/:id`]: [{ path: action, body: { new_shares: 3 } }],
    [`POST ${actions}/:id/undo`]: [{ path: `${action}/undo` }],
    [`GET ${income}/events`]: [
      { path: `${income}/events`, right: OWN },
      { path: `${income}/events?portfolio=${COMMON}`, right: OWN },
    ],
    [`GET ${income}/summary`]: [{ path: `${income}/summary`, right: OWN }],
    [`GET ${income}/bonds`]: [{ path: `${income}/bonds`, right: OWN }],
    [`POST ${income}/recompute`]: [{ path: `${income}/recompute`, body: {}, right: OWN }],
    'GET /api/portfolio/reports/overlap': [
      { path: '/api/portfolio/reports/overlap', right: OWN },
      { path: `/api/portfolio/reports/overlap?portfolio=${MARK}` },
    ],
    'GET /api/portfolio/reports/tax-lots': [
      { path: '/api/portfolio/reports/tax-lots?explain=true', right: OWN },
      { path: `/api/portfolio/reports/tax-lots?portfolio=${COMMON}&format=112a`, right: [200, 404] },
      { path: `/api/portfolio/reports/tax-lots?portfolio=${MARK}` },
    ],
    'GET /api/portfolio/reports/snapshots/settings': [
      { path: '/api/portfolio/reports/snapshots/settings', right: OWN },
    ],
    'PUT /api/portfolio/reports/snapshots/settings': [
      { path: '/api/portfolio/reports/snapshots/settings', body: { hourly_days: null }, right: OWN },
    ],
    'PUT /api/portfolio/reports/tax-lots/settings': [
      { path: '/api/portfolio/reports/tax-lots/settings', body: { intraday_first: false }, right: OWN },
    ],
    'GET /api/portfolio/reports/rebalance': [
      { path: '/api/portfolio/reports/rebalance', right: OWN },
      { path: `/api/portfolio/reports/rebalance?portfolio=${MARK}&explain=true` },
    ],
    [`GET ${contents}`]: [{ path: contents, right: OWN }],
    [`GET ${contents}/:fund_symbol`]: [{ path: `${contents}/${MARK}F` }],
    [`GET ${goals}`]: [{ path: goals, right: OWN }],
    [`POST ${goals}`]: [
      { path: goals, body: { name: 'Ravi', type: 'INCOME', target_monthly_income: 1 }, right: OWN },
    ],
    [`GET ${goals}/:id`]: [{ path: goal }],
    [`PUT ${goals}/:id`]: [{ path: goal, body: { name: 'Stolen' } }],
    [`DELETE ${goals}/:id`]: [{ path: goal }],
    [`GET ${goals}/:id/links`]: [{ path: `${goal}/links` }],
    [`POST ${goals}/:id/links`]: [
      { path: `${goal}/links`, body: { link_type: 'PORTFOLIO', link_id: ids.portfolio, percentage: 1 } },
    ],
    [`DELETE ${goals}/:id/links/:link_id`]: [{ path: `${goal}/links/${ids.goalLink}` }],
    'GET /api/portfolio/reports/goals/:id/history': [
      { path: `/api/portfolio/reports/goals/${ids.goal}/history` },
    ],
    [`GET ${reports}/monthly-returns`]: [
      { path: `${reports}/monthly-returns`, right: OWN },
      { path: `${reports}/monthly-returns?portfolio=${MARK}` },
    ],
    [`GET ${reports}/comparison`]: [
      { path: `${reports}/comparison`, right: OWN },
      { path: `${reports}/comparison?portfolio=${MARK}` },
    ],
    [`GET ${reports}/export`]: [
      { path: `${reports}/export?report=tax`, right: OWN },
      { path: `${reports}/export?report=income&format=csv`, right: OWN },
      { path: `${reports}/export?report=performance&portfolio=${MARK}` },
      { path: `${reports}/export?report=diversification&format=pdf&portfolio=${MARK}` },
    ],
    [`GET ${reports}/definitions`]: [{ path: `${reports}/definitions`, right: OWN }],
    ...Object.fromEntries(
      ['performance', 'risk', 'attribution', 'diversification'].map((name) => [
        `GET ${reports}/${name}`,
        [
          { path: `${reports}/${name}?explain=true`, right: OWN },
          { path: `${reports}/${name}?portfolio=${COMMON}`, right: [200, 404] },
          { path: `${reports}/${name}?portfolio=${MARK}` },
        ],
      ]),
    ),
    [`GET ${reports}/letter`]: [{ path: `${reports}/letter`, right: OWN }],
    [`GET ${reports}/calendar`]: [{ path: `${reports}/calendar?to=2031-01-01`, right: OWN }],
    [`GET ${reports}/income-projection`]: [
      { path: `${reports}/income-projection?explain=true`, right: OWN },
      { path: `${reports}/income-projection?portfolio=${MARK}` },
    ],
    [`GET ${reports}/dividend-yield`]: [
      { path: `${reports}/dividend-yield?explain=true`, right: OWN },
      { path: `${reports}/dividend-yield?portfolio=${MARK}` },
    ],
    [`POST ${reports}/goal-scenario`]: [
      { path: `${reports}/goal-scenario`, body: { goal_id: ids.goal, monthly_sip: 1 } },
    ],
    [`GET ${reports}/activity`]: [
      { path: `${reports}/activity`, right: OWN },
      { path: `${reports}/activity?portfolio=${MARK}` },
    ],
    [`GET ${reports}/networth`]: [{ path: `${reports}/networth?explain=true`, right: OWN }],
    [`GET ${watched}`]: [{ path: watched, right: OWN }],
    [`POST ${watched}`]: [{ path: watched, body: { symbol: 'RAVI', currency: 'INR' }, right: OWN }],
    [`GET ${watched}/:id/news`]: [{ path: `${watched}/${ids.watched}/news` }],
    [`DELETE ${watched}/:id`]: [{ path: `${watched}/${ids.watched}` }],
    [`GET ${alerts}`]: [{ path: alerts, right: OWN }],
    [`POST ${alerts}`]: [
      { path: alerts, body: { kind: 'DRAWDOWN_PCT', threshold: 10 }, right: OWN },
      { path: alerts, body: { kind: 'DRAWDOWN_PCT', threshold: 10, portfolio: MARK } },
    ],
    [`GET ${alerts}/:id`]: [{ path: `${alerts}/${ids.alert}` }],
    [`PUT ${alerts}/:id`]: [{ path: `${alerts}/${ids.alert}`, body: { threshold: 1 } }],
    [`DELETE ${alerts}/:id`]: [{ path: `${alerts}/${ids.alert}` }],
    [`GET ${debts}`]: [{ path: debts, right: OWN }],
    [`POST ${debts}`]: [{ path: debts, body: { name: 'Ravi', type: 'CARD', balance: 1 }, right: OWN }],
    [`GET ${debts}/:id`]: [{ path: `${debts}/${ids.liability}` }],
    [`PUT ${debts}/:id`]: [{ path: `${debts}/${ids.liability}`, body: { balance: 0 } }],
    [`DELETE ${debts}/:id`]: [{ path: `${debts}/${ids.liability}` }],
    [`GET ${debts}/:id/history`]: [{ path: `${debts}/${ids.liability}/history` }],
    [`GET ${sips}`]: [{ path: sips, right: OWN }],
    [`POST ${sips}`]: [
      {
        path: sips,
        body: { name: 'Ravi', amount: 1, frequency: 'monthly', start_date: '2030-01-05' },
        right: OWN,
      },
    ],
    [`GET ${sips}/:id`]: [{ path: `${sips}/${ids.sipPlan}` }],
    [`PUT ${sips}/:id`]: [{ path: `${sips}/${ids.sipPlan}`, body: { amount: 9 } }],
    [`DELETE ${sips}/:id`]: [{ path: `${sips}/${ids.sipPlan}` }],
    'GET /api/auth/me': [{ path: '/api/auth/me', right: OWN }],
    'GET /api/portfolio/v2/dashboard': [{ path: '/api/portfolio/v2/dashboard', right: OWN }],
    'GET /api/portfolio/dashboard': [{ path: '/api/portfolio/dashboard', right: OWN }],
    'GET /api/portfolio/todos': [{ path: '/api/portfolio/todos', right: OWN }],
    'GET /api/portfolio/history': [
      { path: '/api/portfolio/history', right: OWN },
      { path: `/api/portfolio/history?portfolio=${MARK}`, right: [404] },
    ],
    'GET /api/portfolio/instruments': [
      { path: `/api/portfolio/instruments?search=${MARK.toUpperCase()}`, right: OWN },
    ],
    [`GET ${quality}`]: [{ path: quality, right: OWN }],
    [`GET ${quality}/audit`]: [{ path: `${quality}/audit`, right: OWN }],
    [`POST ${quality}/audit`]: [{ path: `${quality}/audit`, right: OWN }],
    [`GET ${quality}/prices`]: [{ path: `${quality}/prices?filter=all`, right: OWN }],
    [`GET ${quality}/instruments`]: [{ path: `${quality}/instruments`, right: OWN }],
    [`POST ${quality}/instruments/decisions`]: [
      {
        path: `${quality}/instruments/decisions`,
        body: { word: MARK, instrument_id: '1', status: 'CONFIRMED' },
        right: [403],
      },
    ],
    // Any file will do: market data is everybody's, and only the owner of the installation imports it.
    'POST /api/portfolio/market-data/files': [
      { path: '/api/portfolio/market-data/files', body: fills(), right: [403] },
    ],
    'GET /api/backups': [{ path: '/api/backups', right: [403] }],
    'GET /api/server/capacity': [{ path: '/api/server/capacity', right: [403] }],
    'GET /api/server/check-up': [{ path: '/api/server/check-up', right: [403] }],
    [`GET ${quality}/findings`]: [{ path: `${quality}/findings`, right: OWN }],
    [`POST ${quality}/findings/:id/dismiss`]: [{ path: `${quality}/findings/1/dismiss`, right: [403] }],
    [`GET ${quality}/actions`]: [{ path: `${quality}/actions`, right: OWN }],
    [`POST ${quality}/actions/:id`]: [
      { path: `${quality}/actions/1`, body: { kind: 'DIVIDEND' }, right: [403] },
    ],
    [`POST ${quality}/actions/:id/dismiss`]: [{ path: `${quality}/actions/1/dismiss`, right: [403] }],
    [`GET ${quality}/left-out`]: [{ path: `${quality}/left-out`, right: OWN }],
    [`GET ${quality}/recorded-values`]: [
      { path: `${quality}/recorded-values`, right: OWN },
      { path: `${quality}/recorded-values?portfolio=${MARK}` },
    ],
    [`GET ${quality}/unmatched`]: [{ path: `${quality}/unmatched`, right: OWN }],
    [`GET ${quality}/fund-values`]: [{ path: `${quality}/fund-values`, right: OWN }],
    [`POST ${quality}/fund-values/:id/accept`]: [
      { path: `${quality}/fund-values/${ids.fund}/accept`, body: { price: 200 } },
    ],
    ...portfolios('/api/portfolio/portfolios'),
    ...portfolios('/api/portfolio/v2/portfolios'),
    [`GET ${holdings}`]: [
      { path: holdings, right: OWN },
      { path: `${holdings}?portfolio=${MARK}`, right: OWN },
      { path: `${holdings}?search=${MARK}`, right: OWN },
    ],
    [`GET ${holdings}/by-symbol/:symbol`]: [
      { path: `${holdings}/by-symbol/${MARK}S` },
      { path: `${holdings}/by-symbol/${MARK}S?portfolio=${MARK}` },
    ],
    [`GET ${holdings}/recent-closes`]: [{ path: `${holdings}/recent-closes?symbols=${MARK}S`, right: OWN }],
    [`POST ${holdings}`]: [{ path: holdings, body: held, right: OWN }],
    [`GET ${holdings}/:id`]: [{ path: `${holdings}/${ids.holding}` }],
    [`PUT ${holdings}/:id`]: [{ path: `${holdings}/${ids.unlisted}`, body: { quantity: 99 } }],
    [`DELETE ${holdings}/:id`]: [{ path: `${holdings}/${ids.unlisted}` }],
    [`POST ${holdings}/:id/restore`]: [{ path: `${holdings}/${ids.deletedHolding}/restore` }],
    [`POST ${holdings}/:id/ltp`]: [{ path: `${holdings}/${ids.unlisted}/ltp`, body: { price: 1 } }],
    [`GET ${holdings}/:id/ltp`]: [{ path: `${holdings}/${ids.unlisted}/ltp` }],
    [`GET ${transactions}`]: [
      { path: transactions, right: OWN },
      { path: `${transactions}?portfolio=${MARK}&symbol=${MARK}`, right: OWN },
    ],
    [`POST ${transactions}`]: [{ path: transactions, body: trade, right: OWN }],
    [`GET ${transactions}/:id`]: [{ path: `${transactions}/${ids.transaction}` }],
    [`PUT ${transactions}/:id`]: [{ path: `${transactions}/${ids.transaction}`, body: { quantity: 99 } }],
    [`DELETE ${transactions}/:id`]: [{ path: `${transactions}/${ids.transaction}` }],
    [`POST ${transactions}/:id/restore`]: [{ path: `${transactions}/${ids.deletedTransaction}/restore` }],
    'GET /api/portfolio/market-data/catch-up': [{ path: '/api/portfolio/market-data/catch-up', right: OWN }],
    'GET /api/portfolio/market-data/calendars': [
      { path: '/api/portfolio/market-data/calendars', right: OWN },
    ],
    'POST /api/portfolio/market-data/refresh': [
      { path: '/api/portfolio/market-data/refresh', body: { force: true }, right: OWN },
    ],
    'GET /api/portfolio/openings': [{ path: '/api/portfolio/openings', right: OWN }],
    'GET /api/portfolio/openings.csv': [{ path: '/api/portfolio/openings.csv', right: OWN }],
    'POST /api/portfolio/openings': [
      {
        path: '/api/portfolio/openings',
        body: { openings: [{ portfolio: COMMON, symbol: 'RAVI', quantity: 1, date: '2024-01-05' }] },
        right: OWN,
      },
    ],
    'POST /api/portfolio/csv/upload': [{ path: '/api/portfolio/csv/upload', body: csv('RAVI2'), right: OWN }],
    'POST /api/portfolio/csv/commit': [
      { path: '/api/portfolio/csv/commit', body: { import_id: ids.import } },
      {
        path: '/api/portfolio/csv/commit',
        body: { import_id: ids.import, mode: 'replace', portfolio: COMMON },
      },
      {
        path: '/api/portfolio/csv/commit',
        body: { import_id: ids.import, row_overrides: { 2: { quantity: 9 } } },
      },
    ],
    'GET /api/portfolio/csv/imports': [{ path: '/api/portfolio/csv/imports', right: OWN }],
    'GET /api/portfolio/csv/imports/:id/undo': [
      { path: `/api/portfolio/csv/imports/${ids.finishedImport}/undo` },
    ],
    'POST /api/portfolio/csv/imports/:id/undo': [
      { path: `/api/portfolio/csv/imports/${ids.finishedImport}/undo`, body: { digest: '0' } },
    ],
    'GET /api/portfolio/csv/imports/:id/undecided': [
      { path: `/api/portfolio/csv/imports/${ids.finishedImport}/undecided` },
    ],
    'GET /api/portfolio/csv/imports/:id/undecided.csv': [
      { path: `/api/portfolio/csv/imports/${ids.finishedImport}/undecided.csv` },
    ],
    'PUT /api/portfolio/csv/imports/:id/undecided/:row': [
      {
        path: `/api/portfolio/csv/imports/${ids.finishedImport}/undecided/3`,
        body: { fields: { quantity: 9 } },
      },
    ],
    'DELETE /api/portfolio/csv/imports/:id/undecided/:row': [
      { path: `/api/portfolio/csv/imports/${ids.finishedImport}/undecided/3` },
    ],
    'GET /api/portfolio/csv/imports/:id': [{ path: `/api/portfolio/csv/imports/${ids.import}` }],
    'DELETE /api/portfolio/csv/imports/:id': [
      { path: `/api/portfolio/csv/imports/${ids.import}`, right: [204] },
    ],
    'GET /api/portfolio/csv': [
      { path: '/api/portfolio/csv?type=transactions', right: OWN },
      { path: '/api/portfolio/csv?type=holdings', right: OWN },
      { path: `/api/portfolio/csv?type=holdings&portfolio=${MARK}` },
    ],
    'GET /api/portfolio/csv/sample': [{ path: '/api/portfolio/csv/sample', right: OWN }],
    'GET /api/portfolio/reports/snapshots': [
      { path: '/api/portfolio/reports/snapshots', right: OWN },
      { path: `/api/portfolio/reports/snapshots?portfolio=${MARK}`, right: [404] },
    ],
    'GET /api/portfolio/reports/snapshots/latest': [
      { path: '/api/portfolio/reports/snapshots/latest' },
      { path: `/api/portfolio/reports/snapshots/latest?portfolio=${MARK}` },
    ],
    'GET /api/notifications': [
      { path: '/api/notifications', right: OWN },
      { path: '/api/notifications?kind=eod_portfolio_report&unread=true', right: OWN },
    ],
    'POST /api/notifications/read-all': [{ path: '/api/notifications/read-all', right: OWN }],
    'POST /api/notifications/:id/read': [{ path: `/api/notifications/${ids.notification}/read` }],
    'GET /api/notifications/failures': [{ path: '/api/notifications/failures', right: OWN }],
    'POST /api/notifications/deliveries/:id/retry': [
      { path: `/api/notifications/deliveries/${ids.delivery}/retry` },
    ],
    'GET /api/portfolio/ai-providers/catalog': [{ path: '/api/portfolio/ai-providers/catalog', right: OWN }],
    'GET /api/portfolio/ai-providers/settings': [
      { path: '/api/portfolio/ai-providers/settings', right: OWN },
    ],
    'PUT /api/portfolio/ai-providers/settings': [
      { path: '/api/portfolio/ai-providers/settings', body: { gateway_model: 'ravi-1' }, right: OWN },
    ],
    'DELETE /api/portfolio/ai-providers/settings': [
      { path: '/api/portfolio/ai-providers/settings', right: OWN },
    ],
    'POST /api/portfolio/ai-providers/settings/test': [
      { path: '/api/portfolio/ai-providers/settings/test', body: { provider: 'gateway' }, right: OWN },
    ],
    'GET /api/portfolio/llm-usage/summary': [{ path: '/api/portfolio/llm-usage/summary', right: OWN }],
    'GET /api/notifications/web-push': [{ path: '/api/notifications/web-push', right: OWN }],
    'GET /api/notifications/browsers': [{ path: '/api/notifications/browsers', right: OWN }],
    'POST /api/notifications/browsers': [
      {
        path: '/api/notifications/browsers',
        body: {
          endpoint: 'https://fcm.googleapis.com/ravi',
          keys: { p256dh: 'AAAA', auth: 'AAAA' },
          label: 'Ravi',
        },
        right: [422, 503],
      },
    ],
    'DELETE /api/notifications/browsers/:id': [{ path: `/api/notifications/browsers/${ids.browser}` }],
    'POST /api/notifications/browsers/:id/test': [
      { path: `/api/notifications/browsers/${ids.browser}/test`, right: [404, 503] },
    ],
    'GET /api/notifications/settings': [{ path: '/api/notifications/settings', right: OWN }],
    'PUT /api/notifications/settings': [
      { path: '/api/notifications/settings', body: { quiet_hours: null }, right: OWN },
    ],
    'GET /api/chat/messages': [
      { path: '/api/chat/messages', right: OWN },
      { path: '/api/chat/messages?after=1&limit=200', right: OWN },
    ],
    'POST /api/chat/messages': [{ path: '/api/chat/messages', body: { text: '/help' }, right: OWN }],
    'POST /api/chat/callbacks': [{ path: '/api/chat/callbacks', body: { data: ids.button } }],
    'POST /api/chat/attachments': [{ path: '/api/chat/attachments', body: csv('RAVI3'), right: [422] }],
    'GET /api/chat/attachments/:id': [{ path: `/api/chat/attachments/${ids.attachment}` }],
    'GET /api/portfolio/connections/brokers': [{ path: `${connections}/brokers`, right: OWN }],
    'GET /api/portfolio/connections': [{ path: connections, right: OWN }],
    'POST /api/portfolio/connections': [
      {
        path: connections,
        body: { broker: 'zerodha', label: 'Ravi', role: 'SYNC', credentials: {} },
        right: [422],
      },
    ],
    'GET /api/portfolio/connections/:id': [{ path: connection }],
    'PUT /api/portfolio/connections/:id': [{ path: connection, body: { label: 'Stolen' } }],
    'DELETE /api/portfolio/connections/:id': [{ path: connection }],
    'POST /api/portfolio/connections/:id/sync': [{ path: `${connection}/sync` }],
    'POST /api/portfolio/connections/:id/login': [
      { path: `${connection}/login`, body: { request_token: 'abc' } },
    ],
    'POST /api/portfolio/connections/:id/otp': [{ path: `${connection}/otp`, body: { otp: '123456' } }],
    'POST /api/portfolio/connections/:id/portfolio': [
      { path: `${connection}/portfolio`, body: { portfolio_id: null } },
    ],
    'POST /api/portfolio/connections/:id/trade-names': [
      { path: `${connection}/trade-names`, body: { name: 'HDFC', symbol: 'HDFCBANK' } },
    ],
    'POST /api/portfolio/connections/:id/otp/resend': [{ path: `${connection}/otp/resend` }],
    'POST /api/ai/ask': [{ path: '/api/ai/ask', body: EVERYBODY, right: OWN }],
    'POST /api/ai/ask/stream': [{ path: '/api/ai/ask/stream', body: EVERYBODY, right: OWN }],
    'GET /api/ai/chat/history': [{ path: '/api/ai/chat/history', right: OWN }],
    'DELETE /api/ai/chat/history': [{ path: '/api/ai/chat/history', right: OWN }],
    'GET /api/research/analytics/ai-insight': [{ path: '/api/research/analytics/ai-insight', right: OWN }],
    'POST /api/ai/refresh': [{ path: '/api/ai/refresh', body: {}, right: [409] }],
    'GET /api/chat/commands': [{ path: '/api/chat/commands', right: OWN }],
    'GET /api/chat/settings': [{ path: '/api/chat/settings', right: OWN }],
    'PUT /api/chat/settings': [{ path: '/api/chat/settings', body: { format: 'compact' }, right: OWN }],
    'POST /api/chat/link-codes': [{ path: '/api/chat/link-codes', body: {}, right: OWN }],
    'GET /api/chat/links': [{ path: '/api/chat/links', right: OWN }],
    'DELETE /api/chat/links/:id': [{ path: `/api/chat/links/${ids.link}` }],
    // His own fund of the same name: from here on it stands among what he did himself.
    [`DELETE ${contents}/:fund_symbol`]: [{ path: `${contents}/${MARK}F?as_of=2026-01-30` }],
    [`PUT ${contents}/:fund_symbol`]: [
      { path: `${contents}/${MARK}F`, body: { as_of: '2026-01-30', holdings: [] }, right: OWN },
    ],
    'GET /api/openapi.json': [{ path: '/api/openapi.json', right: OWN }],
    'GET /api/docs': [{ path: '/api/docs', right: OWN }],
    'GET /api/docs/:file': [{ path: '/api/docs/init.js', right: OWN }],
    'GET /api/auth/access': [{ path: '/api/auth/access', right: OWN }],
    'POST /api/auth/sign-out-everywhere': [
      { path: '/api/auth/sign-out-everywhere', body: { kinds: [] }, right: OWN },
    ],
    'POST /api/auth/logout': [{ path: '/api/auth/logout', right: OWN }],
  };
};
