import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../core/platform/index.ts';
import type { KeptCharges } from '../../../core/policies/kept-charges.ts';
import { checkCharges, planSlippage, receiptOf, slippageOf } from '../../../core/policies/plan-receipt.ts';
import { near } from '../../support/near.ts';

type Filled = Parameters<typeof slippageOf>[0];
const filled = (side: 'BUY' | 'SELL', quantity: number, price: number | null, reference: number | null) => ({
  side,
  filled_quantity: quantity,
  average_price: price,
  reference_price: reference,
});

describe('slippage against the reference prices', () => {
  const CASES: readonly [what: string, order: Filled, amount: number | null, pct: number, words: string][] = [
    // 10 × (101 − 100) = 10 rupees, of 1,000.
    ['a dearer purchase', filled('BUY', 10, 101, 100), 10, 1, '₹10 worse than the reference price (1.00%)'],
    [
      'a cheaper purchase',
      filled('BUY', 10, 99.5, 100),
      -5,
      -0.5,
      '₹5.00 better than the reference price (0.50%)',
    ],
    // A sale for less is worse: 4 × (250 − 248.75) = 5 rupees, of 1,000.
    [
      'a sale for less',
      filled('SELL', 4, 248.75, 250),
      5,
      0.5,
      '₹5.00 worse than the reference price (0.50%)',
    ],
    [
      'a sale for more',
      filled('SELL', 400, 253.12, 250),
      -1248,
      -1.248,
      '₹1,248 better than the reference price (1.25%)',
    ],
    ['exactly', filled('BUY', 10, 100, 100), 0, 0, 'at the reference price'],
    // 1 × 0.05 of 3,500 is 0.0014 %.
    [
      'by a tick',
      filled('BUY', 1, 3500.05, 3500),
      0.05,
      0.05 / 35,
      '₹0.05 worse than the reference price (less than 0.01%)',
    ],
    ['nothing filled', filled('BUY', 0, null, 100), null, 0, ''],
    ['without a reference price', filled('BUY', 10, 101, null), null, 0, ''],
  ];
  for (const [what, order, amount, pct, words] of CASES)
    it(what, () => {
      const slippage = slippageOf(order);
      if (amount === null) return assert.equal(slippage, null);
      assert.equal(slippage?.words, words);
      near(slippage.amount, amount);
      near(slippage.pct, pct);
    });

  it('that of a plan is over all fills, and names those without a reference price', () => {
    // 10 worse of 1,000 and 5 better of 1,000: 5 of 2,000 is 0.25 %.
    const orders = [filled('BUY', 10, 101, 100), filled('BUY', 10, 99.5, 100), filled('SELL', 0, null, 5)];
    assert.deepEqual(planSlippage(orders), {
      amount: 5,
      pct: 0.25,
      words: 'The fills are ₹5.00 worse than the reference prices (0.25%).',
    });
    assert.equal(
      planSlippage([...orders, filled('BUY', 1, 10, null)])?.words,
      'The fills are ₹5.00 worse than the reference prices (0.25%). 1 of 3 fills had no reference price and are not in it.',
    );
    assert.equal(planSlippage([filled('BUY', 0, null, 5)]), null);
  });

  it('that of a plan is the sum of its orders, and what its trades say one by one', () => {
    const paise = fc.integer({ min: 5, max: 5_000_000 }).map((value) => value / 100);
    const order = fc.record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      reference: paise,
      trades: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 5000 }), price: paise }), {
        maxLength: 5,
      }),
    });
    fc.assert(
      fc.property(fc.array(order, { maxLength: 8 }), (made) => {
        const orders = made.map(({ side, reference, trades }) => {
          const quantity = trades.reduce((sum, trade) => sum + trade.quantity, 0);
          const value = trades.reduce(
            (sum, trade) => sum.plus(new Decimal(trade.price).times(trade.quantity)),
            new Decimal(0),
          );
          return {
            ...filled(side, quantity, null, reference),
            average_price: quantity === 0 ? null : value.div(quantity),
          };
        });
        let byTrades = 0;
        for (const { side, reference, trades } of made)
          for (const { quantity, price } of trades)
            byTrades += (side === 'BUY' ? price - reference : reference - price) * quantity;
        const plan = planSlippage(orders)?.amount ?? 0;
        const tolerance = 1e-3;
        near(plan, byTrades, tolerance);
        near(
          plan,
          orders.reduce((sum, one) => sum + (slippageOf(one)?.amount ?? 0), 0),
          tolerance,
        );
      }),
    );
  });
});

