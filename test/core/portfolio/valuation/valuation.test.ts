import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar, createPriceSessions } from '../../../../core/market/calendar/index.ts';
import type { Fx } from '../../../../core/portfolio/valuation/fx.ts';
import { holdingFigures, type ValuableHolding } from '../../../../core/portfolio/valuation/holding-value.ts';
import { type ValuationOptions, valueHoldings } from '../../../../core/portfolio/valuation/valuation.ts';
import type { Valuation } from '../../../../core/portfolio/valuation/view.ts';
import { Decimal } from '../../../../core/platform/index.ts';

const now = new Date('2026-01-30T10:00:00.000Z');
const sessions = createPriceSessions(createCalendar());
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const fx: Fx = (from, to) => {
  if (from === to) return { rate: new Decimal(1), estimated: false, day: null, source: 'SAME' };
  return from === 'USD' && to === 'INR'
    ? { rate: new Decimal(80), estimated: true, day: '2026-01-29', source: 'YAHOO' }
    : null;
};

/** Ten units bought at 100, now 120, 110 yesterday, priced a minute ago. */
function held(change: Partial<ValuableHolding> = {}): ValuableHolding {
  return {
    portfolio: 'Main',
    symbol: 'TCS',
    asset_class: 'Indian Equity',
    sector: 'Technology',
    currency: 'INR',
    quantity: '10.0000000000',
    avg_buy_price: '100',
    current_price: '120',
    previous_close: '110',
    priced_at: minutesAgo(1),
    ...change,
  };
}

const value = (holdings: ValuableHolding[], options: Partial<ValuationOptions> = {}): Valuation =>
  valueHoldings(holdings, { base: 'INR', fx, now, sessions, ...options });
const codes = (valuation: Valuation): string[] => valuation.warnings.map((warning) => warning.code);

