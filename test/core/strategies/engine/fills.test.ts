import assert from 'node:assert/strict';
import {
  type Amount,
  amountToNumber,
  fixedToNumber,
  parseFixed,
} from '../../../../core/platform/fixed-point.ts';
import { beginSession, endSession } from '../../../../core/strategies/engine/index.ts';
import { plannedMarket } from '../../../support/planned-market.ts';

const FOUR = { A: 100, B: 100, C: 100, D: 100 };

/** Plans at 100 and fills at other prices. D is sold and B is bought. */
function filled(at: Readonly<Record<string, number>>, of: { cash: number; cost?: number; due?: Amount }) {
  const held = { A: { units: 700 }, D: { units: 100, cost: of.cost ?? 100 } };
  const { market, ledger, config, place, at: session } = plannedMarket({ prices: FOUR, held, cash: of.cash });
  if (of.due !== undefined) ledger.tax.add([{ term: 'SHORT', rate_pct: 100, gain: of.due }]);
  const task = { at: session, isRebalance: true, isYearEnd: false };
  const begun = beginSession(market, ledger, config, task);
  const { orders, valuation } = endSession(market, ledger, task, begun, ({ security, price }) => {
    const quote = at[market.symbol(security)];
    return quote === undefined ? price : parseFixed(String(quote));
  });
  return {
    ledger,
    b: ledger.positions.get(place('B')),
    cash: amountToNumber(valuation.cash),
    orders: orders.map(({ security, quantity, limited_by, price, charges }) => [
      market.symbol(security),
      fixedToNumber(quantity),
      limited_by,
      fixedToNumber(price ?? 0n),
      amountToNumber(charges?.total ?? 0n),
    ]),
  };
}

describe('fills at other prices than those of the plan', () => {
  /*
   * 85,000 in all: a quarter is 21,250. D brings 10,000 of it, and 112 of B take 11,200 of the 11,250 that are left. D is
   * charged STT 10, exchange 0.35, SEBI 0.01, GST 0.06, DP 15.93: 26.35; B STT 11, exchange 0.39, SEBI 0.01, stamp duty 2,
   * GST on 0.40 0.07: 13.47.
   */
  it('at the reference prices they are the plan', () => {
    const { orders, cash } = filled({}, { cash: 5_000 });
    assert.deepEqual(orders, [
      ['D', 100, null, 100, 26.35],
      ['B', 112, 'TURNOVER_BUDGET', 100, 13.47],
    ]);
    assert.equal(cash, 5_000 + 10_000 - 26.35 - 11_200 - 13.47);
  });

  it('portfolio/Policy rules 5: a sale that brings less than planned cuts what it was to pay for', () => {
    /*
     * D brings 5,000 less STT 5, exchange 0.17, SEBI 0.01, GST 0.03, DP 15.93: 21.14. Of 9,978.86 99 of B take 9,900 and
     * STT 10, exchange 0.34, SEBI 0.01, stamp duty 1, GST 0.06: 11.41.
     */
    const { orders, cash } = filled({ D: 50 }, { cash: 5_000 });
    assert.deepEqual(orders, [
      ['D', 100, null, 50, 21.14],
      ['B', 99, 'CASH', 100, 11.41],
    ]);
    assert.equal(cash, 67.45);
  });

  it('a purchase that costs more than planned is cut to the cash, less the tax that is due', () => {
    // 5,000 + 9,973.65: 112 at 200 would be 22,400; 74 cost 14,800 and 17.82, and 75 more than there is.
    const free = filled({ B: 200 }, { cash: 5_000 });
    assert.deepEqual(free.orders[1]?.slice(0, 4), ['B', 74, 'CASH', 200]);
    // With 100 of tax due 74 are too many.
    const taxed = filled({ B: 200 }, { cash: 5_000, due: 200n * 10n ** 20n });
    assert.deepEqual(taxed.orders[1]?.slice(0, 4), ['B', 73, 'CASH', 200]);
    assert.ok(taxed.cash >= 200);
  });

  it('where not one share can be paid, none is bought', () => {
    const { orders } = filled({ B: 20_000 }, { cash: 5_000 });
    assert.deepEqual(orders[1], ['B', 0, 'CASH', 20_000, 0]);
  });

  it('a share is worth its reference price at the end of the day, whatever was paid for it', () => {
    const { b, ledger } = filled({ B: 104 }, { cash: 5_000 });
    assert.equal(fixedToNumber(b?.price ?? 0n), 100);
    assert.equal(amountToNumber(b?.cost ?? 0n), 112 * 104);
    assert.equal(amountToNumber(ledger.positionsValue()), 70_000 + 11_200);
  });
});