const AT = new Date('2026-03-02T10:35:00.000Z');
/** As the books have them: 26.21 without the depository. */
const BOOKS = {
  brokerage: 0,
  stt: 20,
  exchange: 3.07,
  sebi: 0.1,
  stamp_duty: 2.46,
  gst: 0.58,
  dp: 15.34,
  total: 41.55,
};
const named = (change: object = {}): KeptCharges => ({
  state: 'KNOWN',
  broker: 'zerodha',
  charges: {
    brokerage: '0',
    stt: '20',
    exchange: '3.07',
    sebi: '0.1',
    stamp_duty: '3',
    gst: '0.58',
    total: '26.75',
    ...change,
  },
  reason: null,
});
const unknown = (reason: string, state: 'UNKNOWN' | 'GIVEN_UP' = 'UNKNOWN'): KeptCharges => ({
  state,
  broker: 'dhan',
  charges: null,
  reason,
});
const ordered = (kept: KeptCharges | null, symbol = 'TCS') => ({
  ...filled('SELL', 10, 2000, 2000),
  symbol,
  charges: BOOKS,
  charges_check: checkCharges(kept, kept === null ? null : AT, BOOKS),
});
const wordsOf = (...orders: ReturnType<typeof ordered>[]) => receiptOf(orders)?.charges_words;

describe('charges of the broker beside those of the books', () => {
  it('are compared without the depository’s fee, which is named', () => {
    const check = checkCharges(named(), AT, BOOKS);
    assert.deepEqual(
      [check.source, check.at, check.broker, check.reason],
      ['ZERODHA_CALCULATOR', AT.toISOString(), 26.75, null],
    );
    near(check.computed ?? 0, 26.21);
    near(check.difference ?? 0, 0.54);
    assert.equal(
      wordsOf(ordered(named())),
      'Zerodha calculates charges of ₹26.75, as read on 2 Mar 2026, 16:05 IST; the books compute ₹26.21, ₹0.54 less. Both are without depository fees (₹15.34 in the books), which the broker does not name.',
    );
  });

  it('leave out a kind that the broker does not name on both sides', () => {
    const check = checkCharges(named({ stamp_duty: null, total: '23.75' }), AT, BOOKS);
    near(check.computed ?? 0, 23.75);
    near(check.difference ?? 1, 0);
    assert.match(
      wordsOf(ordered(named({ stamp_duty: null, total: '23.75' }))) ?? '',
      /compute ₹23\.75, the same\. Both are without stamp duty \(₹2\.46 in the books\) and depository fees \(₹15\.34/,
    );
  });

  it('are a deviation from more than ₹5 and 1% on, and the largest kind is named', () => {
    // 31.21 is 5.00 more than 26.21: still rounding. A paisa more is not.
    const [at, above] = [named({ stt: '24.46', total: '31.21' }), named({ stt: '24.47', total: '31.22' })];
    assert.equal(receiptOf([ordered(at)])?.charges?.is_deviating, false);
    const receipt = receiptOf([ordered(above)]);
    assert.equal(receipt?.charges?.is_deviating, true);
    assert.match(
      receipt.charges_words,
      /₹5\.01 less\. Most of it is STT \(₹24\.47, computed ₹20\.00\)\. The books keep their own figure\./,
    );
  });

  it('are unknown with the reason, each reason once', () => {
    assert.equal(
      wordsOf(ordered(unknown('Later.')), ordered(unknown('Later.'), 'INFY')),
      'The broker’s charges are unknown. Later.',
    );
    assert.equal(wordsOf(ordered(null)), 'The broker’s charges are unknown. The broker was not asked yet.');
    assert.match(
      wordsOf(ordered(named()), ordered(unknown('Later.'), 'INFY')) ?? '',
      /₹26\.75 for 1 of 2 fills, .* The others are unknown\. Later\.$/,
    );
    const { broker, computed, difference, items } = checkCharges(unknown('Later.'), AT, BOOKS);
    assert.deepEqual([broker, computed, difference, items], [null, null, null, null]);
  });

  it('wait for the books: estimates of the planned quantity are not compared', () => {
    const check = checkCharges(named(), AT, null);
    assert.deepEqual([check.broker, check.computed, check.difference], [26.75, null, null]);
    const order = { ...ordered(named()), charges_check: check };
    assert.equal(wordsOf(order), 'The broker’s charges are unknown. The fills are not in the books yet.');
  });

  it('are complete once none is asked for any more', () => {
    const isComplete = (...kept: (KeptCharges | null)[]) =>
      receiptOf(kept.map((one) => ordered(one)))?.is_complete;
    assert.equal(isComplete(named(), unknown('Never.', 'GIVEN_UP')), true);
    assert.equal(isComplete(named(), unknown('Later.')), false);
    assert.equal(isComplete(named(), null), false);
    assert.equal(receiptOf([]), null);
  });
});
