import assert from 'node:assert/strict';
import { parseAmount } from '../../../../core/platform/fixed-point.ts';
import { backtestRows, runBacktest, sessionMarks } from '../../../../core/strategies/engine/index.ts';
import { listed } from '../../../support/backtest-rows.ts';
import { calendar, panelOf, sessions } from '../../../support/price-panel.ts';
import { strategyConfigOf } from '../../../support/strategy-config.ts';

const days = sessions('2023-01-02', '2023-04-03');
const REBALANCES = ['2023-02-01', '2023-03-01', '2023-04-03'];

/** Prices that change to those of a rebalance five sessions before it: ten sessions ago they were still the former ones. */
function path(...prices: readonly number[]): number[] {
  const changes = REBALANCES.map((day) => days.indexOf(day) - 5);
  return days.map((_, at) => prices[changes.filter((change) => change <= at).length] ?? 0);
}

/*
 * Momentum is the price of the rebalance over that of the one before:
 *
 *          start  Feb 1          Mar 1           Apr 3
 *     A     100   120  +20 % 1   125  +4.2 % 3   121  −3.2 % 5
 *     B     200   230  +15 % 2   253  +10 %  1   268  +5.9 % 2
 *     C      50    55  +10 % 3   59.4  +8 %  2    66 +11.1 % 1
 *     D     400   420   +5 % 4   420    0 %  4   430  +2.4 % 3
 *     E      80    80    0 % 5    79  −1.3 % 5    79    0 %  4
 */
const panel = panelOf(days, {
  A: path(100, 120, 125, 121),
  B: path(200, 230, 253, 268),
  C: path(50, 55, 59.4, 66),
  D: path(400, 420, 420, 430),
  E: path(80, 80, 79, 79),
});
const config = strategyConfigOf({ top_n: 2 });
const trace = runBacktest({
  panel,
  config,
  marks: sessionMarks(calendar, days, 'monthly'),
  from: '2023-02-01',
  to: '2023-04-03',
  initialCapital: parseAmount('100000'),
});
const { equity, orders } = listed(backtestRows(trace, config));
const ordersOn = (day: string) =>
  orders
    .filter(({ date }) => date === day)
    .map((order) => [
      order.side,
      panel.securities[order.security]?.symbol,
      order.rule,
      order.limited_by,
      order.rank,
      Number(order.wanted_quantity),
      Number(order.quantity),
    ]);
const on = (day: string) => {
  const row = equity.find(({ date }) => date === day);
  assert.ok(row !== undefined);
  return row;
};

describe('three months of a policy that holds two of five shares, by hand', () => {
  it('portfolio/Policy rules 6: February buys the best with a quarter of the value, the rest waits', () => {
    // 100,000 / 2 = 50,000 a share: 416 of A at 120, of which 25,000 pay 208; the 40 that are left buy no B.
    assert.deepEqual(ordersOn('2023-02-01'), [
      ['BUY', 'A', 'ENTRY', 'TURNOVER_BUDGET', 1, 416, 208],
      ['BUY', 'B', 'ENTRY', 'TURNOVER_BUDGET', 2, 217, 0],
    ]);
    // 24,960: STT 24.96 → 25, exchange 0.86, SEBI 0.02, stamp duty 3.74 → 4, GST on 0.88 0.16: 30.04.
    const [bought] = orders;
    assert.equal(bought?.charges?.total, '30.04');
    assert.equal(on('2023-02-01').cash, '75009.96');
    assert.equal(on('2023-02-01').nav_gross, '10');
    assert.equal(on('2023-02-01').nav_net_of_costs, '9.996996');
  });

  it('portfolio/Policy rules 6: in March A is kept at rank 3, since 2 × 1.5 = 3, and B takes the free place', () => {
    // 75,009.96 + 208 × 125 = 101,009.96: half is 50,504.98, 199 of B at 253; a quarter is 25,252.49, which pays 99.
    assert.deepEqual(ordersOn('2023-03-01'), [
      ['SELL', 'A', 'RANK_EXIT', 'HYSTERESIS', 3, 208, 0],
      ['BUY', 'B', 'ENTRY', 'TURNOVER_BUDGET', 1, 199, 99],
    ]);
    // 25,047: STT 25, exchange 0.86, SEBI 0.03, stamp duty 4, GST on 0.89 0.16: 30.05.
    assert.equal(on('2023-03-01').cash, '49932.91');
    assert.equal(
      orders.find(({ limited_by }) => limited_by === 'HYSTERESIS')?.reason,
      'It fell to rank 3, below the first 2, but it is kept until it falls below rank 3.',
    );
  });

  it('portfolio/Policy rules 6 and 11: in April A is sold after 61 days, first of all, and what is left of the budget buys C', () => {
    // 49,932.91 + 208 × 121 + 99 × 268 = 101,632.91: a quarter is 25,408.23; A takes 25,168 of it, 240.23 buy 3 of C at 66.
    assert.deepEqual(ordersOn('2023-04-03'), [
      ['SELL', 'A', 'RANK_EXIT', null, 5, 208, 208],
      ['BUY', 'C', 'ENTRY', 'TURNOVER_BUDGET', 1, 769, 3],
      ['BUY', 'B', 'TOP_UP', 'TURNOVER_BUDGET', 2, 90, 0],
    ]);
    const sale = orders.find(({ side, date }) => side === 'SELL' && date === '2023-04-03');
    // 25,168: STT 25, exchange 0.84, SEBI 0.03, GST on 0.87 0.16, DP 13.50 with tax 15.93: 41.96.
    assert.equal(sale?.charges?.total, '41.96');
    // 25,168 − 24,960 − 41.96 − 30.04
    assert.equal(sale?.realised_gain, '136');
    // STT is not deducted: 208 − 16.96 − 5.04 = 186, of which 15 %.
    assert.equal(sale?.tax, '27.9');
    const row = on('2023-04-03');
    // 49,932.91 + 25,168 − 41.96 − 198 − 0.01
    assert.equal(row.cash, '74860.94');
    // 99 × 268 + 3 × 66
    assert.equal(row.positions_value, '26730');
    assert.equal(row.cumulative_costs, '102.06');
    assert.equal(row.tax_accrued, '27.9');
    assert.equal(row.tax_paid, '0');
    // 101,590.94 and 10,000 units
    assert.equal(row.nav_gross, '10.1693');
    assert.equal(row.nav_net_of_costs, '10.159094');
    assert.equal(row.nav_net_of_tax, '10.156304');
  });
});
