import assert from 'node:assert/strict';
import type { HoldingReport } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };
const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,INE001A01010,5
BETA,Beta Foods Limited,EQ,03-MAY-1995,10,1,INE002A01018,10
`;

type Row = [type: string, symbol: string, quantity: number, price: number, date: string, over?: object];

/**
 * ALPHA in two portfolios: 100 at ₹400 with ₹50 of charges, a 2 for 1 split, 50 sold at ₹300 with ₹30; 20 at ₹250 in Kids.
 * GONE was sold completely; BYHAND has no transactions; M&M has an & in its name.
 */
const ROWS: Row[] = [
  ['BUY', 'ALPHA', 100, 400, '2024-01-10', { fee_tax: 50, note: 'After the results' }],
  ['SPLIT', 'ALPHA', 2, 0, '2024-06-03'],
  ['BUY', 'ALPHA', 40, 240, '2025-09-01'],
  ['SELL', 'ALPHA', 50, 300, '2025-06-02', { fee_tax: 30 }],
  ['DIVIDEND', 'ALPHA', 150, 4, '2025-08-01', { fee_tax: 60 }],
  ['BUY', 'ALPHA', 20, 250, '2025-10-06', { portfolio: 'Kids' }],
  ['BUY', 'GONE', 10, 100, '2024-02-05'],
  ['SELL', 'GONE', 10, 150, '2025-02-05'],
  ['BUY', 'M&M', 1, 1000, '2025-02-05'],
  ['BUY', 'BETA', 10, 200, '2025-04-01'],
];

describe('the report of one holding', () => {
  let fixture: TestCore;
  before(async () => {
    // Monday, 11:30 in India.
    fixture = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = fixture;
    await core.instruments.importLists([{ name: 'EQUITY_L.csv', bytes: Buffer.from(SHARES) }], {});
    const found = await core.instruments.resolve({ symbol: 'ALPHA' });
    assert.ok(found.outcome === 'FOUND');
    const { id } = found.instrument;
    // The market fell by half on the ex-date; it knows of no action, so the ledger's split adjusts what was before.
    await core.history.store(
      [
        { instrument_id: id, day: '2024-01-10', close: 404 },
        { instrument_id: id, day: '2024-05-31', close: 500 },
        { instrument_id: id, day: '2024-06-03', close: 252 },
        { instrument_id: id, day: '2026-02-27', close: 310 },
      ],
      { source: 'FILE' },
    );
    for (const row of ROWS) await add(...row);
    await core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'BYHAND',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 5,
        avg_buy_price: 10,
      } as never,
      by,
    );
    for (const { id: holding, symbol } of await core.portfolio.holdings.all(owner)) {
      if (symbol === 'ALPHA')
        await core.portfolio.holdings.update(owner, holding, { current_price: 320, previous_close: 310 }, by);
      if (symbol === 'BETA') await core.portfolio.holdings.update(owner, holding, { current_price: 180 }, by);
      if (symbol === 'M&M') await core.portfolio.holdings.update(owner, holding, { current_price: 900 }, by);
    }
  });
  after(() => fixture.close());

  const add = async (...[type, symbol, quantity, price, date, over]: Row) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol,
        date,
        type,
        quantity,
        price,
        currency: 'INR',
        asset_class: 'Indian Equity',
        ...over,
      } as never,
      by,
    );
  const read = async (symbol: string, portfolio?: string): Promise<HoldingReport> =>
    await fixture.core.reports.holding.read(fixture.owner, { symbol, portfolio });

  it('position, gains, income and lots of all portfolios together, worked out by hand', async () => {
    const view = await read('alpha');
    assert.deepEqual(
      [view.symbol, view.name, view.isin, view.portfolio, view.portfolios, view.currency],
      ['ALPHA', 'Alpha Steel Limited', 'INE001A01010', 'Networth', ['Kids', 'Main'], 'INR'],
    );
    // Main: 200 after the split at 40,050; 50 sold at their average of 200.25, then 40 at 240. Kids: 20 at 250.
    assert.equal(view.quantity, 210);
    near(view.invested, 150 * 200.25 + 40 * 240 + 20 * 250, 1e-6);
    near(view.average_cost, (150 * 200.25 + 9600 + 5000) / 210, 1e-6);
    assert.deepEqual([view.price, view.value, view.day_change], [320, 210 * 320, 2100]);
    near(view.unrealised_gain, 67_200 - 44_637.5, 1e-6);
    // 50 of the oldest at 200.25 each for 15,000 less 30.
    near(view.realised_gain, 14_970 - 10_012.5, 1e-9);
    assert.equal(view.dividends, 540);
    // What is worth and came in, less what was paid: 67,200 + 14,970 + 540 - 40,050 - 9,600 - 5,000.
    near(view.total_gain, 28_060, 1e-6);
    // The sale was the first to take anything, so both methods have the same cost: one lot at one price.
    for (const { unrealised_gain, realised_gain, invested } of Object.values(view.cost_methods)) {
      near(invested, 44_637.5, 1e-6);
      near((unrealised_gain ?? 0) + (realised_gain ?? 0) + 540, 28_060, 1e-6);
    }
    assert.deepEqual([view.holding_since, view.is_held, view.closed_on], ['2024-01-10', true, null]);
    assert.deepEqual(
      view.lots.map(({ portfolio, date, quantity, cost, value, gain, term, days_to_long_term }) => [
        portfolio,
        date,
        quantity,
        cost,
        value,
        gain,
        term,
        days_to_long_term,
      ]),
      [
        ['Main', '2024-01-10', 150, 30_037.5, 48_000, 17_962.5, 'LONG', 0],
        // Long-term from 2 September 2026 on, 184 days from 2 March.
        ['Main', '2025-09-01', 40, 9600, 12_800, 3200, 'SHORT', 184],
        ['Kids', '2025-10-06', 20, 5000, 6400, 1400, 'SHORT', 219],
      ],
    );
    assert.equal(view.transactions_count, 6);
    assert.equal(view.transactions.find(({ note }) => note !== null)?.note, 'After the results');
    assert.deepEqual(view.warnings, []);
  });

  it('one portfolio alone has its own figures', async () => {
    const view = await read('ALPHA', 'kids');
    assert.deepEqual(
      [
        view.portfolio,
        view.portfolios,
        view.quantity,
        view.average_cost,
        view.realised_gain,
        view.weight_pct,
      ],
      ['Kids', ['Kids'], 20, 250, 0, 100],
    );
    assert.deepEqual([view.lots.length, view.transactions_count], [1, 1]);
  });

  it('closes and trades are in the shares of today, through a split that the ledger alone knows', async () => {
    const { prices } = await read('ALPHA');
    assert.deepEqual(prices.closes, [
      { date: '2024-01-10', close: 202 },
      { date: '2024-05-31', close: 250 },
      { date: '2024-06-03', close: 252 },
      { date: '2026-02-27', close: 310 },
      // Entered by hand today.
      { date: '2026-03-02', close: 320 },
    ]);
    assert.deepEqual(prices.trades, [
      { date: '2024-01-10', type: 'BUY', quantity: 200, price: 200 },
      { date: '2025-06-02', type: 'SELL', quantity: 50, price: 300 },
      { date: '2025-09-01', type: 'BUY', quantity: 40, price: 240 },
      { date: '2025-10-06', type: 'BUY', quantity: 20, price: 250 },
    ]);
    assert.equal(prices.reason, null);
  });

  it('the same numbers as the dashboard, the holdings, the tax report, diversification and performance', async () => {
    const { core, owner } = fixture;
    const all = await Promise.all(['ALPHA', 'GONE', 'M&M', 'BETA'].map((symbol) => read(symbol)));
    const dashboard = await core.portfolio.dashboard.read(owner);
    const held = await core.portfolio.holdings.ofSymbol(owner, 'ALPHA');
    const tax = await core.reports.tax.read(owner);
    const years = await Promise.all(['2024-25', '2025-26'].map((fy) => core.reports.tax.read(owner, { fy })));
    const spread = await core.reports.diversification.read(owner, {});
    const sum = (of: (one: HoldingReport) => number | null) =>
      all.reduce((total, one) => total + (of(one) ?? Number.NaN), 0);
    near(
      sum((one) => one.realised_gain),
      dashboard.earnings.realised_gain ?? Number.NaN,
      1e-6,
    );
    near(
      sum((one) => one.dividends),
      dashboard.earnings.dividends ?? Number.NaN,
      1e-9,
    );
    near(
      sum((one) => (one.is_held ? one.value : 0)),
      dashboard.total.current_value ?? Number.NaN,
      1e-6,
    );
    for (const one of all) {
      near(
        one.realised_gain,
        years
          .flatMap(({ lots }) => lots)
          .filter(({ symbol }) => symbol === one.symbol)
          .reduce((total, { gain }) => total + (gain ?? 0), 0),
        1e-6,
      );
      const remaining = tax.remaining_lots.filter(({ symbol }) => symbol === one.symbol);
      assert.deepEqual(
        one.lots
          .map(({ portfolio, date, quantity, cost, long_term_from }) =>
            [portfolio, date, quantity, cost, long_term_from].join(' '),
          )
          .sort(),
        remaining
          .map((lot) => [lot.portfolio, lot.buy_date, lot.quantity, lot.cost, lot.long_term_from].join(' '))
          .sort(),
      );
      const share = spread.holdings.find(({ symbol }) => symbol === one.symbol);
      assert.equal(one.weight_pct, share?.share_pct ?? null);
    }
    const [alpha] = all;
    near(
      alpha?.unrealised_gain,
      held.reduce((total, { gain }) => total + (gain ?? Number.NaN), 0),
      1e-6,
    );
    // A portfolio with nothing but one symbol: its performance is that of the symbol.
    const performance = await core.reports.performance.read(owner, { portfolio: 'Kids' });
    const kids = await read('ALPHA', 'Kids');
    assert.deepEqual(
      [kids.xirr_pct, kids.value, kids.invested, kids.unrealised_gain],
      [performance.xirr_pct, performance.current_value, performance.total_invested, performance.total_gain],
    );
  });

  it('what was sold completely has its report, with the day, the gain and the return', async () => {
    const view = await read('GONE');
    assert.deepEqual(
      [view.is_held, view.quantity, view.closed_on, view.closed_by, view.realised_gain, view.total_gain],
      [false, 0, '2025-02-05', 'SELL', 500, 500],
    );
    // 1,000 became 1,500 in 366 days, discounted over days of 365 a year.
    near(view.xirr_pct, (1.5 ** (365 / 366) - 1) * 100, 1e-6);
    assert.deepEqual([view.value, view.reasons.value], [null, 'It is not held now.']);
    assert.match(view.reasons.prices ?? '', /registry does not know it/);
    assert.deepEqual(view.lots, []);
  });

  it('what is unknown is null with its reason, never 0', async () => {
    const view = await read('BYHAND');
    const { reasons } = view;
    assert.deepEqual(
      [view.value, view.realised_gain, view.dividends, view.total_gain, view.xirr_pct, view.holding_since],
      [null, null, null, null, null, null],
    );
    assert.match(reasons.value ?? '', /No price for BYHAND/);
    assert.equal(reasons.realised_gain, 'No transactions are recorded.');
    assert.match(reasons.holding_since ?? '', /No transactions/);
    assert.match(reasons.weight_pct ?? '', /No price for BYHAND/);
    for (const figure of ['total_gain', 'xirr_pct', 'unrealised_gain', 'next_payment'] as const)
      assert.ok(reasons[figure], figure);
  });

  it('holding/unknown cost: a purchase date and a gain that nobody recorded are not made up', async () => {
    await add('TRANSFER_IN', 'OLD', 10, 0, '2020-05-05', { price: undefined });
    const view = await read('OLD');
    assert.deepEqual([view.quantity, view.holding_since, view.total_gain], [10, null, null]);
    assert.match(view.reasons.holding_since ?? '', /already held on 5 May 2020/);
    assert.deepEqual(
      view.lots.map(({ cost, gain, reason }) => [cost, gain, reason === null]),
      [[null, null, false]],
    );
  });

  it('sales without a purchase are warned of', async () => {
    await add('SELL', 'SHORT', 5, 10, '2025-05-05');
    const view = await read('SHORT');
    assert.deepEqual(
      view.warnings.map(({ code }) => code),
      ['UNMATCHED_SALES'],
    );
  });

  it('a split that the exchange announced is listed, and adjusts closes and trades once', async () => {
    const { core, owner } = fixture;
    const found = await core.instruments.resolve({ symbol: 'BETA' });
    assert.ok(found.outcome === 'FOUND');
    const { id } = found.instrument;
    await core.history.store([{ instrument_id: id, day: '2025-04-01', close: 200 }], { source: 'FILE' });
    await core.database.asSystem('an announced split', async (trx) => {
      await trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'BETA',
        instrument_id: id,
        ex_date: '2025-07-01',
        raw: 'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share',
        part: 1,
        kind: 'SPLIT',
        new_shares: 5,
        old_shares: 1,
        status: 'READ',
        source: 'NSE',
      });
    });
    await add('SPLIT', 'BETA', 5, 0, '2025-07-04');
    const view = await core.reports.holding.read(owner, { symbol: 'BETA' });
    assert.deepEqual(view.prices.closes, [
      { date: '2025-04-01', close: 40 },
      // Entered by hand today.
      { date: '2026-03-02', close: 180 },
    ]);
    assert.deepEqual(view.prices.trades, [{ date: '2025-04-01', type: 'BUY', quantity: 50, price: 40 }]);
    assert.deepEqual(
      view.actions.map(({ ex_date, title, status }) => [ex_date, title, status]),
      [['2025-07-01', '5 for 1 split', 'ANNOUNCED']],
    );
  });

  it('the next dividend is that of the calendar', async () => {
    const { core, owner } = fixture;
    await core.database.asSystem('a declared dividend', async (trx) => {
      const main = (await trx('portfolio.portfolios').where({ name: 'Main' }).first('id')) as { id: string };
      await trx('portfolio.income_events').insert({
        owner_user_id: owner,
        portfolio_id: main.id,
        symbol: 'M&M',
        kind: 'DIVIDEND',
        ex_date: '2026-06-01',
        payment_date: '2026-06-12',
        gross_amount: 25,
        currency: 'INR',
        confidence: 'ANNOUNCED',
        status: 'DECLARED',
        source: 'EXCHANGE',
        source_reference: 'test:m&m',
        note: 'Declared',
      });
    });
    await core.database.change(owner, ['income'], async () => await Promise.resolve());
    const view = await read('M&M');
    assert.deepEqual(
      [view.next_payment?.date, view.next_payment?.amount, view.next_payment?.type],
      ['2026-06-12', 25, 'DIVIDEND'],
    );
    const ahead = await core.reports.calendar.read(owner, { to: '2026-12-31' });
    assert.equal(ahead.items[0]?.amount, view.next_payment?.amount);
  });

  it('a symbol from before a change leads to the one of today, by the registry or by the ledger', async () => {
    const { core, owner, stranger } = fixture;
    const changes = 'Alpha Steel Limited,OLDALPHA,ALPHA,01-APR-2015\n';
    await core.instruments.importLists([{ name: 'symbolchange.csv', bytes: Buffer.from(changes) }], {});
    assert.deepEqual(await read('oldalpha'), await read('ALPHA'));
    await refused(core.reports.holding.read(stranger, { symbol: 'OLDALPHA' }), 404, 'HOLDING_NOT_FOUND');
    await refused(read('OLDALPHA', 'nowhere'), 404, 'PORTFOLIO_NOT_FOUND');

    const before = await read('BETA');
    await core.portfolio.actions.apply(
      owner,
      [
        {
          portfolio_id:
            (await core.portfolio.symbolFacts.read(owner, { symbol: 'BETA', portfolio: 'Main' })).scope.id ??
            '',
          symbol: 'BETA',
          kind: 'RENAME',
          ex_date: '2026-01-05',
          into_symbol: 'BETANEW',
          new_shares: null,
          old_shares: null,
          into_isin: null,
          cost_pct: null,
          fraction_price: null,
          source: 'NSE',
        },
      ],
      by,
    );
    const renamed = await read('BETA');
    assert.deepEqual(
      [renamed.symbol, renamed.quantity, renamed.transactions_count],
      ['BETANEW', before.quantity, before.transactions_count],
    );
    await refused(core.reports.holding.read(stranger, { symbol: 'BETA' }), 404, 'HOLDING_NOT_FOUND');
  });

  it('nobody sees the holding of another, and what was never held is not found', async () => {
    const { core, stranger } = fixture;
    await refused(core.reports.holding.read(stranger, { symbol: 'ALPHA' }), 404, 'HOLDING_NOT_FOUND');
    await refused(read('NOSUCH'), 404, 'HOLDING_NOT_FOUND');
    await refused(read('ALPHA', 'nowhere'), 404, 'PORTFOLIO_NOT_FOUND');
  });
});
