import assert from 'node:assert/strict';
import { decimal } from '../../../../core/platform/index.ts';
import { dividendYield, type YieldFacts } from '../../../../core/reports/dividend-yield/yield.ts';
import type { PaidSum } from '../../../../core/portfolio/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

const sum = (change: Partial<PaidSum> = {}): PaidSum => ({
  currency: 'INR',
  year: 2026,
  is_trailing: true,
  amount: decimal(100),
  tax: decimal(0),
  payments: 1,
  ...change,
});
const facts = (change: Partial<YieldFacts> = {}): YieldFacts => ({
  paid: [sum()],
  costs: [{ currency: 'INR', cost: decimal(2000), costless: [] }],
  values: [{ symbol: 'TCS', amount: 4000 }],
  rateOf: (currency) => (currency === 'INR' ? decimal(1) : null),
  year: 2026,
  ...change,
});

describe('dividend yield', () => {
  it('portfolio/Report rules 11: dividends of the trailing twelve months by cost basis and by market value', () => {
    const { yield_on_cost_pct, current_yield_pct } = dividendYield(facts());
    // 100 ⁄ 2,000 and 100 ⁄ 4,000
    assert.deepEqual([yield_on_cost_pct, current_yield_pct], [5, 2.5]);
  });

  it('portfolio/Report rules 11: null with its reason where the denominator is zero or unavailable', () => {
    const none = dividendYield(facts({ costs: [], values: [] }));
    assert.deepEqual([none.yield_on_cost_pct, none.current_yield_pct], [null, null]);
    assert.match(none.yield_on_cost_reason ?? '', /No holding has a cost/);
    assert.match(none.current_yield_reason ?? '', /value of the holdings is 0/);
    // one unpriced holding takes the value away, and leaves the cost
    const unpriced = dividendYield(facts({ values: [{ symbol: 'OYO', amount: null }] }));
    assert.deepEqual([unpriced.yield_on_cost_pct, unpriced.market_value], [5, null]);
    assert.match(unpriced.current_yield_reason ?? '', /No price or exchange rate for OYO/);
    const costless = dividendYield(
      facts({ costs: [{ currency: 'INR', cost: decimal(0), costless: ['GIFT'] }] }),
    );
    assert.match(costless.yield_on_cost_reason ?? '', /The cost of GIFT is unknown/);
    assert.equal(costless.current_yield_pct, 2.5);
    const foreign = dividendYield(facts({ paid: [sum({ currency: 'EUR' })] }));
    assert.deepEqual([foreign.paid, foreign.yield_on_cost_pct], [null, null]);
    assert.match(foreign.paid_reason ?? '', /No exchange rate for EUR/);
  });

  it('nothing paid is a yield of zero; nothing on record is none', () => {
    assert.equal(dividendYield(facts({ paid: [] })).yield_on_cost_pct, 0);
    const unknown = dividendYield(facts({ paid: null }));
    assert.deepEqual([unknown.paid, unknown.yield_on_cost_pct], [null, null]);
    assert.match(unknown.yield_on_cost_reason ?? '', /No transactions are recorded/);
    assert.deepEqual(
      unknown.trend.map(({ paid }) => paid),
      [null, null, null],
    );
  });

  it('portfolio/Reports, /dividend-yield: a year of which an amount has no rate is unknown, and says why', () => {
    const { paid_reason, trend } = dividendYield(
      facts({ paid: [sum(), sum({ year: 2024, is_trailing: false, currency: 'EUR' })] }),
    );
    assert.equal(paid_reason, null);
    assert.deepEqual(
      trend.map(({ paid, reason }) => [paid, reason]),
      [
        [null, 'No exchange rate for EUR.'],
        [0, null],
        [100, null],
      ],
    );
  });

  it('portfolio/Reports, /dividend-yield: the trend is two calendar years and the current one so far', () => {
    const { trend } = dividendYield(
      facts({
        paid: [
          sum({ year: 2024, is_trailing: false, amount: decimal(10) }),
          sum({ year: 2025, is_trailing: false, amount: decimal(20) }),
          sum({ year: 2025, amount: decimal(30), payments: 2 }),
        ],
      }),
    );
    assert.deepEqual(
      trend.map(({ label, is_ytd, paid, payments }) => [label, is_ytd, paid, payments]),
      [
        ['2024', false, 10, 1],
        ['2025', false, 50, 3],
        ['2026 YTD', true, 0, 0],
      ],
    );
  });

  describe('from the ledger', () => {
    let world: TestCore;
    const by = { actor: 'api:owner' };
    const read = async (query: { portfolio?: string; explain?: boolean } = {}) =>
      await world.core.reports.dividendYield.read(world.owner, query);
    before(async () => {
      // 2 March 2026 in India: the twelve months begin after 2 March 2025
      world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
      const add = async (row: object) =>
        await world.core.portfolio.transactions.create(
          world.owner,
          { portfolio: 'Main', symbol: 'TCS', currency: 'INR', ...row },
          by,
        );
      await add({ date: '2024-01-05', type: 'BUY', quantity: 10, price: 100 });
      for (const [date, price, fee_tax] of [
        ['2024-06-01', 1, 0],
        ['2025-03-02', 2, 0],
        ['2025-03-03', 3, 5],
        ['2026-03-02', 4, 0],
      ] as const)
        await add({ date, type: 'DIVIDEND', quantity: 10, price, fee_tax });
      await world.core.portfolio.holdings.create(
        world.owner,
        {
          portfolio: 'Abroad',
          symbol: 'KO',
          asset_class: 'US Equity',
          currency: 'USD',
          quantity: 2,
          avg_buy_price: 50,
          current_price: 100,
        },
        by,
      );
    });
    after(() => world.close());

    it('portfolio/Report rules 11: after tax withheld, from the day after the same day a year ago', async () => {
      const view = await read({ portfolio: 'Main' });
      // 10 × 3 − 5 + 10 × 4 = 65, against 10 × 100
      assert.deepEqual(
        [view.paid, view.withheld_tax, view.payments, view.cost_basis, view.yield_on_cost_pct],
        [65, 5, 2, 1000, 6.5],
      );
      // 10 at the price of the purchase
      assert.deepEqual(
        [view.market_value, view.current_yield_pct, view.current_yield_reason],
        [1000, 6.5, null],
      );
      assert.deepEqual(
        view.trend.map(({ label, paid }) => [label, paid]),
        [
          ['2024', 10],
          ['2025', 45],
          ['2026 YTD', 40],
        ],
      );
      assert.deepEqual([view.is_estimated, view.fx_rates], [false, []]);
    });

    it('other currencies are converted at the rate that is known, and the figures say that they are estimates', async () => {
      const view = await read();
      // 1,000 and 2 × 50 dollars at the reference of 82
      assert.equal(view.cost_basis, 1000 + 100 * 82);
      assert.equal(view.is_estimated, true);
      assert.deepEqual(
        view.fx_rates.map(({ from, rate, source }) => [from, rate, source]),
        [['USD', 82, 'REFERENCE']],
      );
      const abroad = await read({ portfolio: 'Abroad' });
      assert.match(abroad.yield_on_cost_reason ?? '', /No transactions/);
      assert.equal(abroad.market_value, 200 * 82);
    });

    it('explains both yields by the payments, the denominator and the rates', async () => {
      const { explanations } = await read({ portfolio: 'Main', explain: true });
      assert.deepEqual(
        explanations?.map(({ figure, value, worked, inputs_total, reason }) => [
          figure,
          value,
          worked,
          inputs_total,
          reason === null,
        ]),
        [
          ['yield_on_cost_pct', 6.5, '65 / 1,000 × 100', 3, true],
          ['current_yield_pct', 6.5, '65 / 1,000 × 100', 3, true],
        ],
      );
      assert.deepEqual(
        explanations[0]?.inputs.map(({ kind, date, value }) => [kind, date, value]),
        [
          ['figure', '2026-03-02', 1000],
          ['transaction', '2025-03-03', 25],
          ['transaction', '2026-03-02', 40],
        ],
      );
    });
  });
});
