import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lookOf, wouldFill } from '../../../core/policies/plan-look.ts';
import type { KeptLook, KeptRehearsal } from '../../../core/policies/plan-look-view.ts';
import { judge, rehearsalOf } from '../../../core/policies/plan-rehearsal.ts';
import type { PlanOrderView } from '../../../core/policies/index.ts';

const CHARGES = {
  brokerage: 0,
  stt: 10,
  exchange: 0.3,
  sebi: 0.1,
  stamp_duty: 1.5,
  gst: 0.1,
  dp: 15,
  total: 27,
};

/** Ten shares of TCS at ₹100, bought at ₹102 at most or sold at ₹98 at least. */
const order = (order_id: string, more: Partial<PlanOrderView> = {}) => {
  const { side = 'BUY' } = more;
  return {
    order_id,
    side,
    symbol: `SH${order_id}`,
    quantity: 10,
    order_kind: 'LIMIT' as const,
    limit_price: side === 'BUY' ? 102 : 98,
    reference_price: 100,
    value: 1000,
    costs: 27,
    charges: CHARGES,
    ...more,
  };
};
type Order = ReturnType<typeof order>;

// 2 May 2024, 11:30 in India.
const AT = '2024-05-02T06:00:00.000Z';
const TODAY = '2024-05-02';

const look = (
  prices: Record<string, [price: number, day?: string] | null>,
  more: Partial<KeptLook> = {},
): KeptLook => ({
  at: AT,
  digest: 'd',
  funds: 5000,
  funds_reason: null,
  is_open: true,
  orders: Object.entries(prices).map(([order_id, price]) => ({
    order_id,
    price: price?.[0] ?? null,
    day: price === null ? null : (price[1] ?? TODAY),
    priced_at: price === null ? null : AT,
  })),
  login_holds: true,
  login: null,
  differences: 0,
  newest_difference: null,
  ...more,
});
const shown = (kept: KeptLook, orders: readonly Order[]) => {
  const found = lookOf(structuredClone(kept), { orders, digest: 'd' });
  assert.ok(found !== null);
  return found;
};

