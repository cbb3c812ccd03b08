import assert from 'node:assert/strict';
import { referenceFx } from '../../../../core/portfolio/valuation/fx.ts';
import { lifetimeGain } from '../../../../core/portfolio/valuation/lifetime-gain.ts';
import type { LedgerTotals } from '../../../../core/portfolio/valuation/valuation-store.ts';
import { ledger } from '../../../support/ledger-builder.ts';

const fx = referenceFx(80);
/** The sums that are kept of a ledger. */
const totalsOf = (book: ReturnType<typeof ledger>, currency = 'INR'): LedgerTotals => {
  const [position] = book.replay().positions;
  assert.ok(position);
  const { realised_fifo, realised_average, dividends, purchases, sales, fees } = position;
  return {
    owner_user_id: '1',
    currency,
    realised_fifo,
    realised_average,
    dividends,
    purchases,
    sales,
    fees,
    unmatched_symbols: [],
    unknown_cost_symbols: [],
    transactions_count: 1,
    first_date: null,
  };
};

describe('money made', () => {
  // 10 at 100 and 10 at 200, with 20 of charges; 10 sold at 250 less 10; 30 of dividends. Paid 3,020, received 2,490 + 30.
  const book = () =>
    ledger()
      .buy('TCS', 10, 100, '2024-01-05', 10)
      .buy('TCS', 10, 200, '2024-02-05', 10)
      .sell('TCS', 10, 250, '2024-03-05', 10)
      .dividend('TCS', 10, 3, '2024-04-05');
  // The other 10 are worth 2,600, and cost 151 each on average: 1,510.
  const total = { total_profit: 2600 - 1510, reasons: {}, currency: 'INR', partial: {} };

  it('is value and all that came in less all that was paid, and its parts add up', () => {
    const made = lifetimeGain([totalsOf(book())], total, fx);
    // 2,600 + 2,490 + 30 - 3,020; sold by lots at a cost of 1,010, so 1,480; held at 2,010, so 590.
    assert.deepEqual(made, {
      made: 2100,
      realised_gain: 1480,
      unrealised_gain: 590,
      dividends: 30,
      charges: 30,
      coverage: null,
      reason: null,
    });
  });

  it('amounts of other currencies count at the newest rate, and one without a rate leaves it unknown', () => {
    const dollars = totalsOf(
      ledger().currency('USD').buy('A', 1, 10, '2024-01-05').sell('A', 1, 15, '2024-02-05'),
      'USD',
    );
    assert.equal(lifetimeGain([totalsOf(book()), dollars], total, fx).made, 2100 + 5 * 80);
    const euros = { ...dollars, currency: 'EUR' };
    const unknown = lifetimeGain([euros], total, fx);
    assert.deepEqual([unknown.made, unknown.reason], [null, 'No exchange rate from EUR to INR.']);
  });

  it('is unknown while the gain of what is held is, with its reason, and what is realised stays known', () => {
    const unpriced = {
      total_profit: null,
      reasons: { total_profit: 'No price for TCS.' },
      currency: 'INR',
      partial: {},
    };
    const made = lifetimeGain([totalsOf(book())], unpriced, fx);
    assert.deepEqual(
      [made.made, made.unrealised_gain, made.realised_gain, made.reason],
      [null, null, 1480, 'No price for TCS.'],
    );
  });

  it('is of the holdings whose gain is known, and says so, where one lacks a price', () => {
    const part = {
      state: 'PARTIAL' as const,
      holdings_counted: 1,
      holdings_total: 2,
      value_share_pct: null,
      missing_count: 1,
      missing: [],
    };
    const unpriced = {
      total_profit: null,
      reasons: {},
      currency: 'INR',
      partial: { total_profit: { figure: 2600 - 1510, ...part } },
    };
    const made = lifetimeGain([totalsOf(book())], unpriced, fx);
    assert.deepEqual([made.made, made.unrealised_gain, made.reason], [2100, 590, null]);
    assert.deepEqual(made.coverage, part);
  });
});
