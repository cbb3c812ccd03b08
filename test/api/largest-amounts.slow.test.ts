import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ROUTES } from '../../api/routes/index.ts';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { seedRun } from '../support/policies.ts';

/** The largest number of whole units below the bound of quantities and prices. */
const MOST = 999_999_999_999_999;

interface Refusal {
  code: string;
  errors: { field: string; message: string }[];
}
interface Made {
  id: string;
  run_id: string;
  policy: { id: string };
  items: { transaction_id: string }[];
}
interface Written {
  method: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
  /** New for every request. */
  headers?: () => Record<string, string>;
  /** Each numeric field with the largest value that is taken. */
  fields: Record<string, number>;
  /** Undoes what was written, so that the next value can be. */
  undo?: (made: Made) => Promise<unknown>;
  /** The body with the values in their places, and what the errors write before their names, where fields stand inside of others. */
  at?: (values: Record<string, number>) => { body: Record<string, unknown>; inside: string };
}

describe('api: the largest amounts', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => void ({ world, client } = await signedInApi()));
  after(() => world.close());

  const P = '/api/portfolio';
  const created = async (path: string, body: unknown): Promise<string> => {
    const answer = await client.post<{ id: string }>(path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  };
  const trade = { portfolio: 'Main', symbol: 'TCS', date: '2024-01-05', type: 'BUY', currency: 'INR' };
  const holding = {
    portfolio: 'Hand',
    symbol: 'BOND',
    asset_class: 'Bond',
    currency: 'INR',
    quantity: 1,
    avg_buy_price: 100,
  };
  const goal = {
    name: 'House',
    type: 'CORPUS',
    currency: 'INR',
    target_corpus: 1000,
    target_date: '2040-01-01',
    expected_return_pct: 10,
  };

  it('every number that is written is bounded where it comes in: the largest passes, one above names its field', async () => {
    const held = await created(`${P}/holdings`, { ...holding, symbol: 'HELD' });
    const unlisted = await created(`${P}/holdings`, { ...holding, symbol: 'OWN', asset_class: 'Unlisted' });
    const recorded = await created(`${P}/transactions`, { ...trade, symbol: 'REC', quantity: 1, price: 1 });
    const debt = await created(`${P}/liabilities`, {
      name: 'Loan',
      type: 'LOAN',
      balance: 1,
      currency: 'INR',
    });
    const remove =
      (what: string) =>
      async ({ id }: Made) =>
        await client.delete(`${P}/${what}/${id}`);
    const house = await created(`${P}/goals`, { ...goal, name: 'Home' });
    const plan = { name: 'Plan', amount: 1, frequency: 'monthly', start_date: '2024-01-05' };
    const sip = await created(`${P}/sip-plans`, { ...plan, name: 'Kept' });
    const alert = await created(`${P}/alerts`, { kind: 'PRICE_ABOVE', symbol: 'INFY', threshold: 1 });
    await created(`${P}/transactions`, {
      ...trade,
      symbol: 'OPEN',
      type: 'SELL',
      date: '2024-03-01',
      quantity: 1,
      price: 1,
    });
    const numbers = {
      quantity: MOST,
      avg_buy_price: MOST,
      current_price: MOST,
      previous_close: MOST,
      face_value: MOST,
      price_interval_days: 1096,
    };
    const aged = await created(`${P}/portfolios`, { name: 'Kept' });
    const table: Written[] = [
      {
        method: 'PUT',
        path: '/api/options/settings',
        body: {},
        fields: {
          max_daily_loss: 1e11,
          max_open_risk: 1e11,
          max_margin_use_pct: 100,
          max_consecutive_losses: 100,
          throttle_at_pct: 100,
          scale_in_cooldown_minutes: 1_440,
        },
      },
      ...[`${P}/portfolios`, `${P}/v2/portfolios`].flatMap((path): Written[] => [
        {
          method: 'POST',
          path,
          body: { name: 'Aged' },
          fields: { price_interval_days: 1096 },
          undo: async ({ id }: Made) => await client.delete(`${path}/${id}`),
        },
        { method: 'PUT', path: `${path}/${aged}`, body: {}, fields: { price_interval_days: 1096 } },
      ]),
      { method: 'POST', path: `${P}/holdings`, body: holding, fields: numbers, undo: remove('holdings') },
      { method: 'PUT', path: `${P}/holdings/${held}`, body: {}, fields: numbers },
      { method: 'POST', path: `${P}/holdings/${unlisted}/ltp`, body: {}, fields: { price: MOST } },
      {
        method: 'POST',
        path: `${P}/transactions`,
        body: { ...trade, quantity: 3, price: 5, fee_tax: 1 },
        fields: { quantity: MOST, price: MOST, fee_tax: MOST },
        undo: remove('transactions'),
      },
      {
        method: 'PUT',
        path: `${P}/transactions/${recorded}`,
        body: { quantity: 3, price: 5, fee_tax: 1 },
        fields: { quantity: MOST, price: MOST, fee_tax: MOST },
      },
      {
        method: 'POST',
        path: `${P}/liabilities`,
        body: { name: 'Car', type: 'LOAN', balance: 1, currency: 'INR' },
        fields: { balance: MOST, emi: MOST },
        undo: remove('liabilities'),
      },
      { method: 'PUT', path: `${P}/liabilities/${debt}`, body: {}, fields: { balance: MOST, emi: MOST } },
      {
        method: 'POST',
        path: `${P}/goals`,
        body: goal,
        fields: { target_corpus: MOST },
        undo: remove('goals'),
      },
      { method: 'PUT', path: `${P}/goals/${house}`, body: {}, fields: { target_corpus: MOST } },
      {
        method: 'POST',
        path: `${P}/goals`,
        body: { name: 'Rent', type: 'INCOME', target_monthly_income: 1 },
        fields: { target_monthly_income: MOST },
        undo: remove('goals'),
      },
      {
        method: 'POST',
        path: `${P}/sip-plans`,
        body: plan,
        fields: { amount: MOST },
        undo: remove('sip-plans'),
      },
      { method: 'PUT', path: `${P}/sip-plans/${sip}`, body: {}, fields: { amount: MOST } },
      {
        method: 'POST',
        path: `${P}/alerts`,
        body: { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 1 },
        fields: { threshold: MOST },
        undo: remove('alerts'),
      },
      { method: 'PUT', path: `${P}/alerts/${alert}`, body: {}, fields: { threshold: MOST } },
      {
        method: 'POST',
        path: `${P}/openings`,
        body: {},
        fields: { quantity: MOST, price: MOST },
        undo: async ({ items }) => await client.delete(`${P}/transactions/${items[0]?.transaction_id}`),
        at: (values) => ({
          body: {
            openings: [
              {
                portfolio: 'Main',
                symbol: 'OPEN',
                date: '2024-02-01',
                quantity: 2,
                price: 3,
                ...values,
              },
            ],
          },
          inside: 'openings[0].',
        }),
      },
      {
        method: 'POST',
        path: `${P}/corporate-actions`,
        body: {
          portfolio: 'Main',
          symbol: 'REC',
          kind: 'BONUS',
          ex_date: '2024-03-01',
          new_shares: 2,
          old_shares: 1,
        },
        fields: { fraction_price: MOST, new_shares: 1_000_000 },
        undo: async ({ id }) => await client.post(`${P}/corporate-actions/${id}/undo`),
      },
      {
        method: 'PUT',
        path: `${P}/reports/fund-holdings/FUND`,
        body: {},
        fields: { weight_pct: 100 },
        at: (values) => ({
          body: { as_of: '2024-01-05', holdings: [{ stock_symbol: 'TCS', ...values }] },
          inside: 'holdings[0].',
        }),
      },
      {
        method: 'POST',
        path: `${P}/reports/goal-scenario`,
        body: { goal_id: house, monthly_sip: 1 },
        fields: { monthly_sip: MOST },
      },
    ];
    const config = {
      strategy: 'momentum_12_1',
      universe: 'NIFTY500',
      top_n: 5,
      rebalance: 'monthly',
      weighting: 'equal',
    };
    const ofConfig = {
      max_order_value: MOST,
      liquid_sweep_min: MOST,
      plan_expiry_hours: 720,
      max_stock_pct: 100,
      max_sector_pct: 100,
      top_n: 200,
    };
    const within = (body: Record<string, unknown>) => (values: Record<string, number>) => ({
      body: { ...body, config: { ...config, ...values } },
      inside: 'config.',
    });
    const backtest = { config, from: '2024-01-01', to: '2024-06-03', initial_capital: 1000 };
    const dropRun = async ({ run_id }: Made) => {
      await client.post(`/api/research/runs/${run_id}/cancel`);
      await client.delete(`/api/research/runs/${run_id}`);
    };
    const policy = { name: 'Policy', tag_code: 'LARGEST1', initial_capital: 1000, config };
    const dropPolicy = async (id: string) => await client.delete(`/api/policies/${id}`);
    const kept = await created('/api/policies', { ...policy, tag_code: 'LARGEST3' });
    const source = await seedRun(world.core, client.userId);
    const promoted = { name: 'Promoted', tag_code: 'LARGEST2' };
    const promotion = {
      method: 'POST',
      path: `/api/research/runs/${source}/promote-to-paper`,
      body: promoted,
      headers: () => ({ 'Idempotency-Key': randomUUID() }),
      undo: async (made: Made) => await dropPolicy(made.policy.id),
    } as const;
    table.push(
      {
        method: 'POST',
        path: '/api/research/runs',
        body: backtest,
        fields: { initial_capital: 1e12 },
        undo: dropRun,
      },
      {
        method: 'POST',
        path: '/api/research/runs',
        body: backtest,
        fields: ofConfig,
        undo: dropRun,
        at: within(backtest),
      },
      {
        method: 'POST',
        path: '/api/policies',
        body: policy,
        fields: { initial_capital: 1e12 },
        undo: async ({ id }) => await dropPolicy(id),
      },
      {
        method: 'POST',
        path: '/api/policies',
        body: policy,
        fields: ofConfig,
        undo: async ({ id }) => await dropPolicy(id),
        at: within(policy),
      },
      {
        method: 'POST',
        path: `/api/policies/${kept}/contributions`,
        body: { amount: 1000, frequency: 'once', start_date: '2099-01-01' },
        fields: { amount: 1e12 },
      },
      {
        method: 'PUT',
        path: '/api/policies/trading/approval-limit',
        body: { confirm_above: 500_000 },
        fields: { confirm_above: 1e12 },
      },
      { ...promotion, fields: { initial_capital: 1e12 } },
      {
        ...promotion,
        fields: { max_order_value: MOST, liquid_sweep_min: MOST, plan_expiry_hours: 720 },
        at: (values) => ({
          body: { ...promoted, policy_overrides: { ...values } },
          inside: 'policy_overrides.',
        }),
      },
    );
    for (const row of table) {
      const ask = async (values: Record<string, number>) => {
        const { body, inside } = row.at?.(values) ?? { body: { ...row.body, ...values }, inside: '' };
        const answer = await client.request<Refusal & Made>(row.method, row.path, {
          body,
          headers: row.headers?.() ?? {},
        });
        const where = `${row.method} ${row.path}: ${JSON.stringify(values)}: ${answer.text}`;
        return { ...answer, where, inside };
      };
      const names = Object.keys(row.fields);
      for (const [field, most] of Object.entries(row.fields)) {
        const good = await ask({ [field]: most });
        assert.ok(good.status < 300, good.where);
        await row.undo?.(good.body);
        const least = await ask({ [field]: 1e-11 });
        assert.ok(least.status === 422 || least.status < 300, least.where);
        if (least.status < 300) await row.undo?.(least.body);
      }
      // All of them at once: each is named, and nothing else.
      for (const tooMuch of [(most: number) => most + 1, () => 1e20, () => 1e308]) {
        const values = Object.fromEntries(names.map((field) => [field, tooMuch(row.fields[field] ?? 0)]));
        const { status, body, where, inside } = await ask(values);
        assert.equal(status, 422, where);
        assert.deepEqual(
          [...new Set(body.errors.map((error) => error.field))].toSorted(),
          names.map((field) => `${inside}${field}`).toSorted(),
          where,
        );
      }
    }
    const untried = ROUTES.filter(({ body }) => body !== undefined && hasNumber(body.describe()))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((one) => {
        const [method, path = ''] = one.split(' ');
        const like = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
        return !table.some((row) => row.method === method && like.test(row.path));
      });
    // Percentages and days alone, and terms of what is there already, which are the numbers of the same schema.
    assert.deepEqual(untried, [
      'PUT /api/portfolio/corporate-actions/:id',
      // Numbers of versions.
      'POST /api/portfolio/broker-changes/decide',
      'POST /api/portfolio/data-quality/fund-values/:id/accept',
      'POST /api/portfolio/data-quality/actions/:id',
      'POST /api/portfolio/goals/:id/links',
      'PUT /api/portfolio/reports/snapshots/settings',
      // Where policies go live, and where a broker does not show an order: test/core/policies/live.
      'POST /api/policies/orders/:order_id/settle',
      'POST /api/policies/:pid/go-live',
      // Where money falls due: test/core/policies/contributions/funding.test.ts.
      'POST /api/policies/contributions/:cid/confirm-funding',
      // What expired in a tradebook that is there: test/core/options/tradebook.
      'PUT /api/options/tradebook/settlements',
    ]);
  });

  const refused = async (body: object, field: string, words: RegExp) => {
    const {
      status,
      body: told,
      text,
    } = await client.post<Refusal>(`${P}/transactions`, { ...trade, ...body });
    assert.equal(status, 422, text);
    assert.equal(told.errors[0]?.field, field);
    assert.match(told.errors[0]?.message ?? '', words);
  };

  it('a transaction that is small enough by itself is refused where a sum with others is not', async () => {
    const large = { symbol: 'SUM', quantity: 9e14, price: 2 };
    await created(`${P}/transactions`, { ...trade, ...large });
    await refused({ ...large, date: '2024-01-06' }, 'quantity', /SUM would have too many units/);
    // Before the one that is there: it would be the older row that does not fit.
    await refused({ ...large, date: '2024-01-04' }, 'quantity', /too many units/);
    await refused(
      { symbol: 'SUM', type: 'SPLIT', quantity: 2, price: 0, date: '2024-01-07' },
      'quantity',
      /too many units/,
    );
    await refused(
      { symbol: 'FEE', quantity: 1e-9, price: 1, fee_tax: 9e14 },
      'fee_tax',
      /With the fee a unit would cost/,
    );
    const money = { symbol: 'MONEY', quantity: 9e14, price: 9e14 };
    const bought = await created(`${P}/transactions`, { ...trade, ...money });
    await refused(
      { ...money, type: 'SELL', date: '2024-02-01' },
      'quantity',
      /amounts of MONEY are too large/,
    );
    // What was refused left nothing, and what is there can still be changed and deleted.
    const { total } = (await client.get<{ total: number }>(`${P}/transactions?symbol=MONEY`)).body;
    assert.equal(total, 1);
    const more = await client.put<Refusal>(`${P}/transactions/${bought}`, {
      quantity: 1e15 - 1,
      price: 1e15 - 1,
      fee_tax: 1e15 - 1,
    });
    assert.equal(more.status, 422, more.text);
    assert.equal((await client.put(`${P}/transactions/${bought}`, { price: 3 })).status, 200);
    assert.equal((await client.delete(`${P}/transactions/${bought}`)).status, 204);
  });

  it('a corporate action that would make more shares than can be kept changes nothing', async () => {
    await created(`${P}/transactions`, { ...trade, symbol: 'ACT', quantity: 9e14, price: 1 });
    const action = { portfolio: 'Main', symbol: 'ACT', ex_date: '2024-03-01' };
    const ask = async (more: object) =>
      await client.post<Refusal>(`${P}/corporate-actions`, { ...action, ...more });
    const ratio = await ask({ kind: 'BONUS', new_shares: 1_000_000, old_shares: 0.0000000001 });
    assert.deepEqual([ratio.status, ratio.body.errors[0]?.field], [422, 'new_shares'], ratio.text);
    for (const kind of ['BONUS', 'SPLIT']) {
      const { status, text } = await ask({ kind, new_shares: 1_000_000, old_shares: 1 });
      assert.equal(status, 201, text);
    }
    const { items } = (
      await client.get<{ items: { symbol: string; quantity: number }[] }>(
        `${P}/holdings?portfolio=Main&page_size=100`,
      )
    ).body;
    assert.equal(items.find(({ symbol }) => symbol === 'ACT')?.quantity, 9e14);
  });

  interface Committed {
    imported: number;
    skipped: number;
    issue_count: number;
    issues: { row: number; field: string; message: string }[];
    skipped_reasons: { already_recorded: number; repeated_in_file: number; not_valid: number };
  }
  const imported = async (lines: string[], fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([lines.join('\n')]), 'a.csv');
    const staged = await client.request<{ import_id: string }>('POST', `${P}/csv/upload`, { body: form });
    assert.equal(staged.status, 200, staged.text);
    const done = await client.post<Committed>(`${P}/csv/commit`, { import_id: staged.body.import_id });
    assert.equal(done.status, 200, done.text);
    return done.body;
  };
  const HEADER = 'portfolio,symbol,date,type,quantity,price,fee_tax,currency';

  it('portfolio/Import and ledger rules: a row of a file whose numbers or sums cannot be kept is named, and the others are imported', async () => {
    const done = await imported([
      HEADER,
      'File,GOOD,2024-01-05,BUY,10,100,1,INR',
      'File,BIG,2024-01-05,BUY,1e20,100,1,INR',
      'File,DEAR,2024-01-05,BUY,1,1000000000000000,1,INR',
      'File,MOST,2024-01-05,BUY,999999999999999,999999999999999,0,INR',
      'File,PAIR,2024-01-05,BUY,900000000000000,1,0,INR',
      'File,PAIR,2024-01-06,BUY,800000000000000,1,0,INR',
      'File,TWICE,2024-01-05,BUY,700000000000000,1,0,INR',
      'File,TWICE,2024-01-05,BUY,700000000000000,1,0,INR',
      'File,TWICE,2024-01-08,BUY,5,1,0,INR',
      'File,FEE,2024-01-05,BUY,0.0000000001,1,900000000000000,INR',
      'File,SPLIT,2024-01-05,BUY,900000000000000,1,0,INR',
      'File,SPLIT,2024-01-06,SPLIT,10,0,0,INR',
      'File,MONEY,2024-01-05,BUY,900000000000000,900000000000000,0,INR',
      'File,MONEY,2024-01-06,SELL,900000000000000,900000000000000,0,INR',
      'File,GOOD,2024-01-06,BUY,5,100,1,INR',
    ]);
    assert.deepEqual(
      done.issues.map(({ row, field }) => `${row} ${field}`),
      [
        '3 quantity',
        '4 price',
        '7 quantity',
        '8 quantity',
        '9 quantity',
        '11 fee_tax',
        '13 quantity',
        '15 quantity',
      ],
      JSON.stringify(done.issues),
    );
    assert.deepEqual([done.imported, done.skipped, done.issue_count], [7, 8, 8]);
    assert.deepEqual(done.skipped_reasons, { already_recorded: 0, repeated_in_file: 0, not_valid: 8 });
    const { items } = (
      await client.get<{ items: { symbol: string; quantity: number }[] }>(
        `${P}/holdings?portfolio=File&page_size=100`,
      )
    ).body;
    const units = Object.fromEntries(items.map(({ symbol, quantity }) => [symbol, quantity]));
    assert.deepEqual(units, { GOOD: 15, MOST, PAIR: 9e14, TWICE: 5, SPLIT: 9e14, MONEY: 9e14 });
    // What was there before stays: a file whose older row would push it out loses that row.
    const older = await imported([
      HEADER,
      'File,PAIR,2023-01-05,BUY,800000000000000,1,0,INR',
      'File,GOOD,2023-01-05,BUY,1,90,0,INR',
    ]);
    assert.deepEqual([older.imported, older.issues.map(({ row }) => row)], [1, [2]]);
    const around = await imported([
      HEADER,
      'File,PAIR,2023-01-05,BUY,800000000000000,1,0,INR',
      'File,PAIR,2025-01-05,BUY,800000000000000,1,0,INR',
      // The same trade in another portfolio is no matter.
      'Other,PAIR,2023-01-05,BUY,800000000000000,1,0,INR',
    ]);
    assert.deepEqual([around.imported, around.issues.map(({ row }) => row)], [1, [2, 3]]);
    const kept = await client.get<{ items: { quantity: number; portfolio: string }[] }>(
      `${P}/transactions?symbol=PAIR`,
    );
    const held = kept.body.items.map(({ portfolio, quantity }) => `${portfolio} ${quantity}`);
    assert.deepEqual(held.toSorted(), ['File 900000000000000', 'Other 800000000000000']);
  });

  it('a file of holdings likewise', async () => {
    const done = await imported(
      [
        'portfolio,symbol,quantity,avg_buy_price,asset_class,currency',
        'Held,GOOD,10,100,ETF,INR',
        'Held,BIG,1e20,100,ETF,INR',
        'Held,MOST,999999999999999,999999999999999,ETF,INR',
        'Held,PAIR,900000000000000,1,ETF,INR',
        'Held,PAIR,800000000000000,1,ETF,INR',
      ],
      { type: 'holdings' },
    );
    assert.deepEqual(
      [done.imported, done.issues.map(({ row, field }) => `${row} ${field}`)],
      [2, ['3 quantity', '5 quantity', '6 quantity']],
    );
  });

  it('the largest books can be read, shown and recorded: nothing of them is an error', async () => {
    await client.post(`${P}/holdings`, {
      ...holding,
      symbol: 'TOP',
      quantity: MOST,
      avg_buy_price: MOST,
      current_price: MOST,
    });
    await client.post(`${P}/holdings`, {
      ...holding,
      symbol: 'TOP2',
      quantity: MOST,
      avg_buy_price: MOST,
      current_price: MOST,
    });
    assert.ok(
      (await world.core.portfolio.snapshots.take((client as ApiClient & { userId: string }).userId)) > 0,
    );
    for (const { method, path, query, response } of ROUTES) {
      if (method !== 'GET' || path.includes(':') || typeof response === 'string') continue;
      if (path.startsWith('/api/auth') || !path.startsWith(P)) continue;
      const { status, text } = await client.get(path);
      assert.ok(status < 500, `${path}: ${text.slice(0, 300)} ${query === undefined ? '' : 'query'}`);
    }
  });
});

/** Whether a body has a number that a schema describes. */
function hasNumber(schema: object): boolean {
  const { type, fields, innerType } = schema as {
    type: string;
    fields?: Record<string, object>;
    innerType?: object;
  };
  return (
    type === 'number' ||
    (innerType !== undefined && hasNumber(innerType)) ||
    Object.values(fields ?? {}).some(hasNumber)
  );
}