describe('the valuation of holdings', () => {
  describe('portfolio/States and transitions: dashboard total states', () => {
    it('AVAILABLE: everything is priced', () => {
      // Value 1200, cost 1000, gain 200 = 20 %. Yesterday 1100: +100 = 9.0909090909 %.
      assert.deepEqual(value([held()]).total, {
        state: 'AVAILABLE',
        currency: 'INR',
        is_estimated: false,
        current_value: 1200,
        total_invested: 1000,
        total_profit: 200,
        total_profit_pct: 20,
        day_change: 100,
        day_change_pct: 9.0909090909,
        holdings_count: 1,
        valued_count: 1,
        reasons: {},
        day_change_date: '2026-01-30',
        day_change_label: 'Today',
        partial: {},
      });
      assert.deepEqual(codes(value([held()])), []);
    });

    it('the change of a day is called by the newest session that a price is of', () => {
      // 30 January 2026 is a Friday; a fund's value is still that of Thursday.
      const fund = held({ symbol: 'FUND', asset_class: 'Mutual Fund', price_as_of: '2026-01-29' });
      const cash = held({ symbol: 'CASH', asset_class: 'Cash', previous_close: null });
      const unpriced = held({ symbol: 'NEW', current_price: null, previous_close: null });
      const labels = (holdings: ValuableHolding[], at = now) => {
        const { total, movers } = value(holdings, { now: at });
        return [total.day_change_label, ...movers.day.gainers.map((one) => one.day_change_label)];
      };
      assert.deepEqual(labels([fund, held(), cash]), ['Today', 'Today', 'Thu 29 Jan']);
      assert.deepEqual(labels([fund, cash, unpriced]), ['Thu 29 Jan', 'Thu 29 Jan']);
      const sunday = new Date('2026-02-08T06:00:00.000Z');
      assert.deepEqual(labels([fund, held()], sunday), ['Fri 30 Jan', 'Fri 30 Jan', 'Thu 29 Jan']);
      // Nothing tells a day: it is the last session, Friday 6 February.
      assert.deepEqual(labels([unpriced], sunday), ['Fri 6 Feb']);
      const { portfolios, by_currency } = value([fund, held({ portfolio: 'Other' })]);
      assert.deepEqual(
        portfolios.map((one) => one.day_change_label),
        ['Thu 29 Jan', 'Today'],
      );
      assert.deepEqual(
        by_currency.map((one) => one.day_change_label),
        ['Today'],
      );
    });

    it('Today summed changes of other days: a NAV of yesterday, a stale share, New York before its opening', () => {
      // Friday 30 January 2026, 15:30 in India. Ten units each, 110 before and 120 now: +100.
      const book = [
        held({ symbol: 'INFY' }),
        held({ symbol: 'FUND', asset_class: 'Mutual Fund', price_as_of: '2026-01-29' }),
        held({ symbol: 'STALE', price_as_of: '2026-01-20' }),
        held({ symbol: 'AAPL', asset_class: 'US Equity', currency: 'USD' }),
        held({ symbol: 'STARTUP', asset_class: 'Unlisted' }),
        held({
          symbol: 'CASH',
          asset_class: 'Cash',
          current_price: '1',
          previous_close: '1',
          quantity: '900',
        }),
      ];
      const { total } = value(book);
      assert.deepEqual([total.day_change_label, total.day_change, total.state], ['Today', null, 'ESTIMATED']);
      assert.equal(
        total.reasons.day_change,
        'No price of today for FUND, STALE, AAPL. Unlisted shares have no daily change: STARTUP.',
      );
      const part = total.partial.day_change;
      // INFY and money: 100 of 1,100 + 900 at the close before, which is 5 %.
      assert.deepEqual(
        [part?.figure, total.partial.day_change_pct?.figure, part?.holdings_counted, part?.holdings_total],
        [100, 5, 2, 6],
      );
      assert.deepEqual(
        part?.missing.map(({ symbol, code, reason }) => [symbol, code, reason]),
        [
          ['FUND', 'OTHER_DAY', 'Its price is of Thu 29 Jan.'],
          ['STALE', 'OTHER_DAY', 'Its price is of Tue 20 Jan.'],
          ['AAPL', 'OTHER_DAY', 'Its price is of Thu 29 Jan.'],
          ['STARTUP', 'OTHER_DAY', 'Its price is entered by hand and is of no session.'],
        ],
      );
      // At ten in the evening New York has opened, and its session has the same date.
      const evening = new Date('2026-01-30T16:30:00.000Z');
      const later = value(
        [
          held({ priced_at: evening }),
          held({ asset_class: 'US Equity', currency: 'USD', priced_at: evening }),
        ],
        { now: evening },
      ).total;
      // 100 + 100 × 80.
      assert.deepEqual([later.day_change_label, later.day_change, later.partial], ['Today', 8100, {}]);
    });

    it('an unlisted share that was valued anew today is no mover of the day, and its reason is not a missing price', () => {
      // Bought for 100, worth 110 since last year, and 120 since Saturday.
      const startup = { symbol: 'STARTUP', asset_class: 'Unlisted', price_as_of: '2026-01-31' };
      const saturday = new Date('2026-01-31T10:00:00.000Z');
      for (const previous_close of ['110', null]) {
        const { total, movers, warnings } = value([held({ ...startup, previous_close })], { now: saturday });
        assert.deepEqual([total.day_change, total.day_change_label], [null, 'Sat 31 Jan']);
        assert.equal(total.reasons.day_change, 'Unlisted shares have no daily change: STARTUP.');
        assert.deepEqual(movers.day, { gainers: [], losers: [] });
        assert.deepEqual(
          movers.total.gainers.map(({ label }) => label),
          ['STARTUP'],
        );
        assert.ok(!warnings.some(({ code }) => code === 'PREVIOUS_CLOSE_MISSING'));
      }
    });

    it('the label is of the newest session with a known change: a fund valued on Sunday does not hide the week', () => {
      const sunday = new Date('2026-02-08T06:00:00.000Z');
      const liquid = held({ symbol: 'LIQUID', asset_class: 'Mutual Fund', price_as_of: '2026-02-08' });
      const shares = ['A', 'B'].map((symbol) => held({ symbol, price_as_of: '2026-02-06' }));
      const unquoted = held({ symbol: 'NEW', price_as_of: '2026-02-08', previous_close: null });
      const { total } = value([liquid, ...shares, unquoted], { now: sunday });
      assert.deepEqual([total.day_change_label, total.partial.day_change?.figure], ['Fri 6 Feb', 200]);
      assert.deepEqual(
        total.partial.day_change?.missing.map(({ symbol, code }) => [symbol, code]),
        [
          ['LIQUID', 'OTHER_DAY'],
          ['NEW', 'NO_PREVIOUS_CLOSE'],
        ],
      );
      // A change of a year ago is neither that of the book nor a mover of its day.
      const old = held({ symbol: 'OLD', price_as_of: '2025-02-06' });
      const tcs = held({ symbol: 'TCS', previous_close: null, price_as_of: '2026-02-06' });
      const anew = value([old, unquoted, tcs], { now: sunday });
      const { day_change_label, day_change, partial, reasons } = anew.total;
      assert.deepEqual([day_change_label, day_change, partial], ['Fri 6 Feb', null, {}]);
      assert.equal(reasons.day_change, 'No previous close for NEW, TCS. No price of Fri 6 Feb for OLD.');
      assert.deepEqual(anew.movers.day, { gainers: [], losers: [] });
      // In two portfolios at prices of two days it is no mover of either.
      const mixed = [
        held({ price_as_of: '2026-01-30' }),
        held({ portfolio: 'Kids', price_as_of: '2026-01-29' }),
      ];
      assert.deepEqual(value(mixed).movers.day, { gainers: [], losers: [] });
    });

    it('PARTIAL: one without a price leaves gains unavailable, since value and cost cover different holdings', () => {
      const valuation = value([held(), held({ symbol: 'OLD', current_price: null, previous_close: null })]);
      const { total } = valuation;
      assert.equal(total.state, 'PARTIAL');
      assert.equal(total.current_value, 1200);
      assert.equal(total.total_invested, 2000);
      assert.equal(total.total_profit, null);
      assert.equal(total.total_profit_pct, null);
      assert.equal(total.reasons.total_profit, 'No price for OLD.');
      assert.equal(total.reasons.total_profit_pct, 'No price for OLD.');
      // The holding that is valued has its previous close, so today's change is known.
      assert.equal(total.day_change, 100);
      assert.equal(total.valued_count, 1);
      assert.deepEqual(codes(valuation), ['VALUATION_PARTIAL']);
      assert.match(valuation.warnings[0]?.message ?? '', /No price for OLD, so the total excludes it\./);
    });

    it('UNAVAILABLE: nothing has a usable price', () => {
      const valuation = value([held({ current_price: null, previous_close: null })]);
      const { total } = valuation;
      assert.equal(total.state, 'UNAVAILABLE');
      assert.equal(total.current_value, null);
      assert.equal(total.day_change, null);
      assert.equal(total.total_invested, 1000);
      assert.equal(total.reasons.current_value, 'No price for TCS.');
      assert.equal(valuation.freshness.unavailable_holdings, 1);
    });

    it('ESTIMATED: complete, but converted between currencies', () => {
      const valuation = value([held(), held({ symbol: 'AAPL', currency: 'USD' })]);
      const { total } = valuation;
      // 1200 + 1200 × 80 = 97,200 and 1000 + 1000 × 80 = 81,000.
      assert.equal(total.state, 'ESTIMATED');
      assert.equal(total.is_estimated, true);
      assert.equal(total.current_value, 97_200);
      assert.equal(total.total_profit, 16_200);
      assert.equal(total.total_profit_pct, 20);
      assert.deepEqual(codes(valuation), ['FX_ESTIMATED']);
    });

    it('no holdings at all are worth nothing, and that is known', () => {
      const { total, warnings } = value([]);
      assert.equal(total.state, 'AVAILABLE');
      assert.deepEqual(
        [total.current_value, total.total_invested, total.total_profit, total.day_change],
        [0, 0, 0, 0],
      );
      assert.equal(total.total_profit_pct, null);
      assert.equal(total.reasons.total_profit_pct, 'Nothing was invested.');
      assert.deepEqual(warnings, []);
    });

    it("today's change is null when any valued holding lacks a previous close", () => {
      const valuation = value([held(), held({ symbol: 'NEW', previous_close: null })]);
      assert.equal(valuation.total.state, 'AVAILABLE');
      assert.equal(valuation.total.day_change, null);
      assert.equal(valuation.total.day_change_pct, null);
      assert.equal(valuation.total.reasons.day_change, 'No previous close for NEW.');
      assert.equal(valuation.total.total_profit, 400);
      assert.deepEqual(codes(valuation), ['PREVIOUS_CLOSE_MISSING']);
    });

    it('gains are null, never invented, when a purchase price is not known', () => {
      const { total } = value([held(), held({ symbol: 'GIFT', avg_buy_price: null })]);
      assert.equal(total.state, 'AVAILABLE');
      assert.equal(total.current_value, 2400);
      assert.equal(total.total_invested, null);
      assert.equal(total.total_profit, null);
      assert.equal(total.reasons.total_profit, 'The cost of GIFT is unknown.');
    });

    it('a cost of zero is known: bonus shares gain all they are worth', () => {
      const { total } = value([held({ avg_buy_price: '0' })]);
      assert.equal(total.total_profit, 1200);
      assert.equal(total.total_profit_pct, null);
    });
  });

  describe('portfolio/States and transitions: a quote that is not finite and positive is never chosen', () => {
    for (const bad of ['0', '-5', 'NaN', 'Infinity', 'n/a', new Decimal(NaN), new Decimal(Infinity)]) {
      it(`${String(bad)}: the newest valid observation before it is used, and is stale`, () => {
        const figures = holdingFigures(
          held({
            current_price: bad,
            prior_prices: [
              { price: '105', observed_at: '2026-01-28T10:00:00Z' },
              { price: '108', observed_at: '2026-01-29T10:00:00Z' },
              { price: '0', observed_at: '2026-01-29T12:00:00Z' },
            ],
          }),
          now,
          sessions,
        );
        assert.equal(figures.price, 108);
        assert.equal(figures.priced_at, '2026-01-29T10:00:00.000Z');
        assert.equal(figures.price_state, 'STALE');
        assert.equal(figures.market_value, 1080);
        assert.equal(figures.day_change, null);
      });
    }

    it('without older quotes the previous close stands in; its change of today is not known', () => {
      const valuation = value([held({ current_price: '0' })]);
      assert.equal(valuation.total.current_value, 1100);
      assert.equal(valuation.total.day_change, null);
      assert.deepEqual(codes(valuation), ['VALUATION_STALE', 'PREVIOUS_CLOSE_MISSING']);
    });

    it('with nothing valid at all the holding is unavailable, not worth zero', () => {
      const figures = holdingFigures(held({ current_price: '-1', previous_close: '0' }), now, sessions);
      assert.deepEqual(
        [figures.price, figures.market_value, figures.gain, figures.day_change, figures.price_state],
        [null, null, null, null, 'UNAVAILABLE'],
      );
      assert.equal(figures.invested, 1000);
    });

    it('a previous close that is not positive counts as missing', () => {
      assert.equal(value([held({ previous_close: '0' })]).total.day_change, null);
    });
  });

  it('money needs no quote: cash is worth what it was entered at, or one, and is never stale', () => {
    const cash = { asset_class: 'Cash', current_price: null, previous_close: null, priced_at: null };
    const valuation = value([
      held({ ...cash, symbol: 'INR', quantity: '5000', avg_buy_price: null }),
      held({ ...cash, symbol: 'FD', quantity: '1', avg_buy_price: '20000' }),
    ]);
    assert.equal(valuation.total.current_value, 25_000);
    assert.equal(valuation.total.day_change, 0);
    assert.equal(valuation.freshness.stale_holdings, 0);
  });

  it('a holding of no units neither counts nor lacks a price', () => {
    const { total } = value([held(), held({ quantity: '0', current_price: null, previous_close: null })]);
    assert.equal(total.state, 'AVAILABLE');
    assert.equal(total.holdings_count, 1);
  });

  describe('portfolio/Dashboard read model v2 sections: freshness', () => {
    it('a price of exactly 30 minutes is fresh, one older or of no known time is stale', () => {
      const valuation = value([
        held({ symbol: 'A', priced_at: minutesAgo(30) }),
        held({ symbol: 'B', priced_at: new Date(minutesAgo(30).getTime() - 1) }),
        held({ symbol: 'C', priced_at: null }),
        held({ symbol: 'D', priced_at: minutesAgo(2).toISOString() }),
        held({ symbol: 'E', current_price: null, previous_close: null }),
      ]);
      assert.deepEqual(valuation.freshness, {
        threshold_minutes: 30,
        valuation_timestamp: minutesAgo(2).toISOString(),
        oldest_priced_at: '2026-01-30T09:29:59.999Z',
        stale_holdings: 2,
        unavailable_holdings: 1,
        // C, whose price has no time.
        outdated_holdings: 1,
        prices_of: null,
        age: 'Age unknown',
        age_message: '1 share: price of an unknown day',
      });
      const stale = valuation.warnings.find((warning) => warning.code === 'VALUATION_STALE');
      assert.equal(stale?.count, 2);
    });

    it('stale prices still make a total', () => {
      assert.equal(value([held({ priced_at: minutesAgo(600) })]).total.state, 'AVAILABLE');
    });
  });

  describe('portfolio/Dashboard read model v2 sections: currencies', () => {
    const mixed = [
      held(),
      held({ symbol: 'AAPL', currency: 'USD' }),
      held({ symbol: 'SAP', currency: 'EUR' }),
    ];

    it('totals by original currency are not converted and not estimated', () => {
      assert.deepEqual(
        value(mixed).by_currency.map((t) => [
          t.currency,
          t.state,
          t.current_value,
          t.total_profit,
          t.is_estimated,
        ]),
        [
          ['EUR', 'AVAILABLE', 1200, 200, false],
          ['INR', 'AVAILABLE', 1200, 200, false],
          ['USD', 'AVAILABLE', 1200, 200, false],
        ],
      );
    });

    it('FX_UNAVAILABLE: a currency without a rate is left out of the base total, which is then PARTIAL', () => {
      const valuation = value(mixed);
      assert.equal(valuation.total.state, 'PARTIAL');
      assert.equal(valuation.total.current_value, 97_200);
      assert.equal(valuation.total.total_invested, null);
      assert.equal(valuation.total.reasons.total_profit, 'No exchange rate for EUR.');
      assert.equal(valuation.freshness.unavailable_holdings, 0);
      assert.deepEqual(codes(valuation), ['FX_ESTIMATED', 'FX_UNAVAILABLE']);
      assert.equal(value([held({ currency: 'EUR' })]).total.state, 'UNAVAILABLE');
    });

    it('portfolio/Dashboard read model v2 "FX_ESTIMATED": the rate that was used is told with its day', () => {
      const valuation = value(mixed);
      assert.deepEqual(valuation.fx_rates, [
        { from: 'USD', to: 'INR', rate: 80, day: '2026-01-29', source: 'YAHOO', is_estimated: true },
      ]);
      assert.equal(
        valuation.warnings[0]?.message,
        'Totals are estimates: amounts in USD are converted at one rate (1 USD = 80 INR of 29 Jan 2026).',
      );
      assert.deepEqual(value([held()]).fx_rates, []);
    });

    it('a rate that is zero or not finite is no rate', () => {
      for (const rate of [0, -1, NaN, Infinity]) {
        const broken: Fx = () => ({ rate: new Decimal(rate), estimated: false, day: null, source: 'TEST' });
        assert.equal(value([held({ currency: 'USD' })], { fx: broken }).total.state, 'UNAVAILABLE');
      }
    });
  });

  it('TRADES_UNASSIGNED names the trades that wait for an answer', () => {
    const [warning] = value([held()], { asked_names: ['HDFC', 'TATA'] }).warnings;
    assert.deepEqual(
      [warning?.code, warning?.count, warning?.message],
      ['TRADES_UNASSIGNED', 2, 'Trades of HDFC, TATA are not booked until you say which share they are of.'],
    );
  });

  it('SYNC_FAILED names the connections', () => {
    const [warning] = value([held()], { failed_syncs: ['Zerodha', 'Dhan'] }).warnings;
    assert.equal(warning?.code, 'SYNC_FAILED');
    assert.equal(warning?.count, 2);
    assert.match(warning?.message ?? '', /Zerodha, Dhan/);
  });

  it('sums each portfolio, those that hold nothing included', () => {
    const { portfolios } = value([held(), held({ portfolio: 'Kids' })], { portfolios: ['Main', 'Empty'] });
    assert.deepEqual(
      portfolios.map((p) => [p.portfolio, p.state, p.current_value, p.holdings_count]),
      [
        ['Empty', 'AVAILABLE', 0, 0],
        ['Kids', 'AVAILABLE', 1200, 1],
        ['Main', 'AVAILABLE', 1200, 1],
      ],
    );
  });

  describe('allocation', () => {
    it('shares of value, largest first, in percentage points', () => {
      const { allocation } = value([
        held({ quantity: '30' }),
        held({ symbol: 'GOLD', asset_class: 'Commodity', sector: null }),
      ]);
      assert.equal(allocation.basis, 'value');
      assert.deepEqual(
        allocation.asset_class.map((slice) => [slice.label, slice.value, slice.share_pct]),
        [
          ['Indian Equity', 3600, 75],
          ['Commodity', 1200, 25],
        ],
      );
      assert.deepEqual(
        allocation.sector.map((slice) => slice.label),
        ['Technology', 'Unclassified'],
      );
    });

    it('a part without prices has no share, and the rest is still the whole', () => {
      const { allocation } = value([
        held(),
        held({ symbol: 'X', asset_class: 'Unlisted', current_price: null, previous_close: null }),
      ]);
      assert.deepEqual(allocation.asset_class[1], {
        label: 'Unlisted',
        value: null,
        share_pct: null,
        holdings_count: 1,
        unvalued_count: 1,
      });
      assert.equal(allocation.asset_class[0]?.share_pct, 100);
    });

    it('falls back to cost when nothing is priced', () => {
      const none = { current_price: null, previous_close: null };
      const { allocation } = value([held(none), held({ ...none, portfolio: 'Kids', avg_buy_price: '300' })]);
      assert.equal(allocation.basis, 'cost');
      assert.deepEqual(
        allocation.portfolio.map((slice) => [slice.label, slice.value, slice.share_pct]),
        [
          ['Kids', 3000, 75],
          ['Main', 1000, 25],
        ],
      );
    });
  });

  describe('movers', () => {
    it('by today and by gain, strongest first, five each way, still ones in neither list', () => {
      const prices = [115, 121, 99, 110, 132, 143, 116, 55];
      const { movers } = value(
        prices.map((price, index) => held({ symbol: `S${index}`, current_price: String(price) })),
      );
      assert.deepEqual(
        movers.day.gainers.map((mover) => [mover.label, mover.change]),
        [
          ['S5', 330],
          ['S4', 220],
          ['S1', 110],
          ['S6', 60],
          ['S0', 50],
        ],
      );
      // 55 against 110 is −50 %, 99 is −10 %; 110 did not move.
      assert.deepEqual(
        movers.day.losers.map((mover) => [mover.label, mover.change_pct]),
        [
          ['S7', -50],
          ['S2', -10],
        ],
      );
      assert.deepEqual(
        movers.total.losers.map((mover) => [mover.label, mover.change_pct]),
        [
          ['S7', -45],
          ['S2', -1],
        ],
      );
    });

    it('a symbol in two portfolios is one mover', () => {
      const { movers } = value([held(), held({ portfolio: 'Kids', avg_buy_price: '140' })]);
      // Cost 1000 + 1400, value 2400: no gain. Today +100 twice.
      assert.deepEqual(movers.total, { gainers: [], losers: [] });
      assert.deepEqual(
        movers.day.gainers.map((mover) => [mover.label, mover.change, mover.market_value]),
        [['TCS', 200, 2400]],
      );
    });

    it('a mover abroad moves by its own currency and weighs in the base', () => {
      const { movers } = value([held({ currency: 'USD' })]);
      assert.equal(movers.total.gainers[0]?.change_pct, 20);
      assert.equal(movers.total.gainers[0]?.change, 16_000);
    });
  });

  it('adds up exactly where floats do not', () => {
    // 0.1 + 0.2 three times over: a double gives 0.30000000000000004.
    const penny = held({ quantity: '1', avg_buy_price: '0', previous_close: '0.1' });
    const { total } = value([
      { ...penny, current_price: '0.1' },
      { ...penny, current_price: '0.2' },
    ]);
    assert.equal(total.current_value, 0.3);
  });

  it('the parts add up to the total, whatever is held', () => {
    const price = fc.option(
      fc.integer({ min: 1, max: 10 ** 7 }).map((n) => new Decimal(n).div(100).toFixed()),
    );
    const holding = fc.record({
      portfolio: fc.constantFrom('Main', 'Kids'),
      symbol: fc.constantFrom('A', 'B', 'C'),
      asset_class: fc.constantFrom('Indian Equity', 'Mutual Fund', 'Cash'),
      sector: fc.constantFrom('Banks', null),
      currency: fc.constantFrom('INR', 'USD', 'EUR'),
      quantity: fc.integer({ min: 0, max: 10 ** 6 }).map((n) => new Decimal(n).div(1000).toFixed()),
      avg_buy_price: price,
      current_price: price,
      previous_close: price,
      priced_at: fc.constantFrom(now, null),
    });
    const close = (a: number, b: number): void =>
      assert.ok(Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b)), `${a} ${b}`);
    fc.assert(
      fc.property(fc.array(holding, { maxLength: 12 }), (holdings) => {
        const { total, portfolios, allocation, by_currency } = value(holdings);
        const count = (list: { holdings_count: number }[]): number =>
          list.reduce((sum, one) => sum + one.holdings_count, 0);
        assert.equal(count(portfolios), total.holdings_count);
        assert.equal(count(by_currency), total.holdings_count);
        assert.equal(count(allocation.sector), total.holdings_count);
        const unknown = total.state === 'PARTIAL' || total.state === 'UNAVAILABLE';
        assert.equal(unknown, total.valued_count < total.holdings_count);
        if (unknown) assert.equal(total.total_profit, null);
        for (const measure of [
          'current_value',
          'total_invested',
          'total_profit',
          'total_profit_pct',
          'day_change',
          'day_change_pct',
        ] as const) {
          assert.equal(total[measure] === null, total.reasons[measure] !== undefined, measure);
        }
        if (total.current_value === null) return;
        close(
          portfolios.reduce((sum, one) => sum + (one.current_value ?? 0), 0),
          total.current_value,
        );
        for (const slices of [
          allocation.asset_class,
          allocation.sector,
          allocation.currency,
          allocation.portfolio,
        ]) {
          close(
            slices.reduce((sum, one) => sum + (one.value ?? 0), 0),
            total.current_value,
          );
          if (total.current_value > 0)
            close(
              slices.reduce((sum, one) => sum + (one.share_pct ?? 0), 0),
              100,
            );
        }
      }),
    );
  });
});
