import assert from 'node:assert/strict';
import { addDays } from '../../../../core/platform/dates.ts';
import { type Fixed, fixedToNumber, parseAmount } from '../../../../core/platform/fixed-point.ts';
import { planRebalance } from '../../../../core/strategies/engine/index.ts';
import type { PanelSecurity } from '../../../../core/strategies/panel/index.ts';
import { DAY, type PlannedMarket, plannedMarket } from '../../../support/planned-market.ts';

/** A plan in words: side, share, rule, what limits it, how many of how many are ordered. */
function plan(of: PlannedMarket, quoted?: (symbol: string) => Fixed | null, taxDue = 0): string[] {
  const { market, ledger, config, at } = plannedMarket(of);
  if (taxDue > 0) ledger.tax.add([{ term: 'SHORT', rate_pct: 100, gain: parseAmount(String(taxDue)) }]);
  const priceOf = (security: number) =>
    quoted === undefined ? market.close(security, at) : quoted(market.symbol(security));
  return planRebalance(market, ledger, config, at, priceOf).orders.map(
    ({ side, security, rule, limited_by, quantity, wanted }) =>
      `${side} ${market.symbol(security)} ${rule} ${limited_by ?? 'made'} ${fixedToNumber(quantity)}/${fixedToNumber(wanted)}`,
  );
}
const sales = (of: PlannedMarket): string[] => plan(of).filter((order) => order.startsWith('SELL'));

const FOUR = { A: 100, B: 100, C: 100, D: 100 };
const GONE: Partial<PanelSecurity> = { member: [{ from: '1990-01-01', to: '2023-03-30' }] };
const ago = (days: number) => addDays(DAY, -days);

interface Case extends PlannedMarket {
  title: string;
  orders: string[];
}

