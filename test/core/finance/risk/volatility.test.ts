import assert from 'node:assert/strict';
import fc from 'fast-check';
import { near } from '../../../support/near.ts';
import { type DailyReturn, dailyReturns, valuePoints } from '../../../../core/finance/returns/index.ts';
import { drawdown, sharpe, volatility } from '../../../../core/finance/risk/index.ts';
import { knownFigure, unknown } from '../../../../core/finance/figures/index.ts';

const dayOf = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

/** Values of days that follow one another, with what moved on them. */
function days(values: (number | null)[], flows: Record<number, number> = {}, unexplained: number[] = []) {
  return valuePoints({
    days: values.map((value, at) => ({ day: dayOf(at), value })),
    flows: Object.entries(flows).map(([at, amount]) => ({ day: dayOf(Number(at)), amount })),
    dividends: [],
    unexplained_days: unexplained.map(dayOf),
  });
}
const returnsOf = (...of: Parameters<typeof days>): DailyReturn[] => dailyReturns(days(...of));

describe('measures of risk', () => {
  it('portfolio/Report rules 6: volatility is the population deviation of daily returns times the root of the days', () => {
    // Returns 10 % and -10 %: mean 0, variance 0.01, deviation 10 %; times the root of 252.
    near(volatility(returnsOf([100, 110, 99]), 252).value, 10 * Math.sqrt(252));
    // One day at 3 %, two at 0: mean 1 %, variance (4 + 1 + 1) / 3 = 2 of a percent squared.
    near(volatility(returnsOf([100, 103, 103, 103]), 1).value, Math.sqrt(2));
  });

  it('portfolio/Report rules 6: null until two daily returns exist', () => {
    for (const values of [[], [100], [100, 110], [null, 100, 110]])
      assert.equal(volatility(returnsOf(values), 252).value, null);
    assert.notEqual(volatility(returnsOf([100, 110, 120]), 252).value, null);
    assert.match(volatility(returnsOf([100, 110]), 252).reason ?? '', /this period has 1\./);
  });

  it('money that came or went is no return, and a day that nothing explains has none', () => {
    // 100 to 110; 90 are put in and 20 earned on 200; then 110 are taken out of 220 and nothing else happens.
    const returns = returnsOf([100, 110, 220, 110], { 2: 90, 3: -110 });
    [0.1, 0.1, 0].forEach((one, at) => near(returns[at]?.value, one));
    const unexplained = returnsOf([100, 110, 500, 505], { 2: 390 }, [2]);
    assert.deepEqual(
      unexplained.map(({ is_explained }) => is_explained),
      [true, false, true],
    );
    // 10 % and 1 %: the deviation is 4.5 %.
    near(volatility(unexplained, 1).value, 4.5);
  });

  it('portfolio/Report rules 6: Sharpe = (CAGR - risk-free rate) / volatility, null when either is unavailable', () => {
    assert.equal(sharpe(knownFigure(16), 6, knownFigure(20)).value, 0.5);
    assert.equal(sharpe(knownFigure(2), 6, knownFigure(20)).value, -0.2);
    assert.match(sharpe(unknown('no snapshot'), 6, knownFigure(20)).reason ?? '', /CAGR\. no snapshot/);
    assert.match(sharpe(knownFigure(16), 6, unknown('too few')).reason ?? '', /volatility\. too few/);
    assert.equal(sharpe(knownFigure(16), 6, knownFigure(0)).value, null);
  });

  describe('drawdown', () => {
    const of = (...args: Parameters<typeof days>) => drawdown(dayOf(0), returnsOf(...args));

    it('the deepest fall with the days of its peak, trough and recovery', () => {
      // 120 to 90 is a quarter; the first day back at 120 is the seventh. The fall after it is smaller.
      const fall = of([100, 120, 110, 90, 100, 119, 120, 130, 117]);
      near(fall.max_drawdown_pct, 25);
      assert.deepEqual(
        [fall.peak_date, fall.trough_date, fall.recovery_date],
        [dayOf(1), dayOf(3), dayOf(6)],
      );
      near(fall.current_drawdown_pct, 10);
      assert.equal(fall.series.length, 9);
    });

    it('one that has not recovered has no day of recovery, and a rise alone no fall', () => {
      const open = of([100, 50, 75]);
      near(open.max_drawdown_pct, 50);
      assert.equal(open.recovery_date, null);
      const none = of([100, 100, 101]);
      assert.deepEqual(
        [none.max_drawdown_pct, none.peak_date, none.trough_date, none.recovery_date],
        [0, null, null, null],
      );
    });

    it('a deeper fall before the level is back belongs to the same peak', () => {
      const fall = of([100, 80, 90, 60, 100]);
      near(fall.max_drawdown_pct, 40);
      assert.deepEqual(
        [fall.peak_date, fall.trough_date, fall.recovery_date],
        [dayOf(0), dayOf(3), dayOf(4)],
      );
    });

    it('selling half is no fall, and buying more no recovery', () => {
      near(of([100, 50, 50], { 1: -50 }).max_drawdown_pct, 0);
      const fall = of([100, 80, 180], { 2: 100 });
      near(fall.max_drawdown_pct, 20);
      assert.equal(fall.recovery_date, null);
    });

    it('by a second path: the largest fall between any two days, for whatever values', () => {
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 40 }),
          (values) => {
            let deepest = 0;
            for (let from = 0; from < values.length; from += 1)
              for (let to = from + 1; to < values.length; to += 1)
                deepest = Math.max(deepest, 1 - (values[to] ?? 0) / (values[from] ?? 1));
            const fall = of(values);
            near(fall.max_drawdown_pct, deepest * 100, 1e-7);
            if (fall.trough_date !== null) assert.ok((fall.peak_date ?? '') < fall.trough_date);
            if (fall.recovery_date !== null) assert.ok((fall.trough_date ?? '') < fall.recovery_date);
          },
        ),
      );
    });
  });
});