describe('Live orders: what would fill now, and whether the account can pay', () => {
  for (const [side, kind, price, fills] of [
    ['BUY', 'LIMIT', 101.99, true],
    ['BUY', 'LIMIT', 102, true],
    ['BUY', 'LIMIT', 102.01, false],
    ['SELL', 'LIMIT', 98.01, true],
    ['SELL', 'LIMIT', 98, true],
    ['SELL', 'LIMIT', 97.99, false],
    ['BUY', 'LIMIT', null, null],
    ['BUY', 'MARKET', 500, true],
    ['SELL', 'MARKET', null, true],
  ] as const)
    it(`${side} ${kind} at ${price}: ${fills}`, () => {
      const limit = {
        side,
        order_kind: kind,
        limit_price: kind === 'MARKET' ? null : side === 'BUY' ? 102 : 98,
      };
      assert.equal(wouldFill(limit, price), fills);
    });

  it('counts and values what would fill; a price of another day and a missing one are counted apart', () => {
    const orders = [
      order('1'),
      order('2', { value: 3000 }),
      order('3', { side: 'SELL', value: 500 }),
      order('4'),
      order('5', { order_kind: 'MARKET', limit_price: null }),
    ];
    const found = shown(
      look({ '1': [101], '2': [103.5], '3': [97, '2024-04-30'], '4': null, '5': null }),
      orders,
    );
    assert.deepEqual(found.fills, { orders: 2, of: 5, value: 2000, of_value: 6500, unknown: 2 });
    assert.deepEqual(found.words.slice(0, 3), [
      'Read on 2 May 2024, 11:30 IST.',
      'Prices: 2 of 5 orders would fill (₹2,000 of ₹6,500), 2 without a price from today.',
      'SH2 ₹103.50, 3.5% above its reference; SH3 ₹97.00 on 30 Apr 2024, 3.0% below its reference; SH1 ₹101.00, 1.0% above its reference; 2 have no price.',
    ]);
  });

  it('a look kept from Friday still says its day on Monday, money and all; older prices have a moment of their own', () => {
    const kept = look({ '1': [100] }, { at: '2024-05-03T09:40:00.000Z' });
    kept.orders[0]!.day = '2024-05-03';
    kept.orders[0]!.priced_at = '2024-05-03T09:20:00.000Z';
    assert.deepEqual(shown(kept, [order('1')]).words, [
      'Read on 3 May 2024, 15:10 IST.',
      'Prices from 3 May 2024, 14:50 IST on: 1 of 1 order would fill (₹1,000 of ₹1,000).',
      'SH1 ₹100.00, at its reference.',
      'The account has ₹5,000; the plan needs up to ₹1,047.',
    ]);
  });

  it('nothing would fill while the market is closed; the prices are still shown', () => {
    const found = shown(look({ '1': [100] }, { is_open: false }), [order('1')]);
    assert.equal(found.fills, null);
    assert.deepEqual(found.words.slice(0, 3), [
      'Read on 2 May 2024, 11:30 IST.',
      'Prices: the market is closed.',
      'SH1 ₹100.00, at its reference.',
    ]);
  });

  // Two purchases take 2 × (10 × 102 + 27) = 2,094; a sale brings 1,000 − 27 = 973.
  for (const [funds, sales, words] of [
    [2094, 0, 'The account has ₹2,094; the plan needs up to ₹2,094.'],
    [2000, 0, 'The account has ₹2,000; the plan needs up to ₹2,094. It is short by ₹94.'],
    [2100, 1, 'The account has ₹2,100; the plan needs up to ₹2,094 before its sales’ money.'],
    [
      1121,
      1,
      'The account has ₹1,121; the plan needs up to ₹2,094 before its sales’ money. Its sales bring about ₹973.',
    ],
    [
      1000,
      1,
      'The account has ₹1,000; the plan needs up to ₹2,094 before its sales’ money. Even with about ₹973 of sales it is short by ₹121.',
    ],
  ] as const)
    it(`funds ${funds} with ${sales} sales: ${words}`, () => {
      const orders = [order('1'), order('2'), ...(sales === 1 ? [order('3', { side: 'SELL' })] : [])];
      const found = shown(look({}, { funds }), orders);
      assert.ok(found.words.includes(words), found.words.join('\n'));
      assert.deepEqual([found.needs, found.sales_bring], [2094, sales * 973]);
    });

  it('what could not be read says why; a login, differences and a plan that changed are said', () => {
    const found = lookOf(
      look(
        {},
        {
          digest: 'of before',
          funds: null,
          funds_reason: 'The broker did not answer in time.',
          login_holds: false,
          login: 'The account needs a login.',
          differences: 2,
          newest_difference: 'The broker has 3 TCS.',
        },
      ),
      { orders: [order('1')], digest: 'd' },
    );
    assert.deepEqual(found?.words, [
      'Read on 2 May 2024, 11:30 IST.',
      'The plan changed after this was read. Refresh it.',
      'Prices: none is from today.',
      '1 has no price.',
      'The account’s money could not be read: The broker did not answer in time.',
      'The account needs a login.',
      '2 differences with the broker open: The broker has 3 TCS.',
    ]);
  });

  it('what is stored and is no look counts as none', () => {
    for (const stored of [null, {}, { ...look({}), funds: '5000' }, { ...look({}), more: 1 }, []])
      assert.equal(lookOf(stored, { orders: [], digest: 'd' }), null);
  });

  it('any prices and limits: the figures are those of a second way', () => {
    const orders = fc.array(
      fc.record({
        side: fc.constantFrom('BUY' as const, 'SELL' as const),
        paise: fc.integer({ min: 1, max: 50_000 }),
        limit: fc.option(fc.integer({ min: 1, max: 50_000 })),
        value: fc.integer({ min: 1, max: 1_000_000 }),
        fresh: fc.constantFrom('today', 'old', 'none'),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(orders, (made) => {
        const all = made.map(({ side, limit, value }, nr) =>
          order(String(nr), {
            side,
            order_kind: limit === null ? 'MARKET' : 'LIMIT',
            limit_price: limit === null ? null : limit / 100,
            value: value / 100,
          }),
        );
        const prices = Object.fromEntries(
          made.map(({ paise, fresh }, nr) => [
            String(nr),
            fresh === 'none'
              ? null
              : ([paise / 100, fresh === 'old' ? '2024-04-30' : TODAY] as [number, string]),
          ]),
        );
        let [count, value, unknown, total] = [0, 0, 0, 0];
        for (const one of made) {
          total += one.value;
          const isSure = one.limit === null || one.fresh === 'today';
          if (!isSure) unknown += 1;
          const fits = one.side === 'BUY' ? one.paise <= (one.limit ?? 0) : one.paise >= (one.limit ?? 0);
          if (isSure && (one.limit === null || fits)) [count, value] = [count + 1, value + one.value];
        }
        assert.deepEqual(shown(look(prices), all).fills, {
          orders: count,
          of: made.length,
          value: value / 100,
          of_value: total / 100,
          unknown,
        });
      }),
    );
  });
});

type Said = KeptRehearsal['orders'][number];
const said = (order_id: string, more: Partial<Said> = {}): Said => ({
  order_id,
  needs: 1020,
  charges: null,
  refusal: null,
  held: null,
  ...more,
});
const rehearsal = (orders: Said[], more: Partial<KeptRehearsal> = {}): KeptRehearsal => ({
  at: AT,
  digest: 'd',
  funds: 3000,
  funds_reason: null,
  failure: null,
  orders,
  ...more,
});

describe('Live orders, Rehearse: which orders the broker would accept now', () => {
  it('three of four: a purchase that the money does not reach for says by how much', () => {
    // 3,000 pays for two at 1,020; the third lacks 60, a smaller fourth is paid.
    const orders = ['1', '2', '3', '4'].map((id) => order(id));
    const found = rehearsalOf(rehearsal([said('1'), said('2'), said('3'), said('4', { needs: 900 })]), {
      orders,
      digest: 'd',
    });
    assert.deepEqual(
      found?.orders.map(({ is_accepted }) => is_accepted),
      [true, true, false, true],
    );
    assert.deepEqual(found?.words, [
      'Rehearsed on 2 May 2024, 11:30 IST: 3 of 4 orders would be accepted. Nothing was sent.',
      'Buy 10 SH3: funds short by ₹60.00.',
      // 1,020 + 1,020 + 900, without the one that is turned away.
      'The broker would block ₹2,940.00 for accepted orders; the account has ₹3,000.00.',
      'The broker’s calculator names no charges.',
    ]);
  });

  it('sales go first and their money counts; one that is not held brings none', () => {
    const orders = [order('1'), order('2', { side: 'SELL' }), order('3', { side: 'SELL' })];
    const found = rehearsalOf(
      rehearsal([said('1'), said('2', { needs: 0, held: 10 }), said('3', { needs: 0, held: 4 })], {
        funds: 47,
      }),
      { orders, digest: 'd' },
    );
    // 47 + 1,000 − 27 is 1,020.
    assert.deepEqual(found?.words.slice(0, 3), [
      'Rehearsed on 2 May 2024, 11:30 IST: 2 of 3 orders would be accepted. Nothing was sent.',
      'Sell 10 SH3: only 4 of 10 are held.',
      'The broker would block ₹1,020.00 for accepted orders; the account has ₹47.00, and its sales bring about ₹973.00.',
    ]);
  });

  it('an order that is refused blocks nothing, and an estimate of ours is never said to be the broker’s', () => {
    const orders = [order('1'), order('2'), order('3')];
    const line = (all: Said[], funds = 3000) =>
      rehearsalOf(rehearsal(all, { funds }), {
        orders: orders.slice(0, all.length),
        digest: 'd',
      })?.words.find((words) => words.includes('the account has'));
    const refusal = 'Trading is blocked';
    // Ours is 10 × 102 + 27.
    assert.equal(
      line([said('1', { needs: null, refusal }), said('2')]),
      'The broker would block ₹1,020.00 for accepted orders; the account has ₹3,000.00.',
    );
    assert.equal(
      line([said('1', { needs: null, refusal })], 1000),
      'The broker would block ₹0.00 for accepted orders; the account has ₹1,000.00.',
    );
    assert.equal(
      line([said('1', { needs: null }), said('2')]),
      'Accepted orders would take ₹2,067.00, of which ₹1,047.00 is Munim’s estimate; the account has ₹3,000.00.',
    );
    assert.equal(
      line([said('1', { needs: null })]),
      'Munim estimates that accepted orders take ₹1,047.00, since the broker names no amount; the account has ₹3,000.00.',
    );
  });

  it('the broker’s words, and what could not be read', () => {
    const orders = [order('1'), order('2'), order('3', { side: 'SELL' })];
    const found = rehearsalOf(
      rehearsal([said('1', { refusal: 'Trading in SH1 is blocked' }), said('2'), said('3', { needs: 0 })], {
        funds: null,
        funds_reason: 'The broker did not answer in time.',
      }),
      { orders, digest: 'of now' },
    );
    assert.deepEqual(found?.words, [
      'The plan changed after it was rehearsed. Rehearse it again.',
      'Rehearsed on 2 May 2024, 11:30 IST: 0 of 3 orders would be accepted, 2 not known. Nothing was sent.',
      'Buy 10 SH1: “Trading in SH1 is blocked”.',
      'Buy 10 SH2: the account’s money could not be read.',
      'Sell 10 SH3: what the account holds could not be read.',
      'The account’s money could not be read: The broker did not answer in time.',
      'The broker’s calculator names no charges.',
    ]);
  });

  it('calculators that do not answer are said with their reason', () => {
    const found = rehearsalOf(rehearsal([], { failure: 'The broker could not be reached.', funds: null }), {
      orders: [order('1')],
      digest: 'd',
    });
    assert.deepEqual(found?.words, [
      'Rehearsed on 2 May 2024, 11:30 IST, without an answer: The broker could not be reached.',
    ]);
  });

  it('charges are held against the estimate of the same kinds: without the depository’s fee', () => {
    const charges = { brokerage: 0, stt: 11, exchange: 0.3, sebi: 0.1, stamp_duty: 1.5, gst: 0.1, total: 13 };
    const some = {
      ...charges,
      stt: null,
      exchange: null,
      sebi: null,
      stamp_duty: null,
      gst: null,
      brokerage: 20,
    };
    const of = (one: Said['charges']) =>
      rehearsalOf(rehearsal([said('1', { charges: one })]), { orders: [order('1')], digest: 'd' })?.words.at(
        -1,
      );
    assert.equal(
      of(charges),
      'Charges by the broker ₹13.00, our estimate ₹12.00, both without the depository’s fee.',
    );
    assert.equal(of(some), 'Of the charges, the broker names brokerage: ₹20.00, our estimate ₹0.00.');
  });

  it('any money and orders: nothing is accepted that the money does not pay, and a refusal is always for a reason', () => {
    const made = fc.array(
      fc.record({
        isSale: fc.boolean(),
        needs: fc.integer({ min: 0, max: 3000 }),
        held: fc.integer({ min: 0, max: 12 }),
        isRefused: fc.boolean(),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(made, fc.integer({ min: 0, max: 6000 }), (all, funds) => {
        const both = all.map(({ isSale, needs, held, isRefused }, nr) => ({
          order: order(String(nr), { side: isSale ? 'SELL' : 'BUY' }),
          one: said(String(nr), {
            needs: isSale ? 0 : needs,
            held: isSale ? held : null,
            refusal: isRefused ? 'No' : null,
          }),
        }));
        const found = judge(funds, both);
        const accepted = both.filter(({ order: { order_id } }) => found.get(order_id)?.is_accepted === true);
        const money = funds + 973 * accepted.filter(({ order: { side } }) => side === 'SELL').length;
        const spent = accepted.reduce((sum, { one }) => sum + (one.needs ?? 0), 0);
        assert.ok(spent <= money);
        for (const { order: one, one: what } of both) {
          const { is_accepted, reason } = found.get(one.order_id) ?? {};
          assert.equal(is_accepted === true, reason === null);
          if (what.refusal !== null) assert.equal(is_accepted, false);
          // What is turned away for money would not fit even at the end.
          if (is_accepted === false && what.refusal === null && one.side === 'BUY')
            assert.ok((what.needs ?? 0) > money - spent);
        }
      }),
    );
  });
});
