import assert from 'node:assert/strict';
import {
  applyBetweenSessions,
  type PositionPrice,
  sameDayPrices,
} from '../../../../core/policies/contributions/application.ts';
import type { StoredLedger } from '../../../../core/policies/cycle/index.ts';
import { AMOUNT_ONE, fixedToNumber, parseAmount, parseFixed } from '../../../../core/platform/index.ts';
import { FIRST_PERFORMANCE, nextPerformance, type Valuation } from '../../../../core/strategies/index.ts';
import { near } from '../../../support/near.ts';

const navs = (gross: string, net: string) => ({
  navGross: parseFixed(gross),
  navNetOfCosts: parseFixed(net),
  navNetOfTax: parseFixed(net),
});

/** 90 shares of 10 and 90 in cash, of 1,000 rupees in 100 units; 10 went into costs. */
const books = (): StoredLedger => ({
  day: '2026-02-27',
  openedOn: '2026-02-27',
  state: {
    cash: 90n * AMOUNT_ONE,
    units: parseFixed('100'),
    deposits: 1000n * AMOUNT_ONE,
    dividends: 0n,
    realised: 0n,
    costs: 10n * AMOUNT_ONE,
    tax: { fy: null, buckets: [], years: [], paid: 0n },
  },
  positions: [
    {
      instrument_id: '7',
      symbol: 'TCS',
      quantity: parseFixed('90'),
      cost: 450n * AMOUNT_ONE,
      charges: 0n,
      price: parseFixed('10'),
      pricedOn: '2026-02-27',
      missed: 0,
      heldSince: '2026-01-05',
      lots: [],
    },
  ],
  performance: { ...FIRST_PERFORMANCE, netOfTax: 9.9, netOfCosts: 9.9, navs: navs('10', '9.9') },
  benchmarkBase: null,
});
const at = (price: string) =>
  new Map<string, PositionPrice>([
    ['7', { price: parseFixed(price), source: 'QUOTE', price_date: '2026-03-02' }],
  ]);

describe('money that is credited between two sessions', () => {
  it('policies/Policy rules 11: units at the NAV net of tax of that moment, by hand, and no index moves by it', () => {
    // At a quote of 11 it is worth 90 + 990 = 1,080, so 10.8 a unit; 540 rupees are 50 units.
    const applied =
      applyBetweenSessions(books(), at('11'), parseAmount('540'), '2026-03-02') ?? assert.fail();
    const { flow, after } = applied;
    assert.deepEqual(
      [flow.units.map(fixedToNumber), after.cash, fixedToNumber(after.units), after.deposits],
      [[50], 630n * AMOUNT_ONE, 150, 1540n * AMOUNT_ONE],
    );
    // The costs of 10 are now those of 150 units: the NAV before costs falls from 10.9 to 10.8667 and is no loss.
    near(fixedToNumber(flow.after.navGross), 1630 / 150, 1e-9);
    near(after.performance.gross, 10.9, 1e-9);
    near(after.performance.netOfTax, 10.8, 1e-9);
    // A session that closes at the quote comes to the index that it would have had without the money.
    const close = (valuation: Valuation) => nextPerformance(after.performance, { flow: null, valuation });
    const closed = close(flow.after);
    const without = nextPerformance(books().performance, { flow: null, valuation: flow.before });
    for (const what of ['gross', 'netOfCosts', 'netOfTax', 'drawdownPct', 'peak'] as const)
      near(closed[what], without[what], 1e-9);
  });

  it('policies/Policy rules 7: a position without a price, or with one of 0, is not valued at what it cost', () => {
    assert.equal(applyBetweenSessions(books(), new Map(), parseAmount('540'), '2026-03-02'), null);
    assert.equal(applyBetweenSessions(books(), at('0'), parseAmount('540'), '2026-03-02'), null);
  });

  it('policies/Policy rules 10: the prices of the day are used again as long as the same is held', () => {
    const { prices } =
      applyBetweenSessions(books(), at('11'), parseAmount('540'), '2026-03-02') ?? assert.fail();
    assert.deepEqual(sameDayPrices(books(), prices, parseFixed)?.get('7')?.price, parseFixed('11'));
    const [position] = books().positions;
    const other = { ...(position ?? assert.fail()), quantity: parseFixed('91') };
    assert.equal(sameDayPrices({ ...books(), positions: [other] }, prices, parseFixed), null);
    assert.equal(sameDayPrices({ ...books(), positions: [] }, prices, parseFixed), null);
  });
});
