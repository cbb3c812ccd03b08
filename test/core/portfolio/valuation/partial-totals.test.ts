import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar, createPriceSessions } from '../../../../core/market/calendar/index.ts';
import type { Fx } from '../../../../core/portfolio/valuation/fx.ts';
import type { ValuableHolding } from '../../../../core/portfolio/valuation/holding-value.ts';
import { MOST_MISSING } from '../../../../core/portfolio/valuation/coverage.ts';
import { type Measure, MEASURES, type Totals } from '../../../../core/portfolio/valuation/view.ts';
import { valueHoldings } from '../../../../core/portfolio/valuation/valuation.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { sampled } from '../../../support/soak.ts';

const now = new Date('2026-01-30T10:00:00.000Z');
const sessions = createPriceSessions(createCalendar());
const fx: Fx = (from, to) => {
  if (from === to) return { rate: new Decimal(1), estimated: false, day: null, source: 'SAME' };
  return from === 'USD' && to === 'INR'
    ? { rate: new Decimal(80), estimated: true, day: '2026-01-29', source: 'YAHOO' }
    : null;
};

/** Ten units bought at 100, now 120, 110 yesterday. */
const held = (symbol: string, change: Partial<ValuableHolding> = {}): ValuableHolding => ({
  portfolio: 'Main',
  symbol,
  asset_class: 'Indian Equity',
  sector: null,
  currency: 'INR',
  quantity: '10',
  avg_buy_price: '100',
  current_price: '120',
  previous_close: '110',
  priced_at: now,
  ...change,
});
const totalOf = (holdings: ValuableHolding[]): Totals =>
  valueHoldings(holdings, { base: 'INR', fx, now, sessions }).total;
const unpriced = { current_price: null, previous_close: null };

