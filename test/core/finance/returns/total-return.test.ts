import assert from 'node:assert/strict';
import fc from 'fast-check';
import { xirr } from '../../../../core/finance/returns/xirr.ts';
import { near } from '../../../support/near.ts';
import {
  alpha,
  cagr,
  plainWindowReturn,
  samePaymentsReturn,
  type PortfolioTotals,
  totalReturn,
} from '../../../../core/finance/returns/index.ts';
import { knownFigure, unknown } from '../../../../core/finance/figures/index.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

const standings = (change: Partial<PortfolioTotals> = {}): PortfolioTotals => ({
  current_value: 1210,
  total_invested: 1000,
  total_profit: 210,
  total_dividends: 40,
  reasons: {},
  ...change,
});

describe('measures of return', () => {
  it('portfolio/Report rules 4: total return = (gain + dividends) / invested, capital and dividends apart', () => {
    const { total, capital, dividend } = totalReturn(standings());
    // 250, 210 and 40 of 1000.
    assert.deepEqual([total.value, capital.value, dividend.value], [25, 21, 4]);
  });

  it('what is not known has the reason of what it lacks; nothing invested is no return', () => {
    const reasons = { total_profit: 'No price for TCS.' };
    const partial = totalReturn(standings({ total_profit: null, reasons }));
    assert.equal(partial.total.reason, 'No price for TCS.');
    assert.equal(partial.dividend.value, 4);
    assert.equal(totalReturn(standings({ total_dividends: null })).total.value, null);
    assert.match(totalReturn(standings({ total_invested: 0 })).total.reason ?? '', /Nothing is invested/);
  });

  it('portfolio/Report rules 3: CAGR = (value / invested) ^ (1 / years) - 1, years from the first day of the values', () => {
    // 730 days are two years: 1.21 ^ (1 / 2) is 1.1.
    near(cagr(standings(), '2024-01-01', '2025-12-31').value, 10);
    // 365 days are one: 1.21.
    near(cagr(standings(), '2025-01-01', '2026-01-01').value, 21);
    assert.equal(cagr(standings({ current_value: 0 }), '2024-01-01', '2025-12-31').value, -100);
  });

  it('portfolio/Report rules 3: before there is a year there is no CAGR, whatever a few days would make of a year', () => {
    // A gain of 21 % from one day to the next would be 1.21 ^ 365, some 1.7e30-fold.
    for (const [day, told] of [
      ['2025-01-01', '0 days'],
      ['2025-01-02', '1 day'],
      ['2025-12-31', '364 days'],
    ] as const) {
      const { value, reason } = cagr(standings(), '2025-01-01', day);
      assert.equal(value, null);
      assert.equal(reason, `CAGR needs a year of values. Yours cover ${told}, since 1 Jan 2025.`);
    }
    assert.match(cagr(standings(), null, '2025-01-01').reason ?? '', /No value is recorded yet/);
  });

  it('portfolio/States, PARTIAL: an unpriced holding of 4,000 makes no yearly loss of a portfolio that gained', () => {
    // Valued is what cost 1,000, invested are 5,000: 1,210 / 5,000 would be a fall of 76 %.
    const reasons = { total_profit: 'No price for TCS.' };
    const partial = standings({ total_invested: 5000, total_profit: null, reasons });
    const { value, reason } = cagr(partial, '2024-01-01', '2025-12-31');
    assert.deepEqual([value, reason], [null, 'No price for TCS.']);
  });

  it('CAGR by a second path: of one purchase on the first day it is the XIRR', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e7, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.integer({ min: 365, max: 6000 }),
        (invested, factor, days) => {
          const day = new Date(Date.UTC(2010, 0, 1) + days * DAY_MS).toISOString().slice(0, 10);
          const value = invested * factor;
          const rate = xirr([
            { date: '2010-01-01', amount: -invested },
            { date: day, amount: value },
          ]);
          const own = cagr(standings({ current_value: value, total_invested: invested }), '2010-01-01', day);
          assert.ok(rate.value !== null && own.value !== null);
          near(own.value, rate.value, 1e-6 * Math.max(1, Math.abs(rate.value)));
        },
      ),
    );
  });

  it('portfolio/Report rules 4: the same payments in an index are measured as the total return is', () => {
    // Invested 1,000, dividends 40 that were taken out of the index too, which leaves 1,060 there: 10 %.
    near(samePaymentsReturn(standings(), 1060, 'NIFTY 50').value, 10);
    // Less than the total return of 25 % it leaves (1,210 - 1,060) / 1,000.
    near(alpha(totalReturn(standings()).total, samePaymentsReturn(standings(), 1060, 'NIFTY 50')).value, 15);
    const of = standings();
    assert.match(
      samePaymentsReturn(of, -1, 'NIFTY 50').reason ?? '',
      /payments into NIFTY 50 would not have covered your withdrawals/,
    );
    assert.match(
      samePaymentsReturn(standings({ total_invested: 0 }), 5, 'X').reason ?? '',
      /Nothing is invested/,
    );
  });

  it('portfolio/Report rules 4: alpha = total return - benchmark return', () => {
    assert.equal(alpha(knownFigure(25), knownFigure(10)).value, 15);
    assert.equal(alpha(unknown('a'), unknown('b')).reason, 'a');
    assert.equal(alpha(knownFigure(25), unknown('b')).reason, 'b');
  });

  it('portfolio/Report rules 4: unadjusted, a window returns (end - start + dividends) / start', () => {
    // 110 - 100 + 5 of 100.
    assert.equal(plainWindowReturn(100, 110, 5).value, 15);
    assert.match(plainWindowReturn(0, 110, 5).reason ?? '', /Nothing was held/);
  });
});
