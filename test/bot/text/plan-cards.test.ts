import assert from 'node:assert/strict';
import { planCard, WHOLE } from '../../../bot/plan-cards.ts';
import type { PlanOrderView, PlanView } from '../../../core/policies/index.ts';
import { lookOf, lookWithout } from '../../../core/policies/plan-look.ts';
import { rehearsalOf, rehearsalWithout } from '../../../core/policies/plan-rehearsal.ts';
import { sumsOf } from '../../../core/policies/plan-sums.ts';

const CHARGES = {
  brokerage: 0,
  stt: 10,
  exchange: 0.3,
  sebi: 0.01,
  stamp_duty: 1.5,
  gst: 0.06,
  dp: 15.34,
  total: 27.21,
};

function order(nr: number, change: Partial<PlanOrderView> = {}): PlanOrderView {
  return {
    order_id: String(nr),
    side: nr % 2 === 0 ? 'SELL' : 'BUY',
    symbol: `SHARE${nr}`,
    name: null,
    quantity: 10,
    reference_price: 1000.1,
    order_kind: 'LIMIT',
    limit_price: 1020.1,
    value: 10_001,
    costs: 27.21,
    charges: CHARGES,
    reason: 'x'.repeat(400),
    state: 'PENDING_APPROVAL',
    tag: `TAG${nr}`,
    submitted_at: null,
    filled_quantity: 0,
    average_price: null,
    broker_order_ids: [],
    broker_message: null,
    held: null,
    may_be_sent: false,
    explanation: null,
    placement_note: null,
    settlement: null,
    confirmed_by: null,
    confirmation_note: null,
    sale: null,
    turnover: null,
    slippage: null,
    charges_check: null,
    ...change,
  };
}

const planOf = (orders: PlanOrderView[], change: Partial<PlanView> = {}): PlanView =>
  ({
    plan_id: '7',
    policy_id: '3',
    policy_name: 'A name of eighty letters '.repeat(4).slice(0, 80),
    cycle_id: '5',
    cycle_date: '2026-03-02',
    mode: 'LIVE',
    state: 'PENDING_APPROVAL',
    digest: 'd'.repeat(64),
    orders,
    book: null,
    cash_before: 100_000,
    cash_after: 0,
    buy_value: 0,
    sell_value: 0,
    estimated_costs: 0,
    max_order_value: 200_000,
    connection_id: '1',
    read_failure: null,
    new_money: null,
    confirmation: null,
    expires_at: '2026-03-03T10:00:00.000Z',
    sending: null,
    too_small: [],
    may_redeem: null,
    look: null,
    rehearsal: null,
    decided: null,
    receipt: null,
    note: null,
    finished_at: null,
    created_at: '2026-03-02T10:00:00.000Z',
    ...change,
  }) as PlanView;

/** The card of a plan that no database holds. */
const cardOf = async (plan: PlanView, view = WHOLE, held: readonly object[] = []) => {
  const policies = {
    plans: { get: async () => plan, sums: sumsOf, lookWithout, rehearsalWithout },
    live: { pause: { state: async () => ({ is_paused: false, paused_at: null, paused_by: null, held }) } },
  };
  return await planCard({ policies } as never, '1', plan.plan_id, view);
};
/** An order of which as much is said as can be. */
const LONG: Partial<PlanOrderView> = {
  sale: {
    gain: 123_456,
    tax: 12_345,
    short_term_gain: 100_000,
    long_term_gain: 23_456,
    long_term_from: '2026-05-04',
    all_long_term_from: '2027-01-04',
    days_until: 62,
    all_days_until: 308,
    tax_unknown: null,
    is_booked: true,
  },
  turnover: { pct: 12.34, sessions: 19, reason: null },
};
const STATES: readonly PlanOrderView['state'][] = [
  'EXCLUDED',
  'DECLINED',
  'APPROVED',
  'SUBMITTING',
  'PLACED',
  'PLACEMENT_UNKNOWN',
  'ABSENT',
  'FILLED',
  'PARTIAL',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
];

const RECEIPT: NonNullable<PlanView['receipt']> = {
  filled_orders: 2,
  slippage: { amount: 312, pct: 0.08, words: 'The fills are ₹312 worse than the reference prices (0.08%).' },
  charges: { orders: 2, broker: 60, computed: 50, difference: 10, is_deviating: true },
  charges_words: `Dhan charged ₹60.00. ${'z'.repeat(600)}`,
  is_complete: true,
};

