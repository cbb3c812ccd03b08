import assert from 'node:assert/strict';
import { fixedToNumber, parseAmount } from '../../../../core/platform/fixed-point.ts';
import {
  planRebalance,
  PolicyLedger,
  PolicyMarket,
  taxFacts,
} from '../../../../core/strategies/engine/index.ts';
import { panelOf, sessions } from '../../../support/price-panel.ts';
import { strategyConfigOf } from '../../../support/strategy-config.ts';

const days = sessions('2022-01-03', '2023-03-31').slice(-253);

/** From 100 to so many times as much and back, up to 100 on the last day: each daily log return is ± the same. */
const swings = (times: number) => days.map((_, at) => ((days.length - 1 - at) % 2 === 0 ? 100 : 100 * times));

/** What a capital of 1,000,000 wants of each share, in the order of rank. */
function wanted(rows: Readonly<Record<string, (number | null)[]>>, top_n: number): [string, number][] {
  const market = new PolicyMarket(panelOf(days, rows));
  const at = days.length - 1;
  const ledger = new PolicyLedger(taxFacts(market, () => at));
  ledger.deposit(parseAmount('1000000'));
  const config = strategyConfigOf({
    params: { lookback_sessions: 3, skip_sessions: 0 },
    weighting: 'inverse_volatility',
    top_n,
  });
  const { orders } = planRebalance(market, ledger, config, at, (security) => market.close(security, at));
  return orders.map((order) => [market.symbol(order.security), fixedToNumber(order.wanted)]);
}

describe('the targets of a rebalance by inverse volatility', () => {
  it('twice the volatility is half the part, and all parts together are those of equal weights', () => {
    // Log returns of ± ln 1.02, and of twice that: parts of 4/3 and 2/3, of 500,000 each.
    const both = { CALM: swings(1.02), WILD: swings(1.02 ** 2) };
    assert.deepEqual(wanted(both, 2), [
      ['CALM', 6666],
      ['WILD', 3333],
    ]);
    // With four places each has a quarter on average, and half of the value stays cash.
    assert.deepEqual(wanted(both, 4), [
      ['CALM', 3333],
      ['WILD', 1666],
    ]);
  });

  it('a share whose volatility is not known has the part of an average one', () => {
    // 1,000,000 / 3 × 4/3, × 2/3, and × 1.
    const young = days.map((_, at) => (at < days.length - 20 ? null : 100));
    assert.deepEqual(wanted({ CALM: swings(1.02), WILD: swings(1.02 ** 2), YOUNG: young }, 3), [
      ['YOUNG', 3333],
      ['CALM', 4444],
      ['WILD', 2222],
    ]);
    assert.deepEqual(wanted({ YOUNG: young, STILL: days.map(() => 100) }, 2), [
      ['STILL', 5000],
      ['YOUNG', 5000],
    ]);
  });
});
