import assert from 'node:assert/strict';
import {
  amountToNumber,
  fixedToNumber,
  parseAmount,
  parseFixed,
} from '../../../../core/platform/fixed-point.ts';
import { beginSession, endSession, orderRow } from '../../../../core/strategies/engine/index.ts';
import { plannedMarket, type PlannedMarket } from '../../../support/planned-market.ts';

interface Session extends PlannedMarket {
  /** Prices of the fills, by symbol; the others fill at the close. */
  fills?: Readonly<Record<string, number>>;
  /** Rupees of tax that is owed already. */
  owed?: number;
  isRebalance?: boolean;
  isYearEnd?: boolean;
}

/** A session of a policy with a liquid fund: 31 March 2023, where debt funds are still bought under the old rules. */
function session({ fills = {}, owed = 0, isRebalance = true, isYearEnd = false, ...of }: Session) {
  const { market, ledger, config, place, at } = plannedMarket({ fund: 'LIQUIDCASE', ...of });
  if (owed > 0) ledger.tax.add([{ term: 'SHORT', rate_pct: 100, gain: parseAmount(String(owed)) }]);
  const task = { at, isRebalance, isYearEnd };
  const begun = beginSession(market, ledger, config, task);
  const ended = endSession(market, ledger, task, begun, ({ security, price }) => {
    const quote = fills[market.symbol(security)];
    return quote === undefined ? price : parseFixed(String(quote));
  });
  const fund = ledger.positions.get(place('LIQUIDCASE'));
  return {
    ...ended,
    /** Side, symbol, rule and units of what was made; of the fund in a word. */
    made: ended.orders
      .filter(({ quantity }) => quantity > 0n)
      .map((one) => {
        const whole = `${one.side} ${market.symbol(one.security)} ${one.rule} ${fixedToNumber(one.quantity)}`;
        return whole
          .replace('SELL LIQUIDCASE LIQUID_REDEMPTION', 'redeems')
          .replace('BUY LIQUIDCASE LIQUID_SWEEP', 'sweeps');
      }),
    rows: ended.orders.map((one) => orderRow('2023-03-31', one, config)),
    cash: amountToNumber(ledger.cash),
    owed: amountToNumber(ledger.tax.outstanding),
    units: fixedToNumber(fund?.quantity ?? 0n),
  };
}

const prices = { A: 100, B: 100, C: 100, LIQUIDCASE: 104.5 };