describe('the part of a total that is known', () => {
  it('one holding without a purchase price left Gain blank for all others: it is told of the others', () => {
    // TCS: 1200 on 1000. GIFT is worth 1200 too and has no cost, so TCS is half of what is valued.
    const total = totalOf([held('TCS'), held('GIFT', { avg_buy_price: null })]);
    assert.deepEqual([total.total_profit, total.total_invested], [null, null]);
    const part = {
      state: 'PARTIAL',
      holdings_counted: 1,
      holdings_total: 2,
      value_share_pct: 50,
      missing_count: 1,
      missing: [
        {
          portfolio: 'Main',
          symbol: 'GIFT',
          code: 'NO_COST',
          reason: 'No cost is recorded.',
          mend: 'Import the tradebook, or edit the holding and enter its average cost.',
          price_day_label: null,
        },
      ],
    };
    assert.deepEqual(total.partial, {
      total_invested: { figure: 1000, ...part },
      total_profit: { figure: 200, ...part },
      total_profit_pct: { figure: 20, ...part },
    });
  });

  it('one without a price: value and gain are those of the others, whose share nobody can tell', () => {
    const { partial, state } = totalOf([held('TCS'), held('OLD', unpriced)]);
    assert.equal(state, 'PARTIAL');
    assert.deepEqual(
      MEASURES.map((name) => [name, partial[name]?.figure, partial[name]?.value_share_pct]),
      [
        ['current_value', 1200, null],
        ['total_invested', undefined, undefined],
        ['total_profit', 200, null],
        ['total_profit_pct', 20, null],
        ['day_change', 100, null],
        // 100 on 1100.
        ['day_change_pct', 9.0909090909, null],
      ],
    );
    assert.deepEqual(
      partial.total_profit?.missing.map(({ symbol, code }) => [symbol, code]),
      [['OLD', 'NO_PRICE']],
    );
  });

  it("portfolio/States and transitions: today's change stays null without one previous close; the part has it", () => {
    // 3 × 1200 is valued, 2 × 1200 has a previous close.
    const total = totalOf([held('TCS'), held('INFY'), held('NEW', { previous_close: null })]);
    assert.equal(total.day_change, null);
    assert.equal(total.partial.day_change?.figure, 200);
    assert.equal(total.partial.day_change?.holdings_counted, 2);
    assert.ok(Math.abs((total.partial.day_change?.value_share_pct ?? 0) - 200 / 3) < 1e-9);
    assert.equal(total.partial.day_change?.missing[0]?.code, 'NO_PREVIOUS_CLOSE');
  });

  it('a currency without a rate is left out with its reason', () => {
    const { partial } = totalOf([held('TCS'), held('SAP', { currency: 'EUR' })]);
    assert.equal(partial.total_profit?.figure, 200);
    assert.equal(partial.total_invested?.figure, 1000);
    assert.equal(partial.total_profit?.missing[0]?.code, 'NO_RATE');
  });

  it('what is known for all or for none has no part, and a part without cost no percentage', () => {
    assert.deepEqual(totalOf([held('TCS')]).partial, {});
    assert.deepEqual(totalOf([]).partial, {});
    assert.deepEqual(totalOf([held('OLD', { ...unpriced, avg_buy_price: null })]).partial, {});
    const bonus = totalOf([held('BONUS', { avg_buy_price: '0' }), held('OLD', unpriced)]);
    assert.equal(bonus.partial.total_profit?.figure, 1200);
    assert.equal(bonus.partial.total_profit_pct, undefined);
  });

  it('names as many as one reads, and counts them all', () => {
    const many = Array.from({ length: MOST_MISSING + 5 }, (_, at) => held(`OLD${at}`, unpriced));
    const part = totalOf([held('TCS'), ...many]).partial.total_profit;
    assert.deepEqual([part?.missing.length, part?.missing_count], [MOST_MISSING, MOST_MISSING + 5]);
  });

  describe('portfolio/Dashboard read model v2 "is_estimated": true when currencies are mixed', () => {
    it('a converted cost was in Invested, and the total said that nothing was estimated', () => {
      const total = totalOf([held('TCS'), held('AAPL', { currency: 'USD', ...unpriced })]);
      // 1000 + 1000 × 80.
      assert.deepEqual([total.total_invested, total.current_value], [81_000, 1200]);
      assert.deepEqual([total.is_estimated, total.state], [true, 'PARTIAL']);
    });

    it('what no rate converts and what has neither value nor cost estimates nothing', () => {
      assert.equal(totalOf([held('TCS'), held('SAP', { currency: 'EUR' })]).is_estimated, false);
      const nothing = held('AAPL', { currency: 'USD', avg_buy_price: null, ...unpriced });
      assert.equal(totalOf([held('TCS'), nothing]).is_estimated, false);
    });
  });

  it('a second, slow way on random holdings with random holes: each part is the total of its holdings alone', () => {
    const price = fc.option(fc.integer({ min: 1, max: 99_999 }), { freq: 3 });
    const one = fc.record({
      quantity: fc.integer({ min: 1, max: 500 }),
      avg_buy_price: price,
      current_price: price,
      previous_close: price,
      currency: fc.constantFrom('INR', 'INR', 'USD', 'EUR'),
      portfolio: fc.constantFrom('Main', 'Kids'),
      asset_class: fc.constantFrom('Indian Equity', 'Indian Equity', 'Mutual Fund', 'Unlisted'),
      price_as_of: fc.constantFrom('2026-01-30', '2026-01-30', ...DAYS, null),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (drawn) => {
        const holdings = drawn.map((figures, at) => {
          const money = (hundredths: number | null) =>
            hundredths === null ? null : String(hundredths / 100);
          return held(`S${at}`, {
            ...figures,
            quantity: String(figures.quantity),
            avg_buy_price: money(figures.avg_buy_price),
            current_price: money(figures.current_price),
            previous_close: money(figures.previous_close),
          });
        });
        const { partial, day_change_date } = totalOf(holdings);
        const day = slowDay(holdings);
        if (day !== null) assert.equal(day_change_date, day);
        for (const name of MEASURES) {
          const counted = holdings.filter((holding) => isKnown(name, holding, day));
          const found = partial[name];
          if (counted.length === 0 || counted.length === holdings.length) {
            assert.equal(found, undefined);
            continue;
          }
          const expected = slowly(name, counted);
          if (expected === null) {
            assert.equal(found, undefined);
            continue;
          }
          assert.ok(found !== undefined);
          assert.ok(Math.abs(found.figure - expected) <= 1e-8 * Math.max(1, Math.abs(expected)), name);
          // And the books without the others say the same.
          assert.equal(found.figure, totalOf(counted)[name]);
          assert.deepEqual([found.holdings_counted, found.holdings_total], [counted.length, holdings.length]);
          const left = holdings.filter((holding) => !counted.includes(holding));
          assert.deepEqual(
            found.missing.map(({ symbol }) => symbol).toSorted(),
            left.map(({ symbol }) => symbol).toSorted(),
          );
          const isShareKnown = holdings.every((holding) => isKnown('current_value', holding, day));
          assert.equal(found.value_share_pct === null, !isShareKnown);
          if (isShareKnown) {
            const share = (slowly('current_value', counted) ?? 0) / (slowly('current_value', holdings) ?? 0);
            assert.ok(Math.abs((found.value_share_pct ?? 0) - share * 100) < 1e-6);
          }
        }
      }),
      { numRuns: sampled(100, 20_000) },
    );
  });
});

