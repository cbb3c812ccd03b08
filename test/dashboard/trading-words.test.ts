import assert from 'node:assert/strict';
import type { Cycle, OrderEvent, Plan, PlanOrder, Policy } from '../../api/dashboard/src/api/types.ts';
import { meaningOf } from '../../api/dashboard/src/pages/policies/action-words.ts';
import {
  booksOf,
  cycleText,
  slippageText,
  standingText,
} from '../../api/dashboard/src/pages/policies/words.ts';
import { goLiveLines, USUAL_LIMITS } from '../../api/dashboard/src/pages/trading/go-live-words.ts';
import {
  EVENTS,
  eventText,
  evidenceText,
  stepText,
} from '../../api/dashboard/src/pages/trading/step-words.ts';
import {
  aboveLimit,
  isTyped,
  decidedText,
  excludedOf,
  filledText,
  limitText,
  mayBeAdopted,
  needsPerson,
  outcomeText,
  personIn,
  moneyText,
  planLine,
  planLook,
  planSums,
  RESUME_WORDS,
  settledText,
  timeLeft,
  wordsToType,
} from '../../api/dashboard/src/pages/trading/words.ts';
import { personOf } from '../../core/platform/index.ts';
import { RESUME_WORDS as RESUME_WORDS_OF_CORE } from '../../core/policies/index.ts';
import {
  MAX_ORDER_VALUE,
  MIN_ORDER_VALUE,
  ORDER_BAND_PCT,
  PLAN_EXPIRY_HOURS,
  PLAN_PRICE_BAND_PCT,
} from '../../core/policies/live-limits.ts';
import { ORDER_TRANSITIONS, PLAN_TRANSITIONS } from '../../core/policies/order-states.ts';

const CHARGES = { brokerage: 0, stt: 10, exchange: 1, sebi: 0, stamp_duty: 0, gst: 0.5, dp: 0, total: 11.5 };

const order = (more: Partial<PlanOrder> = {}): PlanOrder => ({
  order_id: '1',
  side: 'BUY',
  symbol: 'TCS',
  name: 'TCS Ltd',
  quantity: 10,
  reference_price: 100,
  order_kind: 'LIMIT',
  limit_price: 102,
  value: 1000,
  costs: 11.5,
  charges: CHARGES,
  reason: 'New at rank 1.',
  state: 'PENDING_APPROVAL',
  tag: 'TAG',
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
  ...more,
});

/** Buys for 1,000 and sells for 400: of 5,000 in cash 5,000 − 1,000 + 400 − 2 × 11.50 = 4,377 are left. */
const plan = (more: Partial<Plan> = {}): Plan =>
  ({
    plan_id: '7',
    cycle_date: '2026-11-02',
    replaces_plan_id: null,
    kind: 'CYCLE',
    new_money: null,
    state: 'PENDING_APPROVAL',
    orders: [order(), order({ order_id: '2', side: 'SELL', symbol: 'INFY', quantity: 4, value: 400 })],
    book: null,
    cash_before: 5000,
    cash_after: 4377,
    confirmation: null,
    max_order_value: 200_000,
    decided: null,
    ...more,
  }) as Plan;