describe('portfolio/Plan states: the card of a plan', () => {
  it('its receipt says how the fills lie beside the reference prices, and marks charges that deviate', async () => {
    const slippage = { amount: 9, pct: 0.09, words: '₹9.00 worse than the reference price (0.09%)' };
    const orders = [order(1, { state: 'FILLED', filled_quantity: 10, average_price: 1001, slippage })];
    const receiptWith = async (receipt: PlanView['receipt']) =>
      (await cardOf(planOf(orders, { state: 'EXECUTED', receipt }))).text.rawText;
    const text = await receiptWith(RECEIPT);
    assert.match(
      text,
      /\nThe fills are ₹312 worse than the reference prices \(0\.08%\)\.\n⚠ Dhan charged ₹60\.00\./,
    );
    assert.match(
      text,
      /Buy 10 SHARE1: filled at ₹1,001\.00, ₹9\.00 worse than the reference price \(0\.09%\)/,
    );
    const calm = {
      ...RECEIPT,
      slippage: null,
      charges: null,
      charges_words: 'The broker’s charges are unknown.',
    };
    assert.match(await receiptWith(calm), /\nThe broker’s charges are unknown\./);
  });

  it('says why the account cannot be read, while it waits and while it is under way', async () => {
    const read_failure = 'Zerodha needs a login (status 403).';
    const why =
      /⚠ Munim could not read the broker’s orders on the last try: Zerodha needs a login \(status 403\)\. If the broker wants a login, \/sync_connection/;
    for (const state of ['PENDING_APPROVAL', 'APPROVED', 'EXECUTING'] as const) {
      const { text } = await cardOf(planOf([order(1)], { state, read_failure }));
      assert.match(text.rawText, why);
    }
    const { text } = await cardOf(planOf([order(1)]));
    assert.doesNotMatch(text.rawText, /could not read the broker/);
  });

  it('says why its account is held after a restore, and nothing of others', async () => {
    const reason = 'These books were restored on 28 Nov 2026.';
    const of = (connection_id: string) => [{ connection_id, policies: ['Momentum'], since: '', reason }];
    const [own, other] = [
      await cardOf(planOf([order(1)]), WHOLE, of('1')),
      await cardOf(planOf([order(1)]), WHOLE, of('2')),
    ];
    assert.match(own.text.rawText, /These books were restored on 28 Nov 2026\./);
    assert.doesNotMatch(other.text.rawText, /restored/);
  });

  it('asks again about an order that is held: to send it as it is or leave it out, or only the latter', async () => {
    const placement_note = 'SHARE1 is at ₹1,100.00 now.';
    const held = { held: 'PRICE' as const, may_be_sent: true, placement_note };
    const split = { held: 'SHARES_CHANGED' as const, placement_note: 'SHARE2 has had a split.' };
    const plan = planOf(
      [order(1, held), order(2, split), order(3, { state: 'FILLED', average_price: 1000 })],
      {
        state: 'PARTIAL_PLACEMENT',
      },
    );
    const { text, buttons = [] } = await cardOf(plan);
    assert.match(text.rawText, /⚠ Buy 10 SHARE1: not sent; you decide\nSHARE1 is at ₹1,100\.00 now\./);
    assert.deepEqual(
      buttons.flat().flatMap(({ label }) => (/SHARE/.test(label) ? [label] : [])),
      ['✓ Send: Buy 10 SHARE1', '✗ Leave out: Buy 10 SHARE1', '✗ Leave out: Sell 10 SHARE2'],
    );
  });

  it('says when it can be sent, and what is too small to be made', async () => {
    const words = 'Can be sent on Monday, 30 Nov 2026, 09:15 to 15:30.';
    const { text } = await cardOf(
      planOf([order(1)], {
        sending: { from: '2026-11-30T03:45:00.000Z', until: '2026-11-30T10:00:00.000Z', words },
        too_small: [{ side: 'BUY', symbol: 'SHARE9', reason: 'x' }],
      }),
    );
    assert.ok(text.rawText.includes(words));
    assert.ok(text.rawText.includes('Too small to be made: buy SHARE9.'));
  });

  it('fits one message with its keyboard, however many orders there are and whatever they say', async () => {
    const orders = Array.from({ length: 100 }, (_, nr) => order(nr, LONG));
    const book = orders.map(({ symbol }, nr) => ({
      symbol,
      name: null,
      sector: `Oil, gas and consumable fuels ${nr}`,
      quantity: 10,
      price: 1000.1,
      priced_on: '2026-03-02',
      value: 10_001,
    }));
    const long = STATES.flatMap((state, nr) =>
      Array.from({ length: 8 }, (_, at) =>
        order(nr * 8 + at, {
          state,
          ...LONG,
          broker_message: 'y'.repeat(500),
          broker_order_ids: Array(9).fill('240302000000001'),
          slippage: {
            amount: 1,
            pct: 1,
            words: '₹99,99,999 worse than the reference price (less than 0.01%)',
          },
        }),
      ),
    );
    const looked = {
      look: lookOf(
        {
          at: '2026-03-02T10:00:00.000Z',
          digest: 'of before',
          funds: null,
          funds_reason: 'f'.repeat(400),
          is_open: true,
          orders: orders.map(({ order_id }) => ({
            order_id,
            price: 1e9,
            day: '2026-02-27',
            priced_at: null,
          })),
          login_holds: false,
          login: 'l'.repeat(400),
          differences: 3,
          newest_difference: 'n'.repeat(400),
        },
        { orders, digest: 'd' },
      ),
      rehearsal: rehearsalOf(
        {
          at: '2026-03-02T10:00:00.000Z',
          digest: 'of before',
          funds: null,
          funds_reason: 'f'.repeat(400),
          failure: null,
          orders: orders.map(({ order_id }) => ({
            order_id,
            needs: 1e9,
            charges: null,
            refusal: 'r'.repeat(400),
            held: null,
          })),
        },
        { orders, digest: 'd' },
      ),
      read_failure: 'f'.repeat(400),
    };
    const seen = new Set<string>();
    for (const plan of [
      planOf(orders, { book }),
      planOf(orders, { ...looked, book }),
      planOf(long, { state: 'EXECUTING', note: 'n'.repeat(200), receipt: RECEIPT }),
    ])
      for (const isChoosing of [false, true])
        for (let page = 0; page < 20; page += 1) {
          const leftOut = isChoosing ? orders.map(({ order_id }) => order_id) : [];
          const { text, buttons = [] } = await cardOf(plan, { ...WHOLE, isChoosing, leftOut, page });
          assert.ok(text.rawText.length <= 4096, `${text.rawText.length} letters`);
          assert.ok(text.rawEntities.length <= 100);
          assert.ok(buttons.flat().length <= 100 && buttons.every((row) => row.length <= 8));
          for (const { symbol } of orders) if (text.rawText.includes(`${symbol},`)) seen.add(symbol);
        }
    assert.equal(seen.size, 100);
  });

  it('says what it makes of the book, what each order means, and what a filled sale realised', async () => {
    const sale = {
      gain: 1200,
      tax: 240,
      short_term_gain: 1210,
      long_term_gain: 0,
      long_term_from: '2026-05-04',
      all_long_term_from: '2026-05-04',
      days_until: 62,
      all_days_until: 62,
      tax_unknown: null,
      is_booked: false,
    };
    const turnover = { pct: 0.42, sessions: 20, reason: null };
    const book = [2, 1].map((nr) => ({
      symbol: `SHARE${nr}`,
      name: null,
      sector: nr === 2 ? 'Banks' : null,
      quantity: nr === 2 ? 20 : 0,
      price: 1000.1,
      priced_on: '2026-03-02',
      value: nr === 2 ? 20_002 : 0,
    }));
    const orders = [order(2, { sale, turnover }), order(1, { turnover })];
    const plan = planOf(orders, { book, cash_before: 19_998 });
    const { text } = await cardOf(plan);
    // 20,002 of 40,000 are 50.0 %; half of it is sold, and as much bought. Costs of 54.42 come out of the cash.
    assert.match(
      text.rawText,
      /Weight 50\.0% → 25\.0%; 0\.4% of median daily turnover\nGain ₹1,200, short-term; tax ₹240; 62 days until long-term\n/,
    );
    assert.match(
      text.rawText,
      /Holdings 1 → 2\nCash 50\.0% → 49\.9%\nLargest position SHARE2 50\.0% → 25\.0%\nLargest sector Banks 50\.0% → 25\.0%; unknown sector 0\.0% → 25\.0%\nIf an order fails, the others are still sent: the cash pays for the purchases\.$/,
    );
    const without = await cardOf(plan, { ...WHOLE, leftOut: ['1'] });
    assert.match(without.text.rawText, /Holdings 1 → 1\n/);
    const old = await cardOf(planOf([order(1)]));
    assert.match(old.text.rawText, /Weights, gains and turnovers: not known for this plan\./);
    const filled = { state: 'FILLED', average_price: 1000, filled_quantity: 10 } as const;
    const receipt = async (is_booked: boolean) =>
      (await cardOf(planOf([order(2, { ...filled, sale: { ...sale, is_booked } })], { state: 'EXECUTED' })))
        .text.rawText;
    assert.match(await receipt(true), /Gain ₹1,200; tax ₹240$/);
    assert.doesNotMatch(await receipt(false), /Gain/);
  });

  it('the sums are those of the orders that are left, to the paisa', () => {
    // Two buys and one sale of 10,001: 1,00,000 − 20,002 + 10,001 − 3 × 27.21 = 89,917.37.
    const plan = planOf([order(1), order(2), order(3), order(5, { value: 200_001 })]);
    const sums = sumsOf(plan, ['5']);
    assert.deepEqual(
      [sums.buy_value, sums.sell_value, sums.estimated_costs, sums.cash_after, sums.orders.length],
      [20_002, 10_001, 81.63, 89_917.37, 3],
    );
    assert.deepEqual([sums.charges.dp, sums.charges.total, sums.charges.exchange], [46.02, 81.63, 0.9]);
    assert.deepEqual(sums.above_limit, []);
    assert.deepEqual(
      sumsOf(plan).above_limit.map(({ symbol }) => symbol),
      ['SHARE5'],
    );
  });

  it('says in its first line what is real, and tells every fate of an order in words', async () => {
    for (const state of STATES) {
      const plan = planOf([order(1, { state, filled_quantity: 4, average_price: 1001 })], {
        state: 'EXECUTING',
      });
      const { text } = await cardOf(plan);
      assert.match(text.rawText, /^LIVE · /);
      assert.doesNotMatch(text.rawText, /undefined|null|NaN|[A-Z]{6,}_/, state);
    }
  });
});
