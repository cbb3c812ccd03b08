import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  alpha,
  cagr,
  known,
  plainWindowReturn,
  type Standings,
  totalReturn,
  unknown,
} from '../../../../core/reports/measures/index.ts';
import { xirr } from '../../../../core/portfolio/xirr.ts';
import { near } from './near.ts';

const standings = (change: Partial<Standings> = {}): Standings => ({
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

  it('portfolio/Report rules 3: CAGR = (value / invested) ^ (1 / years) - 1, years from the first snapshot', () => {
    // 730 days are two years: 1.21 ^ (1 / 2) is 1.1.
    near(cagr(standings(), '2024-01-01', '2025-12-31').value, 10);
    // 73 days are a fifth of a year: 1.21 ^ 5 = 2.5937424601.
    near(cagr(standings(), '2025-01-01', '2025-03-15').value, 159.37424601);
    assert.equal(cagr(standings({ current_value: 0 }), '2024-01-01', '2025-12-31').value, -100);
  });

  it('CAGR is unknown on the day of the first snapshot, without one, and beyond all numbers', () => {
    assert.match(cagr(standings(), '2025-01-01', '2025-01-01').reason ?? '', /very day/);
    assert.match(cagr(standings(), null, '2025-01-01').reason ?? '', /No snapshot is recorded yet/);
    assert.match(
      cagr(standings({ current_value: 1e6 }), '2025-01-01', '2025-01-02').reason ?? '',
      /beyond all measure/,
    );
  });

  it('portfolio/States, PARTIAL: an unpriced holding of 4,000 makes no yearly loss of a portfolio that gained', () => {
    // Valued is what cost 1,000, invested are 5,000: 1,210 / 5,000 would be a fall of 76 %.
    const reasons = { total_profit: 'No price for TCS.' };
    const partial = standings({ total_invested: 5000, total_profit: null, reasons });
    const { value, reason } = cagr(partial, '2024-01-01', '2025-12-31');
    assert.deepEqual([value, reason], [null, 'No price for TCS.']);
  });

  it('CAGR by a second path: of one purchase on the day of the first snapshot it is the XIRR', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e7, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.integer({ min: 60, max: 6000 }),
        (invested, factor, days) => {
          const day = new Date(Date.UTC(2010, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
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

  it('portfolio/Report rules 4: alpha = total return - benchmark return', () => {
    assert.equal(alpha(known(25), known(10)).value, 15);
    assert.equal(alpha(unknown('a'), unknown('b')).reason, 'a');
    assert.equal(alpha(known(25), unknown('b')).reason, 'b');
  });

  it('portfolio/Report rules 4: a window returns (end - start + dividends) / start', () => {
    // 110 - 100 + 5 of 100.
    assert.equal(plainWindowReturn(100, 110, 5).value, 15);
    assert.match(plainWindowReturn(0, 110, 5).reason ?? '', /Nothing was held/);
  });
});