describe('words of plans that trade', () => {
  it('the limits and the words that are typed are those of the core', () => {
    assert.deepEqual(USUAL_LIMITS, {
      max_order_value: MAX_ORDER_VALUE,
      min_order_value: MIN_ORDER_VALUE,
      plan_expiry_hours: PLAN_EXPIRY_HOURS,
      plan_price_band_pct: PLAN_PRICE_BAND_PCT,
      band_pct: ORDER_BAND_PCT,
    });
    assert.equal(RESUME_WORDS, RESUME_WORDS_OF_CORE);
  });

  it('every step of the tables of states has words of its own', () => {
    for (const { event } of [...ORDER_TRANSITIONS, ...PLAN_TRANSITIONS])
      assert.ok(EVENTS[event], `no words for ${event}`);
    assert.equal(eventText({ event: 'something new' }), 'something new');
  });

  it('sums of a plan follow what is left out, item by item', () => {
    const whole = planSums(plan(), new Set());
    assert.deepEqual(
      [whole.count, whole.buy_value, whole.sell_value, whole.costs, whole.cash_after],
      [2, 1000, 400, 23, 4377],
    );
    assert.deepEqual([whole.items.stt, whole.items.gst, whole.items.dp], [20, 1, 0]);
    // without the purchase: 5,000 + 400 − 11.50
    const sale = planSums(plan(), new Set(['1']));
    assert.deepEqual([sale.count, sale.buy_value, sale.costs, sale.cash_after], [1, 0, 11.5, 5388.5]);
    // without the sale: 5,000 − 1,000 − 11.50
    assert.equal(planSums(plan(), new Set(['2'])).cash_after, 3988.5);
    // nothing is left of it, and the cash stays
    const none = planSums(plan(), new Set(['1', '2']));
    assert.deepEqual([none.count, none.costs, none.cash_after], [0, 0, 5000]);
    // charges that nobody knows are in the sum of costs and in no item
    const unknown = planSums(plan({ orders: [order({ charges: null })] }), new Set());
    assert.deepEqual([unknown.costs, unknown.items.stt], [11.5, 0]);
  });

  it('an order above the limit is named unless it is left out', () => {
    const large = plan({ orders: [order({ value: 200_000 }), order({ order_id: '2', value: 200_000.01 })] });
    assert.deepEqual(
      aboveLimit(large, new Set()).map(({ order_id }) => order_id),
      ['2'],
    );
    assert.deepEqual(aboveLimit(large, new Set(['2'])), []);
  });

  it('above the limit the words are asked for, without what is left out and to the paisa', () => {
    const orders = [order({ value: 0.1 }), order({ order_id: '2', side: 'SELL', value: 0.2 })];
    const above = (limit: number) => plan({ orders, confirmation: { above: limit, words: 'MOMTOP20' } });
    // 0.1 + 0.2 = 0.3, which doubles make more of
    assert.equal(wordsToType(above(0.3), new Set()), null);
    assert.equal(wordsToType(above(0.29), new Set()), 'MOMTOP20');
    assert.equal(wordsToType(above(0.29), new Set(['1'])), null);
    assert.equal(wordsToType(plan({ orders }), new Set()), null);
    assert.deepEqual(
      ['MOMTOP20', ' momtop20 ', 'MOMTOP2', ''].map((typed) => isTyped(typed, 'MOMTOP20')),
      [true, true, false, false],
    );
  });

  it('how long a plan may be answered', () => {
    const now = Date.parse('2026-11-02T10:00:00Z');
    for (const [at, words] of [
      ['2026-11-02T10:00:00Z', 'time is up'],
      ['2026-11-02T10:00:30.500Z', '31 s left'],
      ['2026-11-02T10:59:00Z', '59 min left'],
      ['2026-11-03T16:05:00Z', '30 h 5 min left'],
      ['2026-11-05T10:00:00Z', '3 days left'],
    ] as const)
      assert.equal(timeLeft(at, now), words);
  });

  it('what a plan is about, who answered it, and what came of it', () => {
    assert.equal(planLine(plan()), '1 sale and 1 purchase, planned at the closes of 2 Nov 2026');
    assert.match(
      planLine(plan({ replaces_plan_id: '6' })),
      /^1 sale and 1 purchase of plan 6, to be sent again/,
    );
    const new_money = { amount: 50_000, credited_on: '2026-11-01' };
    assert.equal(
      planLine(plan({ new_money })),
      '1 sale and 1 purchase, with ₹50,000 that came in on 1 Nov 2026',
    );
    assert.equal(
      moneyText(plan({ new_money, state: 'EXPIRED' })),
      'Its money is invested at the next rebalance.',
    );
    for (const one of [
      plan({ new_money }),
      plan({ state: 'REJECTED' }),
      plan({ new_money, state: 'EXECUTED' }),
    ])
      assert.equal(moneyText(one), null);
    const decided = { by: 'chat:asha', via: 'TELEGRAM', at: '2026-11-02T05:00:00.000Z' };
    assert.equal(decidedText(plan()), null);
    assert.equal(
      decidedText(plan({ state: 'EXECUTING', decided })),
      'Approved by asha, in Telegram, on 2 Nov 2026, 10:30.',
    );
    assert.match(decidedText(plan({ state: 'REJECTED', decided })) ?? '', /^Rejected by asha/);
    // who approved one that expired before the market opened stays on record
    assert.match(decidedText(plan({ state: 'EXPIRED', decided })) ?? '', /^Approved by asha/);
    const itself = { ...decided, by: 'system', via: 'SYSTEM' };
    assert.equal(decidedText(plan({ state: 'EXPIRED', decided: itself })), 'Expired on 2 Nov 2026, 10:30.');
    const sweep = plan({ kind: 'SWEEP', state: 'EXECUTED', decided: itself });
    assert.equal(planLine(sweep), 'Spare cash into the liquid fund, after the rebalance of 2 Nov 2026');
    assert.equal(
      decidedText(sweep),
      'This policy’s settings allow it without approval. Decided on 2 Nov 2026, 10:30.',
    );
    for (const [actor, name] of [
      ['api:owner', 'owner'],
      ['system', 'Munim'],
      ['ravi', 'ravi'],
      ['chat:owner (Asha)', 'Asha'],
      ['chat:owner (Asha Rao, telegram 4242)', 'Asha Rao'],
      ['chat:owner (telegram 4242)', 'owner'],
      ['chat:owner (Ravi, approver, telegram 4343)', 'Ravi (approver)'],
      ['chat:owner (approver, telegram -4343)', 'telegram -4343 (approver)'],
      ['chat:owner (telegram 1, approver, telegram 4343)', 'telegram 1 (approver)'],
    ] as const)
      assert.deepEqual([personIn(actor), personOf(actor)], [name, name], actor);
    const [first, second] = [
      order({ state: 'FILLED', filled_quantity: 10, average_price: 101 }),
      order({ order_id: '2', state: 'EXCLUDED' }),
    ];
    const ended = plan({
      orders: [
        first,
        second,
        order({ order_id: '3', state: 'PARTIAL', filled_quantity: 2, average_price: 95 }),
      ],
    });
    assert.equal(outcomeText(ended), '1 of 2 orders filled, for ₹1,200 in all.');
    assert.deepEqual([...excludedOf(ended)], ['2']);
  });

  it('orders: which a person settles, how they go out, what was filled', () => {
    assert.equal(needsPerson(order({ state: 'ABSENT' })), true);
    assert.equal(needsPerson(order({ state: 'ABSENT', settlement: 'MARKED_ABSENT' })), false);
    // Munim still reads the orderbook
    assert.equal(needsPerson(order({ state: 'PLACEMENT_UNKNOWN' })), false);
    assert.equal(mayBeAdopted(order({ state: 'CANCELLED' })), true);
    assert.equal(mayBeAdopted(order({ state: 'FILLED' })), false);
    assert.equal(planLook(plan()).label, 'Waits for your approval');
    assert.equal(planLook(plan({ kind: 'SWEEP', state: 'APPROVED' })).label, 'Not sent yet');
    assert.equal(
      planLook(plan({ state: 'PARTIAL', orders: [order({ state: 'ABSENT' })] })).label,
      'Needs you',
    );
    assert.equal(limitText(order()), '₹102.00');
    assert.equal(limitText(order({ order_kind: 'MARKET', limit_price: null })), 'Market price');
    assert.equal(filledText(order()), null);
    assert.equal(filledText(order({ filled_quantity: 4, average_price: 99.5 })), '4 of 10 at ₹99.50');
    assert.equal(settledText(order()), null);
    assert.match(settledText(order({ settlement: 'SENT_AGAIN' })) ?? '', /new plan asks/);
  });

  it('steps: from what to what, and what was known', () => {
    const step = (more: Partial<OrderEvent>) =>
      stepText({ order_id: '1', from_state: 'PLACED', to_state: 'FILLED', ...more } as OrderEvent);
    assert.equal(step({}), 'With the broker → Filled');
    assert.equal(
      step({ order_id: null, from_state: null, to_state: 'PENDING_APPROVAL' }),
      'Waits for your approval',
    );
    assert.equal(step({ from_state: 'ABSENT', to_state: 'ABSENT' }), null);
    assert.equal(step({ to_state: 'NEW_STATE' }), 'With the broker → NEW_STATE');
    assert.equal(evidenceText({}), '');
    assert.equal(evidenceText(null), '');
    assert.match(evidenceText({ reads: 3 }), /"reads": 3/);
  });

  it('going live says how much, when, how and within which limits', () => {
    const connection = { id: '1', broker: 'Zerodha', account: 'AB1234', role: 'TRADING' };
    const usual = goLiveLines({
      policy: { next_cycle_date: '2026-12-01', liquid_sweep: null },
      connection,
      capital: 250_000,
      order_kind: 'LIMIT',
      limits: {},
    }).join('\n');
    assert.match(usual, /₹2,50,000 of your account Zerodha, AB1234/);
    assert.match(usual, /After the next rebalance, due on 1 Dec 2026, it shows/);
    assert.match(usual, /2% above[\s\S]*more than ₹2,00,000[\s\S]*after 30 hours/);
    assert.match(usual, /more than 5% from its reference price when it would be sent, it is held/);
    assert.match(usual, /An order below ₹1,000 is not made, unless it sells all of a position\./);
    const own = goLiveLines({
      policy: { next_cycle_date: null, liquid_sweep: { symbol: 'LIQUIDCASE', min: 5000 } },
      connection,
      capital: 1,
      order_kind: 'MARKET',
      limits: { max_order_value: 50_000, min_order_value: 0, plan_expiry_hours: 1, plan_price_band_pct: 7.5 },
    }).join('\n');
    assert.match(own, /more than 7\.5% from its reference price/);
    assert.doesNotMatch(own, /An order below/);
    assert.doesNotMatch(usual, /without your approval/);
    assert.match(
      own,
      /without your approval\. After a rebalance it buys LIQUIDCASE with spare cash of at least ₹5,000, without asking you\. You can stop/,
    );
    assert.match(
      own,
      /After each rebalance it shows[\s\S]*whatever price[\s\S]*₹50,000[\s\S]*after 1 hour, counting exchange days only\./,
    );
  });
});