describe('portfolio/Policy rules 4: the liquid sweep, by hand', () => {
  it('what a rebalance leaves above half of the minimum goes into whole units, charges included', () => {
    /*
     * 100,000: a quarter buys 250 of A at 100. STT 25, exchange 0.00345 % 0.86, SEBI 0.03, stamp duty 4, GST 0.16: 30.05,
     * which leaves 74,969.95. Above 2,500 there are 72,469.95: 693 units of 104.50 are 72,418.50, and 694 too many.
     * The fund pays no STT: exchange 2.50, SEBI 0.07, stamp duty 10.86 → 11, GST on 2.57 0.46: 14.03.
     */
    const { made, cash, rows, units, traded, valuation } = session({ prices, cash: 100_000 });
    assert.deepEqual(made, ['BUY A ENTRY 250', 'sweeps 693']);
    const swept = rows.at(-1);
    assert.deepEqual(swept?.charges, {
      brokerage: '0',
      stt: '0',
      exchange: '2.5',
      sebi: '0.07',
      stamp_duty: '11',
      gst: '0.46',
      dp: '0',
      total: '14.03',
    });
    assert.equal(swept.reason, 'Spare cash goes into the liquid fund.');
    assert.deepEqual([swept.state, swept.rank, swept.realised_gain], ['FILLED', null, null]);
    assert.deepEqual([cash, units], [2_537.42, 693]);
    // It is value like any other position, and no turnover.
    assert.equal(amountToNumber(valuation.assets), 2_537.42 + 25_000 + 72_418.5);
    assert.equal(amountToNumber(traded), 25_000);
  });

  it('purchases that exceed the cash are paid by the fewest units that do, after their charges and tax', () => {
    /*
     * 1,000 and 700 units, which cost 100 and are worth 104.50: 74,150. A quarter, 18,537.50, buys 185 of A: 18,500 with
     * STT 18.50 → 19, exchange 0.64, SEBI 0.02, stamp duty 3, GST 0.12: 22.78. So 17,522.78 are lacking.
     * 170 units bring 17,765 less exchange 0.61, SEBI 0.02, GST 0.11, DP 13.50 with tax 15.93, together 16.67, less 30 % of
     * 17,765 − 17,000 − 16.67 = 748.33, which is 224.50: 17,523.83. Of 169 it is 17,420.68.
     */
    const held = { LIQUIDCASE: { units: 700, cost: 100 } };
    const { made, cash, owed, rows, units } = session({ prices, held, cash: 1_000 });
    assert.deepEqual(made, ['redeems 170', 'BUY A ENTRY 185']);
    const [sold] = rows;
    assert.equal(sold?.charges?.total, '16.67');
    assert.equal(sold.reason, 'The cash did not pay for the purchases and the tax owed.');
    assert.deepEqual([sold.realised_gain, sold.tax], ['748.33', '224.5']);
    // 1,000 + 17,765 − 16.67 − 18,522.78: the tax, and 1.05.
    assert.deepEqual([cash, owed, units], [225.55, 224.5, 530]);
  });

  it('of sales, redemption and purchases each is made in its turn, and nothing is swept after a redemption', () => {
    // D fell to the last rank: its 50 bring 4,974 of the 18,000 or so that are bought.
    const held = { D: { units: 50 }, LIQUIDCASE: { units: 900, cost: 104.5 } };
    const config = { top_n: 1, liquid_sweep_min: 0 };
    const { made } = session({ prices: { A: 100, B: 100, C: 100, D: 100, LIQUIDCASE: 104.5 }, held, config });
    assert.deepEqual(
      made.map((one) => one.replace(/ \d+$/, '')),
      ['SELL D RANK_EXIT', 'redeems', 'BUY A ENTRY'],
    );
  });

  it('at other fills than planned the redemption is what those need', () => {
    const held = { LIQUIDCASE: { units: 700, cost: 104.5 } };
    const sold = (fills: Record<string, number>) => session({ prices, held, cash: 1_000, fills });
    /*
     * 185 of A at 98 are 18,130, with STT 18, exchange 0.63, SEBI 0.02, stamp duty 3, GST 0.12: 21.77. So 17,151.77 are
     * lacking: 165 units without a gain bring 17,242.50 less 16.65, and 164 bring 17,121.35.
     */
    assert.deepEqual(sold({ A: 98 }).made[0], 'redeems 165');
    // At 110 they are 20,350 and 23.85: 19,373.85 are lacking; 186 units bring 19,437 less 16.74, and 185 too little.
    assert.deepEqual(sold({ A: 110 }).made[0], 'redeems 186');
    // 17,522.78 at 90 a unit: 195 bring 17,550 less 16.67, and 194 too little.
    assert.deepEqual(sold({ LIQUIDCASE: 90 }).made[0], 'redeems 195');
  });

  it('no more is redeemed than is held, nor for a purchase that is cut', () => {
    const held = { B: { units: 640 }, LIQUIDCASE: { units: 80, cost: 104.5 } };
    const config = { max_stock_pct: 100 };
    const { made, cash, units } = session({
      prices: { B: 100, A: 100, C: 100, LIQUIDCASE: 104.5 },
      held,
      config,
      fills: { A: 200 },
    });
    /*
     * 80 units bring 8,360 less exchange 0.29, SEBI 0.01, GST 0.05, DP 15.93: 16.28. 8,343.72 pay 41 of A: 8,200 with STT 8,
     * exchange 0.28, SEBI 0.01, stamp duty 1, GST 0.05: 9.34. For 8,209.34 the fewest are 79: 8,255.50 less 16.27.
     */
    assert.deepEqual(made, ['redeems 79', 'BUY A ENTRY 41']);
    assert.deepEqual([cash, units], [29.89, 1]);
  });

  it('the fund takes no place, is sold by no rule, and counts for no cap', () => {
    // Half of the value in A: its limit of 60 % is not reached, and the place of B is free though two positions are held.
    const held = { A: { units: 500 }, LIQUIDCASE: { units: 480, cost: 104.5, since: '2023-03-30' } };
    const config = { max_stock_pct: 60, max_sector_pct: 60 };
    const shares = { A: { sector: 'Banks' }, B: { sector: 'IT' }, LIQUIDCASE: { sector: 'IT' } };
    const { made, plan } = session({ prices, held, config, shares });
    // 500 × 100 + 480 × 104.50 = 100,160, of which a quarter: 250 of B.
    assert.deepEqual(made.slice(1), ['BUY B ENTRY 250']);
    assert.ok(made[0]?.startsWith('redeems'));
    assert.ok(plan?.signals.ranked.length === 3, 'three shares are ranked, and no fund');
  });

  describe('sweeps from the minimum on, of what is above half of it', () => {
    // Both places are taken, so that nothing else is traded.
    const full = { A: { units: 5_000 }, B: { units: 5_000 } };
    const swept = (cash: number, of: Partial<Session> = {}) =>
      session({ prices, held: full, cash, ...of }).made;
    it('5,000, and not a paisa less', () => {
      assert.deepEqual(swept(4_999.99), []);
      // 2,500 less exchange 0.08 or so: 23 units are 2,403.50.
      assert.deepEqual(swept(5_000), ['sweeps 23']);
    });
    it('a minimum of its own, and none', () => {
      assert.deepEqual(swept(5_000, { config: { liquid_sweep_min: 5_000.01 } }), []);
      assert.deepEqual(swept(5_000, { config: { liquid_sweep_min: 0 } }), ['sweeps 47']);
      // 100 units are 10,450, and 2.44 of charges are not there.
      assert.deepEqual(swept(10_450, { config: { liquid_sweep_min: 0 } }), ['sweeps 99']);
    });
    it('not what is owed as tax', () => {
      assert.deepEqual(swept(6_000, { owed: 1_000.01 }), []);
      assert.deepEqual(swept(6_000, { owed: 1_000 }), ['sweeps 23']);
    });
    it('only in a cycle, and only where the policy wants it', () => {
      assert.deepEqual(swept(50_000, { isRebalance: false }), []);
      assert.deepEqual(swept(50_000, { config: { liquid_sweep_enabled: false } }), []);
    });
    it('at the quote that it fills at; the unit is worth the close', () => {
      // Of the 2,500 above half of the minimum 24 units at 104 take 2,496 and 0.11.
      const { made, valuation } = session({ prices, held: full, cash: 5_000, fills: { LIQUIDCASE: 104 } });
      assert.deepEqual(made, ['sweeps 24']);
      assert.equal(amountToNumber(valuation.positions), 1_000_000 + 24 * 104.5);
    });
  });

  it('a cycle redeems for the tax that is owed too, so that the end of the year finds it in cash', () => {
    // Both places are taken. 1,200 owed, 500 there.
    const held = { A: { units: 500 }, B: { units: 500 }, LIQUIDCASE: { units: 100, cost: 104.5 } };
    const year = session({ prices, held, cash: 500, owed: 1_200, isYearEnd: true });
    /*
     * 7 units bring 731.50; their charges of 15.97 (exchange 0.03, GST 0.01, DP 15.93) are a loss, which the gain that is taxed
     * at 100 % here takes up. 500 + 731.50 − 15.97 − 1,184.03
     */
    assert.deepEqual(year.made, ['redeems 7']);
    assert.deepEqual([year.cash, year.owed, year.units], [31.5, 0, 93]);
  });

  for (const [title, of, why] of [
    ['without a close', { prices: { ...prices, LIQUIDCASE: null } }, 'LIQUIDCASE has no price today'],
    [
      'that nobody knows',
      {
        prices: { ...prices, LIQUIDCASE: null },
        shares: { LIQUIDCASE: { instrument_id: null, member: [] } },
      },
      'LIQUIDCASE is not a fund or share that Munim knows',
    ],
  ] as const)
    it(`a fund ${title}: purchases are planned with the cash alone, and one event says why`, () => {
      const { made, events, plan } = session({ ...of, cash: 20_000 });
      assert.deepEqual(made, ['BUY A ENTRY 50']);
      assert.equal(plan?.liquid?.price, null);
      assert.deepEqual(
        events.map(({ kind, message, amount }) => [kind, message, amount]),
        [['SWEEP_SKIPPED', `${why}, so no cash is moved into it or out of it.`, null]],
      );
    });

  it('units without a price are no money to plan with', () => {
    // Worth 100 each by an older close: in the value, and of no use today.
    const held = { LIQUIDCASE: { units: 900 } };
    const { made } = session({ prices: { ...prices, LIQUIDCASE: null }, held, cash: 10_000 });
    assert.deepEqual(made, ['BUY A ENTRY 99']);
  });
});