/** Friday 23 to Friday 30 January 2026. Monday is Republic Day: NSE is closed, and NYSE is not. */
const DAYS = [23, 24, 25, 26, 27, 28, 29, 30].map((day) => `2026-01-${day}`);
const closedIn = (currency: string) =>
  currency === 'USD' ? ['2026-01-24', '2026-01-25'] : ['2026-01-24', '2026-01-25', '2026-01-26'];

/** The day of a price: a fund's is as published, one by hand as entered, a share's its last session on or before that day. */
function slowDate({ asset_class, currency, price_as_of = null }: ValuableHolding): string {
  const closed = closedIn(currency);
  // At half past three in the afternoon in India, New York has not opened.
  const told =
    price_as_of ?? (currency === 'USD' && asset_class !== 'Unlisted' ? '2026-01-29' : '2026-01-30');
  if (asset_class === 'Mutual Fund' || asset_class === 'Unlisted') return told;
  return DAYS.filter((day) => day <= told && !closed.includes(day)).at(-1) ?? '';
}

/** The newest session that a change in rupees is known of, if it is at most six days older than any price of a session. */
function slowDay(holdings: readonly ValuableHolding[]): string | null {
  const priced = holdings.filter((one) => priceOf(one) !== null);
  const sessions = priced
    .filter((one) => one.asset_class !== 'Unlisted' && !closedIn(one.currency).includes(slowDate(one)))
    .toSorted((a, b) => slowDate(b).localeCompare(slowDate(a)));
  const changed = sessions.find(
    (one) => one.currency !== 'EUR' && one.current_price !== null && one.previous_close !== null,
  );
  const [newest] = sessions;
  if (newest === undefined) return priced.map(slowDate).toSorted().at(-1) ?? null;
  const isNear =
    changed !== undefined && DAYS.indexOf(slowDate(newest)) - DAYS.indexOf(slowDate(changed)) <= 6;
  return slowDate(isNear ? changed : newest);
}

const priceOf = ({ current_price, previous_close }: ValuableHolding): Decimal | null => {
  const price = current_price ?? previous_close;
  return price === null ? null : new Decimal(String(price));
};

function isKnown(name: Measure, holding: ValuableHolding, day: string | null): boolean {
  if (holding.currency === 'EUR') return false;
  const hasPrice = priceOf(holding) !== null;
  const hasCost = holding.avg_buy_price !== null;
  if (name === 'current_value') return hasPrice;
  if (name === 'total_invested') return hasCost;
  if (name.startsWith('total_profit')) return hasPrice && hasCost;
  if (holding.current_price === null || holding.previous_close === null) return false;
  // A price of another day was added up under the label of this one.
  return holding.asset_class !== 'Unlisted' && slowDate(holding) === day;
}

/** Each holding by its units, price and rate, with decimals. */
function slowly(name: Measure, holdings: readonly ValuableHolding[]): number | null {
  const sum = (per: (holding: ValuableHolding) => Decimal): Decimal =>
    holdings.reduce(
      (all, one) =>
        all.plus(
          per(one)
            .times(String(one.quantity))
            .times(one.currency === 'USD' ? 80 : 1),
        ),
      new Decimal(0),
    );
  const value = () => sum((one) => priceOf(one) ?? new Decimal(0));
  const cost = () => sum((one) => new Decimal(String(one.avg_buy_price)));
  const before = () => sum((one) => new Decimal(String(one.previous_close)));
  const part = (of: Decimal, all: Decimal): number | null =>
    all.isZero() ? null : of.dividedBy(all).times(100).toNumber();
  switch (name) {
    case 'current_value':
      return value().toNumber();
    case 'total_invested':
      return cost().toNumber();
    case 'total_profit':
      return value().minus(cost()).toNumber();
    case 'total_profit_pct':
      return part(value().minus(cost()), cost());
    case 'day_change':
      return value().minus(before()).toNumber();
    case 'day_change_pct':
      return part(value().minus(before()), before());
  }
}
