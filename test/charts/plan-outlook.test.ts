import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  failureText,
  outlookFacts,
  planOutlook,
  realisedText,
  saleText,
  turnoverText,
  untradedText,
} from '../../charts/plan-outlook.ts';
import type { BookedShare, PlanOrderView } from '../../core/policies/plan-view.ts';

const share = (
  symbol: string,
  quantity: number,
  price: number,
  sector: string | null = 'Banks',
): BookedShare => ({
  symbol,
  name: null,
  sector,
  quantity,
  price,
  priced_on: '2026-11-27',
  value: quantity * price,
});

const order = (
  order_id: string,
  side: 'BUY' | 'SELL',
  symbol: string,
  quantity: number,
  reference_price: number,
  costs = 0,
) =>
  ({
    order_id,
    side,
    symbol,
    quantity,
    reference_price,
    limit_price: reference_price,
    value: quantity * reference_price,
    costs,
    turnover: null,
  }) as PlanOrderView;

const book = [share('A', 10, 40), share('B', 5, 60, 'IT'), share('C', 10, 20, null), share('D', 0, 50, 'IT')];
/** A 400, B 300, C 200, cash 100: of 1,000. It sells half of A and buys 4 of D. */
const plan = {
  book,
  orders: [order('1', 'SELL', 'A', 5, 40), order('2', 'BUY', 'D', 4, 50)],
  cash_before: 100,
};

const SALE = {
  gain: 12_000,
  tax: 2400,
  short_term_gain: 12_000,
  long_term_gain: 0,
  long_term_from: '2027-01-28',
  all_long_term_from: '2027-01-28',
  days_until: 62,
  all_days_until: 62,
  tax_unknown: null,
  is_booked: false,
};