describe('words of policies that trade', () => {
  const cycle = (more: Partial<Cycle>): Cycle =>
    ({
      mode: 'LIVE',
      status: 'PENDING_APPROVAL',
      ranked: 5,
      failure: null,
      orders_made: 3,
      buy_value: 250_000,
      sell_value: 40_000,
      swept_value: 0,
      redeemed_value: 0,
      costs: 420,
      ...more,
    }) as Cycle;
  const policy = {
    name: 'Mine',
    mode: 'LIVE',
    status: 'ACTIVE',
    starts_on: '2026-01-05',
    initial_capital: 1_000_000,
    live_starts_on: '2026-11-02',
    live_capital: 400_000,
    latest_equity: null,
    latest_cycle: cycle({}),
    next_cycle_date: '2026-12-01',
  } as Policy;

  it('a rebalance says what it wants while it is under way, and then what was filled', () => {
    assert.equal(
      cycleText(cycle({})),
      'Waits for approval: 3 orders, to buy ₹2,50,000, to sell ₹40,000, costs ₹420',
    );
    assert.equal(
      cycleText(cycle({ status: 'PARTIAL', orders_made: 1, buy_value: 90_000, sell_value: 0, costs: 110 })),
      'Partly done: 1 order filled, bought ₹90,000, costs ₹110',
    );
    assert.equal(cycleText(cycle({ status: 'REJECTED', orders_made: 0 })), 'Rejected');
    assert.equal(
      cycleText(cycle({ status: 'EXECUTED', swept_value: 2934 })),
      'Done: 3 orders filled, bought ₹2,50,000, sold ₹40,000, ₹2,934 cash to the liquid fund, costs ₹420',
    );
    assert.equal(cycleText(cycle({ status: 'NOOP', orders_made: 0 })), 'Nothing to trade');
    assert.equal(cycleText(cycle({ status: 'FAILED', failure: 'No price.' })), 'No price.');
  });

  it('the books of each mode begin with their own capital on their own day', () => {
    const live = booksOf(policy, 'LIVE');
    assert.deepEqual([live.starts_on, live.initial_capital], ['2026-11-02', 400_000]);
    assert.match(standingText(live), /^From 2 Nov 2026, Mine trades with ₹4,00,000 of your account/);
    const paper = booksOf(policy, 'PAPER');
    assert.deepEqual(
      [paper.mode, paper.starts_on, paper.initial_capital, paper.latest_cycle, paper.next_cycle_date],
      ['PAPER', '2026-01-05', 1_000_000, null, null],
    );
  });

  it('what is asked before it is done speaks of approval, where money is at stake', () => {
    assert.match(meaningOf('run', policy), /wait for your approval/);
    assert.match(meaningOf('run', { mode: 'PAPER' }), /It only trades on paper/);
    assert.match(meaningOf('value', policy), /Nothing is traded/);
  });

  it('slippage on average, in words', () => {
    assert.match(slippageText([{ slippage_pct: 0.5 }, { slippage_pct: 1.5 }]), /^2 fills, 1\.00% worse/);
    assert.match(slippageText([{ slippage_pct: -0.25 }]), /^1 fill, 0\.25% better/);
    assert.match(slippageText([{ slippage_pct: 0 }]), /as planned on average/);
  });
});
