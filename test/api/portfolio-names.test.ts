import assert from 'node:assert/strict';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { type Answer, type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';

/** What a route needs beside the portfolio to answer. */
const BESIDE: Record<string, Record<string, string>> = {
  '/api/portfolio/csv': { type: 'transactions' },
  '/api/portfolio/reports/export': { report: 'income', format: 'csv' },
};
/** Lists that a name narrows: of a portfolio that is not there they are empty, like those of a symbol that is not. */
const NARROWED = new Set([
  '/api/portfolio/holdings',
  '/api/portfolio/transactions',
  '/api/portfolio/income/events',
  '/api/portfolio/income/summary',
]);
/** What is asked for there only once it is recorded. */
const NOT_RECORDED = new Set(['/api/portfolio/reports/snapshots/latest']);

const takesName = ({ query }: Route): boolean =>
  query !== undefined && Object.hasOwn(query.fields, 'portfolio');
const READS = ROUTES.filter(takesName);

/** Bodies that put rows into a portfolio, each complete but for its name. */
const TRADE = { symbol: 'TCS', type: 'BUY', date: '2025-01-06', quantity: 1, price: 10, currency: 'INR' };
const HOLDING = {
  symbol: 'GOLD',
  asset_class: 'Commodity',
  currency: 'INR',
  quantity: 1,
  avg_buy_price: 10,
};
const PLAN = {
  name: 'Monthly',
  amount: 100,
  frequency: 'monthly',
  start_date: '2026-04-01',
};
const WRITES: Record<string, { body: object; refused: string }> = {
  '/api/portfolio/transactions': { body: TRADE, refused: 'VALIDATION_ERROR' },
  '/api/portfolio/holdings': { body: HOLDING, refused: 'VALIDATION_ERROR' },
  '/api/portfolio/sip-plans': { body: PLAN, refused: 'VALIDATION_ERROR' },
  '/api/portfolio/connections': {
    body: { broker: 'dhan', label: 'Dhan', role: 'SYNC', credentials: {} },
    refused: 'VALIDATION_ERROR',
  },
  '/api/portfolio/csv/commit': { body: { import_id: '1' }, refused: 'VALIDATION_ERROR' },
};
/** Where the same body goes as above, a name that is checked with more than itself, and a form. */
const ELSEWHERE = new Set([
  'PUT /api/portfolio/holdings/:id',
  'PUT /api/portfolio/transactions/:id',
  'PUT /api/portfolio/sip-plans/:id',
  'POST /api/portfolio/corporate-actions',
  'POST /api/portfolio/alerts',
  'POST /api/portfolio/csv/upload',
]);

describe('the name of a portfolio, wherever it is asked for', () => {
  let world: TestApi;
  let owner: ApiClient;
  before(async () => {
    world = await testApi({ clock: heldClock('2026-03-02T06:00:00.000Z') });
    owner = await world.signedIn();
    for (const [portfolio, symbol] of [
      ['Long term', 'TCS'],
      ['Other', 'INFY'],
    ]) {
      const row = { ...TRADE, portfolio, symbol };
      assert.equal((await owner.post('/api/portfolio/transactions', row)).status, 201);
      await owner.post('/api/portfolio/transactions', { ...row, type: 'DIVIDEND', date: '2026-01-30' });
    }
    // Before its split 5 for 1, which waits for a decision: figures of its portfolio say so.
    const split = { symbol: 'IRCTC', date: '2021-10-13', portfolio: 'Long term' };
    assert.equal((await owner.post('/api/portfolio/transactions', { ...TRADE, ...split })).status, 201);
    assert.equal((await owner.post('/api/portfolio/income/recompute')).status, 200);
  });
  after(() => world.close());

  const ask = async ({ method, path }: Route, portfolio: string): Promise<Answer> =>
    await owner.request(
      method,
      `${path.replace(':symbol', 'TCS')}?${new URLSearchParams({ ...BESIDE[path], portfolio }).toString()}`,
    );
  /** All that an answer says but the name as it was asked for. */
  const said = ({ status, text }: Answer): string =>
    `${status} ${text.replace(/"(?:calculated_at|portfolio|request_id)":"[^"]*",?/g, '')}`;
  /** Forgets the total, which is made at the first need, as it is for a person who just began. */
  const unmakeNetworth = async (): Promise<void> =>
    await world.core.database.asSystem('a test begins anew', async (trx) => {
      await trx('portfolio.portfolios').where({ is_protected: true }).delete();
    });

  it('every read that takes one is tried here', () => {
    assert.ok(READS.length > 20);
    const bodies = ROUTES.filter(({ body, form }) =>
      [body, form].some((schema) =>
        Object.hasOwn((schema as { fields?: object })?.fields ?? {}, 'portfolio'),
      ),
    ).map(({ method, path }) => `${method} ${path}`);
    const tried = [...Object.keys(WRITES).map((path) => `POST ${path}`), ...ELSEWHERE];
    assert.deepEqual(bodies.toSorted(), tried.toSorted());
  });

  for (const route of READS)
    it(`${route.method} ${route.path}: in any case and with blanks around it`, async () => {
      await unmakeNetworth();
      // The total in small letters first: nothing may have made it before.
      const small = await ask(route, 'networth');
      const total = await ask(route, 'Networth');
      assert.equal(total.status, NOT_RECORDED.has(route.path) ? 404 : 200, total.text);
      assert.equal(said(small), said(total));
      assert.equal(said(await ask(route, ' NETWORTH ')), said(total));

      const one = await ask(route, 'Long term');
      assert.equal(one.status, total.status, one.text);
      assert.equal(said(await ask(route, ' LONG term ')), said(one));

      const unknown = await ask(route, 'Nowhere');
      if (NARROWED.has(route.path)) {
        assert.equal(unknown.status, 200);
        assert.doesNotMatch(unknown.text, /TCS|INFY/);
        assert.match(one.text, /TCS/);
        assert.doesNotMatch(one.text, /INFY/);
        assert.match(total.text, /TCS/);
        assert.match(total.text, /INFY/);
      } else assert.deepEqual([unknown.status, unknown.body['code']], [404, 'PORTFOLIO_NOT_FOUND']);
    });

  for (const [path, { body, refused }] of Object.entries(WRITES))
    it(`POST ${path}: nothing is put into the total, however it is spelt`, async () => {
      for (const portfolio of ['Networth', 'networth', ' NETWORTH ']) {
        const answer = await owner.post<{ code: string; errors: { field: string }[] }>(path, {
          ...body,
          portfolio,
        });
        assert.deepEqual([answer.status, answer.body.code], [422, refused], answer.text);
        assert.ok(
          answer.body.errors.some(({ field }) => field === 'portfolio'),
          answer.text,
        );
      }
    });

  it('POST /api/portfolio/csv/upload: a file is not staged for the total', async () => {
    for (const portfolio of ['Networth', 'networth', ' NETWORTH ']) {
      const form = new FormData();
      form.set('portfolio', portfolio);
      form.set('file', new Blob(['symbol\n']), 'trades.csv');
      const answer = await owner.request('POST', '/api/portfolio/csv/upload', { body: form });
      assert.equal(answer.status, 422, answer.text);
      assert.match(answer.text, /Networth is the total of all portfolios/);
    }
  });

  it('POST /api/portfolio/alerts: a drawdown of the total, or of one portfolio', async () => {
    const alert = { kind: 'DRAWDOWN_PCT' };
    await unmakeNetworth();
    for (const [threshold, portfolio, meant] of [
      [11, 'networth', null],
      [12, 'Networth', null],
      [13, ' NETWORTH ', null],
      [14, ' long TERM ', 'Long term'],
    ] as const) {
      const made = await owner.post('/api/portfolio/alerts', { ...alert, threshold, portfolio });
      assert.deepEqual([made.status, made.body['portfolio']], [201, meant], made.text);
    }
    const unknown = await owner.post('/api/portfolio/alerts', {
      ...alert,
      threshold: 15,
      portfolio: 'Nowhere',
    });
    assert.deepEqual([unknown.status, unknown.body['code']], [404, 'PORTFOLIO_NOT_FOUND']);
  });
});
