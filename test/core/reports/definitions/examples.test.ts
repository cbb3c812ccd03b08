import assert from 'node:assert/strict';
import { indexPosition } from '../../../../core/finance/returns/index-position.ts';
import { windowReturn } from '../../../../core/finance/returns/window-return.ts';
import { xirr } from '../../../../core/finance/returns/xirr.ts';
import { DEFINITIONS } from '../../../../core/reports/definitions/index.ts';
import {
  timeWeighted,
  alpha,
  cagr,
  plainWindowReturn,
  samePaymentsReturn,
  totalReturn,
} from '../../../../core/finance/returns/index.ts';
import { contributions, fxSplit } from '../../../../core/finance/attribution/index.ts';
import { drawdown, herfindahl, sharpe, volatility } from '../../../../core/finance/risk/index.ts';
import { knownFigure } from '../../../../core/finance/figures/index.ts';

/** The example of a definition must end with this figure. */
function tells(key: string, figure: string): void {
  const { example } = DEFINITIONS.find((one) => one.key === key) ?? { example: '' };
  assert.ok(example.includes(figure), `${key}: ${figure} is not in "${example}"`);
}

const near = (value: number | null, expected: number, tolerance: number): void =>
  assert.ok(value !== null && Math.abs(value - expected) <= tolerance, `${value} is not ${expected}`);
const returnsOf = (...values: number[]) =>
  values.map((value, at) => ({
    day: `2025-01-0${at + 2}`,
    since: `2025-01-0${at + 1}`,
    value,
    is_explained: true,
    is_daily: true,
  }));
const standings = {
  current_value: 121_000,
  total_invested: 100_000,
  total_profit: 21_000,
  total_dividends: null,
  reasons: {},
};

describe('portfolio/Report rules 2 to 7: the examples on the page of definitions are what the code gives', () => {
  it('XIRR', () => {
    const { value } = xirr([
      { date: '2024-01-01', amount: -1000 },
      { date: '2024-07-01', amount: -1000 },
      { date: '2024-12-31', amount: 2150 },
    ]);
    near(value, 10.07, 0.005);
    tells('xirr', '10.07 %');
  });

  it('CAGR: 730 days are two years', () => {
    near(cagr(standings, '2023-01-01', '2024-12-31').value, 10, 1e-9);
    tells('cagr', '10 %');
  });

  it('total return and its parts', () => {
    const { total, capital, dividend } = totalReturn({
      ...standings,
      total_invested: 1500,
      total_profit: 150,
      total_dividends: 30,
    });
    assert.deepEqual([total.value, capital.value, dividend.value], [12, 10, 2]);
    tells('total_return', '12 %');
    tells('capital_return', '10 %');
    tells('dividend_return', '2 %');
  });

  it('time-weighted return: put in at the start of the second day', () => {
    const days = {
      value: [1000, 1100, 2090],
      put_in: [1000, 0, 1100],
      taken_out: [0, 0, 0],
      income: [0, 0, 0],
    };
    near(timeWeighted(days, 0, 2).return_pct, 4.5, 1e-9);
    tells('twr', '4.5 %');
  });

  it('return of a period, adjusted and unadjusted', () => {
    near(plainWindowReturn(1000, 1600, 0).value, 60, 1e-9);
    const adjusted = windowReturn(
      { day: '2025-01-01', value: 1000 },
      { day: '2025-01-11', value: 1600 },
      { flows: [{ day: '2025-01-06', amount: 500 }], dividends: [] },
    );
    near(adjusted.return_pct, 8, 1e-9);
    tells('period_return', '60 %');
    tells('period_return', '8 %');
  });

  it('alpha: the payments in the index, less the total return', () => {
    const closes = [
      { day: '2025-01-01', value: 100 },
      { day: '2025-02-03', value: 125 },
      { day: '2025-03-03', value: 120 },
    ];
    const payments = [
      { day: '2025-01-01', amount: 1000 },
      { day: '2025-02-03', amount: 500 },
    ];
    const { value } = indexPosition(payments, closes, '2025-03-03', 'NIFTY 50');
    near(value, 1680, 1e-9);
    const of = { ...standings, total_invested: 1500, total_profit: 240, total_dividends: 0 };
    const same = samePaymentsReturn(of, value ?? 0, 'NIFTY 50');
    near(same.value, 12, 1e-9);
    const { total } = totalReturn(of);
    near(total.value, 16, 1e-9);
    near(alpha(total, same).value, 4, 1e-9);
    tells('alpha', '₹1,680');
    tells('alpha', '12 %');
    tells('alpha', '16 %');
    tells('alpha', '4 percentage points, ₹60 of ₹1,500');
  });

  it('drawdown, volatility and Sharpe', () => {
    const fall = drawdown('2025-01-01', returnsOf(0.25, -0.2, 0.3));
    near(fall.max_drawdown_pct, 20, 1e-9);
    assert.equal(fall.recovery_date, '2025-01-04');
    near(volatility(returnsOf(0.01, -0.01), 252).value, 15.87, 0.005);
    near(sharpe(knownFigure(12), 6, knownFigure(15)).value, 0.4, 1e-9);
    tells('drawdown', '20 %');
    tells('volatility', '15.87 %');
    tells('sharpe', '0.4');
  });

  it('contribution, Herfindahl and the currency return', () => {
    const { items } = contributions([
      { invested: 4000, gain: 200 },
      { invested: 6000, gain: 0 },
    ]);
    near(items[0]?.contributed_pct ?? null, 2, 1e-9);
    const parts = [50, 30, 20].map((value) => ({ label: String(value), value }));
    near(herfindahl(parts), 0.38, 1e-9);
    const dollars = {
      currency: 'USD',
      symbol: 'VTI',
      invested: 900 * 86,
      market_value: 1000 * 86,
    };
    near(fxSplit([dollars], 86, 82).fx_return.value, 5.42, 0.005);
    tells('attribution', '2 percentage points');
    tells('herfindahl', '0.38');
    tells('fx_return', '5.42 %');
  });
});