// Where nothing else is said two shares are held, all cost 100, and what is sold is less than a quarter of the value.
const SALES: Case[] = [
  {
    title: 'what left the universe yesterday goes, the best ranked and the youngest too',
    prices: FOUR,
    held: { A: { units: 100, since: ago(0) } },
    shares: { A: GONE },
    cash: 90_000,
    orders: ['SELL A LEFT_UNIVERSE made 100/100'],
  },
  {
    title: 'what is in the universe for the last day stays',
    prices: FOUR,
    held: { A: { units: 100 } },
    shares: { A: { member: [{ from: '1990-01-01', to: DAY }] } },
    cash: 90_000,
    orders: [],
  },
  {
    title: 'what is no longer listed goes, and cannot without a price',
    prices: { ...FOUR, B: null },
    held: { A: { units: 100, since: ago(5) }, B: { units: 100 } },
    shares: { A: { delisted_on: DAY }, B: { delisted_on: ago(9), ...GONE } },
    cash: 90_000,
    orders: ['SELL A DELISTED made 100/100', 'SELL B DELISTED NO_PRICE 0/100'],
  },
  {
    title: 'what cannot be ranked goes: too little history, and no close today',
    prices: { ...FOUR, B: null },
    held: { A: { units: 100, since: ago(1) }, B: { units: 100, since: ago(1) } },
    young: ['A'],
    config: { params: { lookback_sessions: 10, skip_sessions: 0 } },
    cash: 90_000,
    orders: ['SELL A UNRANKABLE made 100/100', 'SELL B UNRANKABLE NO_PRICE 0/100'],
  },
  {
    title: '2 × 1.5: rank 3 is kept, rank 4 is not',
    prices: FOUR,
    held: { C: { units: 100 }, D: { units: 100 } },
    cash: 90_000,
    orders: ['SELL D RANK_EXIT made 100/100', 'SELL C RANK_EXIT HYSTERESIS 0/100'],
  },
  {
    title: '3 × 1.5: rank 4 is kept, rank 5 is not',
    prices: { ...FOUR, E: 100 },
    held: { D: { units: 100 }, E: { units: 100 } },
    config: { top_n: 3 },
    cash: 90_000,
    orders: ['SELL E RANK_EXIT made 100/100', 'SELL D RANK_EXIT HYSTERESIS 0/100'],
  },
  {
    title: 'a fallen share of 30 days is kept, one of 31 is not',
    prices: { ...FOUR, E: 100 },
    held: { D: { units: 100, since: ago(30) }, E: { units: 100, since: ago(31) } },
    cash: 90_000,
    orders: ['SELL E RANK_EXIT made 100/100', 'SELL D RANK_EXIT MIN_HOLDING 0/100'],
  },
  {
    title: 'what rank keeps is told so, whatever its age',
    prices: FOUR,
    held: { C: { units: 100, since: ago(3) } },
    cash: 90_000,
    orders: ['SELL C RANK_EXIT HYSTERESIS 0/100'],
  },
  {
    // A quarter of 40,000 is 10,000: all of A takes 8,000, and 20 shares of the lowest rank 2,000 more.
    title: 'a quarter of the value is sold: exits first, by symbol, then the lowest rank',
    prices: { ...FOUR, E: 100, F: 100 },
    held: { A: { units: 80 }, E: { units: 30 }, F: { units: 250 } },
    shares: { A: GONE },
    cash: 4_000,
    orders: [
      'SELL A LEFT_UNIVERSE made 80/80',
      'SELL F RANK_EXIT TURNOVER_BUDGET 20/250',
      'SELL E RANK_EXIT TURNOVER_BUDGET 0/30',
    ],
  },
  {
    // 20 % of 100,000 is 20,000; what stands 5,050 above it is 50.5 shares.
    title: 'a share above its cap is trimmed by whole shares to below it',
    prices: { ...FOUR, A: 100 },
    held: { A: { units: 250.5 } },
    config: { max_stock_pct: 20 },
    cash: 74_950,
    orders: ['SELL A CAP_TRIM made 51/51'],
  },
  {
    title: 'a young share above its cap is kept',
    prices: FOUR,
    held: { A: { units: 250, since: ago(30) } },
    config: { max_stock_pct: 20 },
    cash: 75_000,
    orders: ['SELL A CAP_TRIM MIN_HOLDING 0/50'],
  },
  {
    // 30 % of 100,000 is 30,000 of the 40,000.
    title: 'a sector above its cap is trimmed where the rank is lowest',
    prices: FOUR,
    held: { A: { units: 200 }, B: { units: 200 } },
    shares: { A: { sector: 'Banks' }, B: { sector: 'Banks' } },
    config: { max_sector_pct: 30 },
    cash: 60_000,
    orders: ['SELL B CAP_TRIM made 100/100'],
  },
  {
    title: 'where the lowest rank is too young, the next one is trimmed',
    prices: FOUR,
    held: { A: { units: 200 }, B: { units: 200, since: ago(8) } },
    shares: { A: { sector: 'Banks' }, B: { sector: 'Banks' } },
    config: { max_sector_pct: 30 },
    cash: 60_000,
    orders: ['SELL B CAP_TRIM MIN_HOLDING 0/100', 'SELL A CAP_TRIM made 100/100'],
  },
  {
    // 12,000 each: 2,000 are above the 10 % of a share. That leaves 30,000 of 25,000 in the sector: 5,000 more of C.
    title: 'shares above both caps are trimmed for both at once, in one order each',
    prices: FOUR,
    held: { A: { units: 120 }, B: { units: 120 }, C: { units: 120 } },
    shares: { A: { sector: 'Banks' }, B: { sector: 'Banks' }, C: { sector: 'Banks' } },
    config: { top_n: 3, max_stock_pct: 10, max_sector_pct: 25 },
    cash: 64_000,
    orders: ['SELL C CAP_TRIM made 70/70', 'SELL B CAP_TRIM made 20/20', 'SELL A CAP_TRIM made 20/20'],
  },
  {
    title: 'what leaves anyway is not trimmed, and leaves room in its sector',
    prices: FOUR,
    held: { A: { units: 200 }, D: { units: 200 } },
    shares: { A: { sector: 'Banks' }, D: { sector: 'Banks' } },
    config: { max_sector_pct: 30 },
    cash: 60_000,
    orders: ['SELL D RANK_EXIT made 200/200'],
  },
];