describe('what a plan makes of a book', () => {
  it('weights, the largest position and sector, and holdings, before and after', () => {
    const outlook = planOutlook(plan);
    assert.ok(outlook);
    // After: A 200, B 300, C 200, D 200, cash 100.
    assert.deepEqual(
      outlook.shares.map(({ symbol, before, after }) => [symbol, before, after]),
      [
        ['B', 30, 30],
        ['A', 40, 20],
        ['C', 20, 20],
        ['D', 0, 20],
      ],
    );
    assert.deepEqual(outlookFacts(outlook), [
      ['Holdings', '3 → 4'],
      ['Cash', '10.0% → 10.0%'],
      ['Largest position', 'A 40.0% → B 30.0%'],
      ['Largest sector', 'Banks 40.0% → IT 50.0%; unknown sector 20.0% → 20.0%'],
    ]);
  });

  it('what is left out changes nothing, and costs come out of the cash', () => {
    const without = planOutlook(plan, ['2']);
    // A 200, B 300, C 200, cash 300.
    assert.deepEqual([without?.after.cash_pct, without?.after.holdings], [30, 3]);
    const dear = planOutlook({ ...plan, orders: [order('1', 'SELL', 'A', 10, 40, 100)] });
    // B 300, C 200, cash 400: of 900.
    assert.deepEqual([dear?.after.holdings, dear?.after.cash_pct?.toFixed(4)], [2, '44.4444']);
  });

  it('a plan without a book, and a book that is worth nothing, have unknown parts and no zeros', () => {
    assert.equal(planOutlook({ ...plan, book: null }), null);
    const empty = planOutlook({ book: [], orders: [], cash_before: 0 });
    assert.deepEqual([empty?.before.cash_pct, empty?.before.position], [null, null]);
    assert.deepEqual(empty && outlookFacts(empty)[1], ['Cash', 'unknown → unknown']);
  });

  it('whatever the plan: weights and cash are 100 %, and without its orders nothing changes', () => {
    const shares = fc
      .array(
        fc.record({
          quantity: fc.nat(500),
          price: fc.integer({ min: 1, max: 9000 }),
          sector: fc.option(fc.constantFrom('IT', 'Banks')),
        }),
        { maxLength: 12 },
      )
      .map((all) => all.map(({ quantity, price, sector }, nr) => share(`S${nr}`, quantity, price, sector)));
    const plans = fc.record({
      shares,
      cash: fc.integer({ min: 100_000, max: 10_000_000 }),
      traded: fc.array(fc.tuple(fc.nat(11), fc.boolean(), fc.nat(100)), { maxLength: 10 }),
    });
    fc.assert(
      fc.property(plans, ({ shares: held, cash, traded }) => {
        const orders = traded.flatMap(([at, isSale, quantity], nr) => {
          const of = held[at];
          return of === undefined
            ? []
            : [
                order(
                  String(nr),
                  isSale ? 'SELL' : 'BUY',
                  of.symbol,
                  isSale ? Math.min(quantity, Math.floor(of.quantity / 10)) : quantity,
                  of.price,
                  nr,
                ),
              ];
        });
        const of = { book: held, orders, cash_before: cash };
        const outlook = planOutlook(of);
        assert.ok(outlook);
        for (const side of ['before', 'after'] as const) {
          const cashPart = outlook[side].cash_pct;
          if (cashPart === null) continue;
          const sum = outlook.shares.reduce((total, one) => total + (one[side] ?? 0), cashPart);
          assert.ok(Math.abs(sum - 100) < 1e-6, `${side} ${sum}`);
        }
        const same = planOutlook(
          of,
          orders.map(({ order_id }) => order_id),
        );
        assert.deepEqual(same?.after, same?.before);
      }),
    );
  });

  it('a sale in a line: its gain, its term, its tax, and what waiting would change', () => {
    const cases: [Partial<typeof SALE> | Record<string, unknown>, string][] = [
      [{}, 'Gain ₹12,000, short-term; tax ₹2,400; 62 days until long-term'],
      [{ days_until: 1, all_days_until: 1 }, 'Gain ₹12,000, short-term; tax ₹2,400; 1 day until long-term'],
      [{ days_until: -1, all_days_until: -1 }, 'Gain ₹12,000, short-term; tax ₹2,400; long-term already'],
      [
        { all_days_until: 90 },
        'Gain ₹12,000, short-term; tax ₹2,400; partly long-term in 62 days, all in 90 days',
      ],
      [
        { short_term_gain: 4000, long_term_gain: 8100 },
        'Gain ₹12,000 (taxable: short-term gain ₹4,000, long-term gain ₹8,100); tax ₹2,400; 62 days until long-term',
      ],
      [
        { gain: -500, short_term_gain: -490, tax: -98, days_until: null, all_days_until: null },
        'Loss ₹500, short-term; saves ₹98 of tax',
      ],
      [
        { short_term_gain: 0, long_term_gain: 12_100, days_until: null, tax: 0 },
        'Gain ₹12,000, long-term; no tax',
      ],
      [{ tax: null, tax_unknown: 'Munim does not know.' }, 'Gain ₹12,000; tax unknown'],
    ];
    for (const [change, text] of cases) assert.equal(saleText({ ...SALE, ...change }), text);
    assert.equal(realisedText(SALE), 'Gain ₹12,000; tax ₹2,400');
  });

  it('an order beside the daily turnover', () => {
    assert.equal(turnoverText({ pct: 0.43, sessions: 20 }), '0.4% of median daily turnover');
    assert.equal(turnoverText({ pct: 0.01, sessions: 20 }), 'under 0.1% of median daily turnover');
    assert.equal(turnoverText({ pct: 31, sessions: 7 }), '31.0% of median daily turnover (7 sessions)');
    assert.equal(turnoverText({ pct: null, sessions: 0 }), null);
  });

  it('the orders without a known daily turnover are one sentence', () => {
    const unknown = { pct: null, sessions: 0, reason: 'x' };
    const [first, second] = plan.orders;
    assert.ok(first && second);
    assert.equal(untradedText({ orders: [first, second] }), null);
    assert.equal(
      untradedText({ orders: [{ ...first, turnover: unknown }, second] }),
      'The median daily turnover of A is unknown.',
    );
  });

  it('if an order fails: which purchases need the money of the sales', () => {
    assert.equal(failureText(plan, ['2']), null);
    const buys = { ...plan, orders: [order('1', 'BUY', 'A', 1, 40), order('2', 'BUY', 'B', 1, 60)] };
    assert.equal(failureText(buys), 'If an order fails, the others are still sent.');
    assert.equal(
      failureText({ ...plan, cash_before: 200 }),
      'If an order fails, the others are still sent: the cash pays for the purchases.',
    );
    assert.equal(
      failureText(plan),
      'Sales go first; D needs their money. If a sale is held or unclear, it waits; if the broker rejects it, the rest is sent and may be rejected too.',
    );
    const more = ['E', 'F', 'G', 'H'].map((symbol) => order(symbol, 'BUY', symbol, 10, 100));
    assert.match(
      failureText({ ...plan, orders: [...plan.orders, ...more] }) ?? '',
      /D, E, F and 2 more need their money/,
    );
  });
});
