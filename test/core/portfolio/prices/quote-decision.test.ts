import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar, createPriceSessions } from '../../../../core/market/calendar/index.ts';
import {
  closeBefore,
  decideQuote,
  type HeldPrice,
  type ProviderQuote,
} from '../../../../core/portfolio/prices/quote-decision.ts';
import { decimal } from '../../../../core/platform/index.ts';

const TODAY = '2026-03-10';
const held = (over: Partial<HeldPrice> = {}): HeldPrice => ({
  asset_class: 'Mutual Fund',
  current_price: decimal(100),
  previous_close: decimal(99),
  price_source: 'AMFI',
  price_as_of: '2026-02-27',
  ...over,
});
const quote = (price: number, over: Partial<ProviderQuote> = {}): ProviderQuote => ({
  price,
  previous_close: null,
  as_of: '2026-03-02',
  source: 'AMFI',
  ...over,
});
/** Status, reason, price and close before, as plain values. */
const decided = (one: HeldPrice, offered: ProviderQuote) => {
  const decision = decideQuote(one, offered, TODAY);
  return decision.reason === null
    ? [decision.status, decision.price.toNumber(), decision.previous_close?.toNumber() ?? null]
    : [decision.status, decision.reason];
};

describe('what becomes of a quote', () => {
  for (const [price, expected] of [
    [115, ['UPDATED', 115, 100]],
    [115.0001, ['FAILED', 'GUARD_REJECTED']],
    [85, ['UPDATED', 85, 100]],
    [84.9999, ['FAILED', 'GUARD_REJECTED']],
    [10_000, ['FAILED', 'GUARD_REJECTED']],
  ] as const) {
    it(`portfolio/Price refresh rules 4: a fund last known at 100 and quoted at ${price} is ${expected[0]}`, () => {
      assert.deepEqual(decided(held(), quote(price)), expected);
    });
  }

  it('portfolio/Price refresh rules 4: the share of a change is told with its sign', () => {
    const decision = decideQuote(held(), quote(50), TODAY);
    assert.deepEqual(decision, { status: 'FAILED', reason: 'GUARD_REJECTED', change_pct: -50 });
  });

  it('portfolio/Price refresh rules 4: shares are not guarded, and neither is a fund without a price', () => {
    const share = held({ asset_class: 'Indian Equity', price_source: 'YAHOO' });
    assert.deepEqual(decided(share, quote(10, { source: 'YAHOO', previous_close: 50 })), ['UPDATED', 10, 50]);
    const fresh = held({ current_price: null, previous_close: null, price_source: null, price_as_of: null });
    assert.deepEqual(decided(fresh, quote(5000)), ['UPDATED', 5000, null]);
  });

  it('portfolio/Price refresh rules 4: a wrong value was kept for ever: its correction is compared with another day', () => {
    // 114 of 2 March was accepted after 100; 95 is 16.7% below it and 5% below the value of the day before.
    const wrong = held({ current_price: decimal(114), price_as_of: '2026-03-02' });
    assert.deepEqual(decided(wrong, quote(95)), ['FAILED', 'GUARD_REJECTED']);
    const guarded = { ...wrong, guard_price: decimal(100) };
    assert.deepEqual(decided(guarded, quote(95)), ['UPDATED', 95, 99]);
    assert.deepEqual(decided(guarded, quote(115)), ['UPDATED', 115, 99]);
    assert.deepEqual(decided(guarded, quote(115.01)), ['FAILED', 'GUARD_REJECTED']);
    // A value that its person accepted comes again all day.
    const accepted = { ...guarded, current_price: decimal(130) };
    assert.deepEqual(decided(accepted, quote(130)), ['UNCHANGED', 130, 99]);
    // On a later day the value of 2 March is the one of another day: 131.1 is 15% above it.
    assert.deepEqual(decided(guarded, quote(131.1, { as_of: '2026-03-03' })), ['UPDATED', 131.1, 114]);
    assert.deepEqual(decided(guarded, quote(95, { as_of: '2026-03-03' })), ['FAILED', 'GUARD_REJECTED']);
  });

  it('portfolio/Price refresh rules 4: values within 15% of each other end with the newest day in any order, corrections too', () => {
    const reading = fc.record({
      day: fc.integer({ min: 1, max: 9 }).map((day) => `2026-03-0${day}`),
      // 107 is 7% above 100: no two of them lie 15% apart.
      nav: fc.integer({ min: 100, max: 107 }),
    });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 12 }), (readings) => {
        let fund = held({ current_price: null, price_source: null, price_as_of: null, guard_price: null });
        for (const { day, nav } of readings) {
          const decision = decideQuote(fund, quote(nav, { as_of: day }), TODAY);
          if (decision.reason !== null) continue;
          const guard_price = fund.price_as_of === day ? fund.guard_price : fund.current_price;
          fund = {
            ...held({ current_price: decision.price, price_as_of: day }),
            guard_price: guard_price ?? null,
          };
        }
        const newest = readings
          .map(({ day }) => day)
          .toSorted()
          .at(-1);
        const last = readings.findLast(({ day }) => day === newest);
        assert.deepEqual([fund.price_as_of, fund.current_price?.toNumber()], [newest, last?.nav]);
      }),
    );
  });

  for (const price of [0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1e-12]) {
    it(`portfolio/States and transitions: a price of ${price} is never used`, () => {
      for (const asset_class of ['Mutual Fund', 'Indian Equity'] as const)
        assert.deepEqual(decided(held({ asset_class }), quote(price)), ['FAILED', 'INVALID_PRICE']);
    });
  }

  it('a value of an earlier day than the one there is not taken', () => {
    assert.deepEqual(decided(held(), quote(101, { as_of: '2026-02-26' })), ['SKIPPED', 'OLDER_THAN_KNOWN']);
    for (const price_source of ['MANUAL', 'CSV', 'STATEMENT', 'zerodha'])
      assert.deepEqual(decided(held({ price_source }), quote(101, { as_of: '2026-02-26' })), [
        'SKIPPED',
        'OLDER_THAN_KNOWN',
      ]);
    // A price by hand without a valuation date has no day to compare with.
    const manual = held({ price_source: 'MANUAL', price_as_of: null });
    assert.deepEqual(decided(manual, quote(101, { as_of: '2026-02-26' })), ['UPDATED', 101, null]);
  });

  it('a price of a day to come is not taken, tomorrow apart', () => {
    assert.deepEqual(decided(held(), quote(101, { as_of: '2026-03-12' })), ['FAILED', 'FUTURE_DATED']);
    assert.deepEqual(decided(held(), quote(101, { as_of: '2026-03-11' })), ['UPDATED', 101, null]);
  });

  it('a value restated for the same day keeps the close before', () => {
    assert.deepEqual(decided(held(), quote(100.5, { as_of: '2026-02-27' })), ['UPDATED', 100.5, 99]);
  });

  it('without a close of its own, the close before is what the provider gave the session before', () => {
    assert.deepEqual(decided(held(), quote(101)), ['UPDATED', 101, 100]);
    // Eleven days apart: the session before is not known.
    assert.deepEqual(decided(held(), quote(101, { as_of: '2026-03-10' })), ['UPDATED', 101, null]);
  });

  it('a change over two days was labelled as that of one: a close before the session before is none', () => {
    // Monday 2 March 2026 follows Friday 27 February; Tuesday the 3rd is Holi, so Wednesday follows Monday.
    const isCloseBefore = closeBefore(createPriceSessions(createCalendar()));
    const previous = (one: HeldPrice, offered: ProviderQuote) => {
      const decision = decideQuote(one, offered, TODAY, isCloseBefore);
      return decision.reason === null ? (decision.previous_close?.toNumber() ?? null) : decision.reason;
    };
    const monday = held({ price_as_of: '2026-03-02' });
    assert.equal(previous(held(), quote(101)), 100);
    assert.equal(previous(monday, quote(101, { as_of: '2026-03-04' })), 100);
    // The value of Monday was never fetched: from Friday to Wednesday are two sessions.
    assert.equal(previous(held(), quote(101, { as_of: '2026-03-04' })), null);
    // A price of eleven in the morning is no close, and one seen after half past three is.
    const seen = (time: string) =>
      held({
        asset_class: 'Indian Equity',
        price_source: 'DHAN',
        priced_at: new Date(`2026-02-27T${time}Z`),
      });
    assert.equal(previous(seen('05:30'), quote(101, { source: 'DHAN' })), null);
    assert.equal(previous(seen('10:00'), quote(101, { source: 'DHAN' })), 100);
    // A provider that has no bar of Friday gives Thursday's close; New York trades on Holi.
    const share = (currency: string) => held({ asset_class: 'ETF', currency, price_source: null });
    const told = (previous_as_of: string, as_of: string) =>
      quote(101, { source: 'YAHOO', previous_close: 90, previous_as_of, as_of });
    const indian = { ...share('INR'), asset_class: 'Indian Equity' as const };
    const american = { ...share('USD'), asset_class: 'US Equity' as const };
    assert.equal(previous(indian, told('2026-02-26', '2026-03-02')), null);
    assert.equal(previous(indian, told('2026-03-02', '2026-03-04')), 90);
    assert.equal(previous(american, told('2026-03-02', '2026-03-04')), null);
    assert.equal(previous(share('EUR'), told('2026-03-02', '2026-03-04')), 90);
  });

  it('the same again is unchanged', () => {
    assert.deepEqual(decided(held(), quote(100, { as_of: '2026-02-27' })), ['UNCHANGED', 100, 99]);
  });
});