const PURCHASES: Case[] = [
  {
    // 100,000 / 2; a quarter is 25,000.
    title: 'new shares in the order of rank, until a quarter of the value is traded',
    prices: FOUR,
    cash: 100_000,
    orders: ['BUY A ENTRY TURNOVER_BUDGET 250/500', 'BUY B ENTRY TURNOVER_BUDGET 0/500'],
  },
  {
    title: 'a share that is kept takes a place',
    prices: FOUR,
    held: { C: { units: 100 } },
    cash: 90_000,
    orders: ['SELL C RANK_EXIT HYSTERESIS 0/100', 'BUY A ENTRY TURNOVER_BUDGET 250/500'],
  },
  {
    // A quarter is 25,000: D takes 10,000 of it. What is sold in part takes its place until it is gone.
    title: 'the place of a share that was sold is free, and sales use up the budget first',
    prices: FOUR,
    held: { A: { units: 500 }, D: { units: 100 } },
    cash: 40_000,
    orders: ['SELL D RANK_EXIT made 100/100', 'BUY B ENTRY TURNOVER_BUDGET 150/500'],
  },
  {
    // A tenth of 50,000 is 5,000.
    title: 'what lacks a tenth of its target is added to',
    prices: FOUR,
    held: { A: { units: 450 }, B: { units: 451 } },
    cash: 9_900,
    orders: ['BUY A TOP_UP made 50/50', 'BUY B TOP_UP WITHIN_TOLERANCE 0/49'],
  },
  {
    title: 'a share that is only kept is not added to',
    prices: FOUR,
    held: { A: { units: 500 }, C: { units: 100 } },
    cash: 40_000,
    orders: ['SELL C RANK_EXIT HYSTERESIS 0/100'],
  },
  {
    title: 'one share may take up its cap',
    prices: FOUR,
    config: { max_stock_pct: 20 },
    cash: 100_000,
    orders: ['BUY A ENTRY STOCK_CAP 200/500', 'BUY B ENTRY TURNOVER_BUDGET 50/500'],
  },
  {
    title: 'one sector may take up its cap; no sector has none',
    prices: FOUR,
    shares: { A: { sector: 'Banks' }, B: { sector: 'Banks' } },
    config: { max_sector_pct: 10, top_n: 4 },
    cash: 100_000,
    orders: [
      'BUY A ENTRY SECTOR_CAP 100/250',
      'BUY B ENTRY SECTOR_CAP 0/250',
      'BUY C ENTRY TURNOVER_BUDGET 150/250',
      'BUY D ENTRY TURNOVER_BUDGET 0/250',
    ],
  },
  {
    title: 'a part that buys no share',
    prices: { A: 50_001, B: 100, C: 100 },
    cash: 100_000,
    orders: ['BUY A ENTRY WHOLE_SHARES 0/0', 'BUY B ENTRY TURNOVER_BUDGET 250/500'],
  },
  {
    title: 'a capital that buys no share of anything',
    prices: FOUR,
    cash: 199,
    orders: ['BUY A ENTRY WHOLE_SHARES 0/0', 'BUY B ENTRY WHOLE_SHARES 0/0'],
  },
  {
    title: 'top_n above what can be ranked: each share has its part, and the rest stays',
    prices: { A: 100, B: 100 },
    config: { top_n: 10 },
    cash: 100_000,
    orders: ['BUY A ENTRY made 100/100', 'BUY B ENTRY made 100/100'],
  },
  {
    /*
     * 200 cost 20,000 and charges; 199 cost 19,900: STT 19.90 → 20, exchange 0.69, SEBI 0.02, stamp duty 2.99 → 3, GST on
     * 0.71 0.13: 19,923.84.
     */
    title: 'cash pays the charges too',
    prices: FOUR,
    held: { A: { units: 800 } },
    cash: 20_000,
    orders: ['BUY B ENTRY CASH 199/500'],
  },
  {
    /*
     * F brings 10,000 less STT 10, exchange 0.35, SEBI 0.01, GST on 0.36 0.06, DP 15.93: 26.35. Of the gain, 10,000 −
     * 16.35 − 5,000, 15 % are 747.55 of tax. That leaves 9,226.10: 92 cost 9,200, STT 9, exchange 0.32, SEBI 0.01, stamp
     * duty 1, GST 0.06: 9,210.39.
     */
    title: 'what a sale brings is less its charges and the tax on its gain',
    prices: FOUR,
    held: { A: { units: 900 }, D: { units: 100, cost: 50 } },
    cash: 0,
    orders: ['SELL D RANK_EXIT made 100/100', 'BUY B ENTRY CASH 92/500'],
  },
  {
    /*
     * Banks may be worth 30,000 of 42,000: all of B, 6,000, and of the 6,000 that are left one share of A, which makes room
     * for 3,000. What was just sold for the cap is not bought back with it.
     */
    title: 'what was sold for a cap is not bought again on the same day',
    prices: { A: 9_000, B: 10 },
    held: { A: { units: 4 }, B: { units: 600 } },
    shares: { A: { sector: 'Banks' }, B: { sector: 'Banks' } },
    config: { max_sector_pct: 30 },
    cash: 58_000,
    orders: ['SELL B CAP_TRIM made 600/600', 'SELL A CAP_TRIM made 1/1'],
  },
  {
    title: 'what was trimmed to its cap is not asked for again',
    prices: { A: 100 },
    held: { A: { units: 300 } },
    config: { top_n: 1, max_stock_pct: 20 },
    cash: 70_000,
    orders: ['SELL A CAP_TRIM made 100/100'],
  },
];

describe('the plan of a rebalance', () => {
  describe('portfolio/Policy rules 6: sales', () => {
    for (const { title, orders, ...of } of SALES) it(title, () => assert.deepEqual(sales(of), orders));
  });

  describe('portfolio/Policy rules 5 and 6: purchases', () => {
    for (const { title, orders, ...of } of PURCHASES) it(title, () => assert.deepEqual(plan(of), orders));

    it('tax that is accrued is not there to be spent', () => {
      // 19,850 pay 198 shares, 19,800 and 23.72, and not 199.
      const of = { prices: FOUR, held: { A: { units: 800 } }, cash: 20_000 };
      assert.deepEqual(plan(of, undefined, 150), ['BUY B ENTRY CASH 198/499']);
    });

    it('portfolio/Policy rules 7: a share without a price is neither bought nor sold', () => {
      const of = { prices: FOUR, held: { D: { units: 100 } }, cash: 90_000 };
      const quoted = (symbol: string) => (symbol === 'B' ? 1_000_000_000_000n : null);
      assert.deepEqual(plan(of, quoted), ['SELL D RANK_EXIT NO_PRICE 0/100', 'BUY A ENTRY NO_PRICE 0/0']);
    });

    it('portfolio/Policy rules 11: with more tax due than there is, nothing is bought', () => {
      assert.deepEqual(plan({ prices: FOUR, cash: 1_000 }, undefined, 1_001), []);
    });
  });

  it('sales come first: exits by symbol, falls from the lowest rank, trims; then purchases by rank', () => {
    const prices = { Z: 100, Y: 100, X: 100, W: 100, V: 100, U: 100, T: 100, S: 100 };
    const held = {
      Y: { units: 30 },
      X: { units: 2 },
      V: { units: 2 },
      U: { units: 2 },
      T: { units: 2 },
      S: { units: 2 },
    };
    const shares = { T: GONE, S: GONE };
    const orders = plan({ prices, held, shares, config: { top_n: 2, max_stock_pct: 25 }, cash: 6_000 });
    assert.deepEqual(
      orders.map((order) => order.split(' ').slice(0, 4).join(' ')),
      [
        'SELL S LEFT_UNIVERSE made',
        'SELL T LEFT_UNIVERSE made',
        'SELL U RANK_EXIT made',
        'SELL V RANK_EXIT made',
        'SELL X RANK_EXIT HYSTERESIS',
        'SELL Y CAP_TRIM made',
      ],
    );
    const [first, ...rest] = plan({ prices, cash: 100_000, config: { top_n: 5 } });
    assert.deepEqual(
      [first, ...rest.map((order) => order.slice(0, 5))],
      ['BUY Z ENTRY made 200/200', 'BUY Y', 'BUY X', 'BUY W', 'BUY V'],
    );
  });
});

describe('an order below the smallest value that the settings allow', () => {
  // 99,000 rupees: a cycle trades a quarter of it, and each of two shares is to be a half.
  const small = (min_order_value?: number): PlannedMarket => ({
    prices: { A: 100, B: 100, C: 100, D: 100 },
    held: { A: { units: 490 }, D: { units: 2 } },
    cash: 300,
    ...(min_order_value === undefined ? {} : { config: { min_order_value } }),
  });

  it('portfolio/Limits: is not made, and is told; the sale of a whole position is made whatever it is worth', () => {
    assert.deepEqual(plan(small()), ['SELL D RANK_EXIT made 2/2', 'BUY B ENTRY CASH 4/247']);
    assert.deepEqual(plan(small(1000)), ['SELL D RANK_EXIT made 2/2', 'BUY B ENTRY MIN_ORDER_VALUE 0/247']);
    assert.deepEqual(plan(small(400)), plan(small()), 'one of exactly the limit is made');
  });
});
