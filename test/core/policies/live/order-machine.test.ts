import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BrokerOrder } from '../../../../core/brokers/orders/index.ts';
import {
  bookEntry,
  type BookEntry,
  MISSED_READS,
  observe,
  PARTIAL_GRACE_MS,
  planEventOf,
  QUIET_MS,
  type SentOrder,
} from '../../../../core/policies/live/order-machine.ts';
import {
  LIVE_ORDER_STATES,
  type LiveOrderState,
  ORDER_TRANSITIONS,
  PLAN_TRANSITIONS,
  stepOf,
} from '../../../../core/policies/order-states.ts';
import type { PlanState } from '../../../../core/policies/states.ts';
import { DAY_MS, fixedText, istDate, parseFixed } from '../../../../core/platform/index.ts';

const START = new Date('2024-05-02T04:00:00.000Z');
const later = (ms: number) => new Date(START.getTime() + ms);
const TEN = parseFixed('10');

const sent = (change: Partial<SentOrder> = {}): SentOrder => ({
  state: 'PLACED',
  quantity: TEN,
  filled: 0n,
  submittedAt: START,
  endedAt: null,
  missedReads: 0,
  missedSince: null,
  ...change,
});
const row = (change: Partial<BrokerOrder> = {}): BrokerOrder => ({
  broker_order_id: '1',
  tag: 'MOMTOP20AAAAAAAAAAAA',
  side: 'BUY',
  symbol: 'TCS',
  quantity: '10',
  filled_quantity: '0',
  average_price: null,
  product: 'CNC',
  exchange: 'NSE',
  placed_at: null,
  state: 'OPEN',
  status: 'OPEN',
  message: null,
  ...change,
});
const seen = (change: Partial<BrokerOrder> = {}): BookEntry => {
  const entry = bookEntry([row(change)]);
  assert.ok(entry !== null);
  return entry;
};

describe('what the orderbook makes of an order', () => {
  it('Orders: the parts of one tag are one order, at their average price', () => {
    // 4 at 100 and 5 at 109: 945 rupees for 9 shares is 105 a share.
    const entry = bookEntry([
      row({ broker_order_id: '1', filled_quantity: '4', average_price: '100', state: 'COMPLETE' }),
      row({ broker_order_id: '2', filled_quantity: '5', average_price: '109', state: 'COMPLETE' }),
    ]);
    assert.deepEqual(
      [
        entry?.brokerOrderIds,
        entry?.state,
        fixedText(entry?.filled ?? 0n),
        fixedText(entry?.averagePrice ?? 0n),
      ],
      [['1', '2'], 'COMPLETE', '9', '105'],
    );
    assert.equal(bookEntry([]), null);
    assert.equal(bookEntry([row({ state: 'OPEN' }), row({ state: 'COMPLETE' })])?.state, 'OPEN');
    assert.equal(bookEntry([row({ state: 'REJECTED' }), row({ state: 'COMPLETE' })])?.state, 'CANCELLED');
  });

  const filled = { filled_quantity: '10', average_price: '100', state: 'COMPLETE' } as const;
  const part = { filled_quantity: '4', average_price: '100' } as const;
  const TABLE: readonly {
    title: string;
    order?: Partial<SentOrder>;
    entry: BookEntry | null;
    after?: number;
    events: string[];
  }[] = [
    { title: 'open', entry: seen(), events: [] },
    { title: 'filled', entry: seen(filled), events: ['fill'] },
    {
      title: 'unknown and found filled',
      order: { state: 'PLACEMENT_UNKNOWN' },
      entry: seen(filled),
      events: ['find', 'fill'],
    },
    { title: 'absent and found', order: { state: 'ABSENT' }, entry: seen(), events: ['find'] },
    {
      title: 'approved here, and the broker has it',
      order: { state: 'APPROVED' },
      entry: seen(),
      events: ['find'],
    },
    { title: 'partly filled and open', entry: seen(part), after: PARTIAL_GRACE_MS * 9, events: [] },
    {
      title: 'cancelled in part, within the grace',
      order: { endedAt: START },
      entry: seen({ ...part, state: 'CANCELLED' }),
      after: PARTIAL_GRACE_MS - 1,
      events: [],
    },
    {
      title: 'cancelled in part, after it',
      order: { endedAt: START },
      entry: seen({ ...part, state: 'CANCELLED' }),
      after: PARTIAL_GRACE_MS,
      events: ['end partly filled'],
    },
    { title: 'cancelled just now', entry: seen({ state: 'CANCELLED' }), events: [] },
    {
      title: 'cancelled for a quarter of an hour',
      order: { endedAt: START },
      entry: seen({ state: 'CANCELLED' }),
      after: PARTIAL_GRACE_MS,
      events: ['cancel'],
    },
    { title: 'rejected', entry: seen({ state: 'REJECTED' }), events: ['reject'] },
    {
      title: 'unknown, missed for the first time',
      order: { state: 'PLACEMENT_UNKNOWN' },
      entry: null,
      events: [],
    },
    {
      title: 'unknown, missed often and for long',
      order: { state: 'PLACEMENT_UNKNOWN', missedReads: MISSED_READS - 1, missedSince: START },
      entry: null,
      after: QUIET_MS,
      events: ['miss'],
    },
    {
      title: 'unknown, missed often within a moment',
      order: { state: 'PLACEMENT_UNKNOWN', missedReads: 50, missedSince: START },
      entry: null,
      after: QUIET_MS - 1,
      events: [],
    },
    {
      title: 'placed today and not in the book: the book lags',
      order: { missedReads: 50, missedSince: START },
      entry: null,
      after: 3_600_000,
      events: [],
    },
    {
      title: 'placed yesterday and in no book any more',
      order: { missedReads: 50, missedSince: START },
      entry: null,
      after: DAY_MS,
      events: ['miss'],
    },
  ];
  for (const { title, order, entry, after = 0, events } of TABLE)
    it(`Orders, order states: ${title}`, () => {
      const observed = observe(sent(order), entry, later(after));
      assert.deepEqual(observed.events, events);
    });

  /** Follows an order through readings, by the table of states. */
  const follow = (readings: readonly { wait: number; entry: BookEntry | null }[], state: LiveOrderState) => {
    let order = sent({ state });
    let now = START;
    const steps: string[] = [];
    for (const { wait, entry } of readings) {
      if (!['PLACED', 'PLACEMENT_UNKNOWN', 'ABSENT'].includes(order.state)) break;
      now = new Date(now.getTime() + wait);
      const observed = observe(order, entry, now);
      let next = order.state;
      for (const event of observed.events) {
        const step = stepOf<LiveOrderState>(ORDER_TRANSITIONS, event);
        assert.ok(step.from.includes(next), `${event} from ${next}`);
        next = step.to;
        steps.push(next);
      }
      const misses = observed.missedReads;
      if (next === 'ABSENT' && order.state !== 'ABSENT')
        assert.ok(misses >= MISSED_READS && now.getTime() - START.getTime() >= QUIET_MS);
      if (next === 'ABSENT' && order.state === 'PLACED') assert.notEqual(istDate(now), istDate(START));
      order = {
        ...order,
        state: next,
        filled: observed.averagePrice === null ? order.filled : observed.filled,
        endedAt: observed.endedAt,
        missedReads: misses,
        missedSince: observed.missedSince,
      };
      assert.ok(order.filled <= order.quantity, 'never more than was ordered');
      // The same reading in the same moment says nothing new.
      if (['PLACED', 'PLACEMENT_UNKNOWN', 'ABSENT'].includes(next) && entry !== null)
        assert.deepEqual(observe(order, entry, now).events, []);
    }
    return { order, steps };
  };
  const entries = fc.oneof(
    fc.constant(null),
    fc
      .record({
        filled: fc.integer({ min: 0, max: 10 }),
        price: fc.constantFrom('99.5', '100'),
        state: fc.constantFrom('OPEN', 'COMPLETE', 'CANCELLED', 'REJECTED'),
      })
      .map(({ filled: quantity, price, state }) =>
        seen({ filled_quantity: String(quantity), average_price: quantity === 0 ? null : price, state }),
      ),
  );
  const readings = fc.array(
    fc.record({ wait: fc.constantFrom(500, 60_000, 300_000, 900_000, 72_000_000), entry: entries }),
    { maxLength: 30 },
  );

  it('Orders, order states: whatever the book says and however late, an order goes by the table, ends once, and never has more than was ordered', () => {
    fc.assert(
      fc.property(readings, fc.constantFrom('PLACED', 'PLACEMENT_UNKNOWN', 'ABSENT'), (all, state) => {
        const { steps } = follow(all, state);
        const ends = steps.filter((step) => ['FILLED', 'PARTIAL', 'CANCELLED', 'REJECTED'].includes(step));
        assert.ok(ends.length <= 1);
      }),
    );
  });

  it('Orders, plan states: whatever its orders are, a plan goes by the table and comes to rest; where all are over, it is over', () => {
    const plans: readonly PlanState[] = ['EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN'];
    const legs = fc.array(
      fc.record({ state: fc.constantFrom(...LIVE_ORDER_STATES), isSettled: fc.boolean() }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...plans), legs, (begun, all) => {
        let state: PlanState = begun;
        for (let step = 0; ; step += 1) {
          assert.ok(step < 4, 'it never comes to rest');
          const event = planEventOf(state, all, false);
          if (event === null) break;
          const { from, to } = stepOf<PlanState>(PLAN_TRANSITIONS, event);
          assert.ok(from.includes(state), `${event} from ${state}`);
          state = to;
        }
        const isOpen = ({ state: leg, isSettled }: (typeof all)[number]) =>
          ['PENDING_APPROVAL', 'APPROVED', 'SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN'].includes(leg) ||
          (leg === 'ABSENT' && !isSettled);
        if (!all.some(isOpen)) {
          const isWhole = all.every(({ state: leg }) => ['FILLED', 'EXCLUDED', 'NOT_MADE'].includes(leg));
          const hasFill = all.some(({ state: leg }) => leg === 'FILLED');
          assert.equal(state, isWhole && hasFill ? 'EXECUTED' : 'PARTIAL');
        } else assert.ok(plans.includes(state));
        // While the fate of one order is open, no plan is in a state from which the rest is sent.
        const isLost = all.some(
          ({ state: leg, isSettled }) => leg === 'PLACEMENT_UNKNOWN' || (leg === 'ABSENT' && !isSettled),
        );
        if (isLost && !all.some(({ state: leg }) => leg === 'SUBMITTING'))
          assert.equal(state, 'PLACEMENT_UNKNOWN');
      }),
    );
  });

  it('Orders, order states: SUBMITTING is entered from APPROVED alone, and nothing leads back to APPROVED but another approval', () => {
    const into = (to: string) =>
      ORDER_TRANSITIONS.filter((step) => step.to === to).flatMap(({ from }) => [...from]);
    assert.deepEqual(into('SUBMITTING'), ['APPROVED']);
    assert.deepEqual(into('APPROVED'), ['PENDING_APPROVAL']);
    assert.deepEqual(into('PENDING_APPROVAL'), ['APPROVED', 'SUBMITTING']);
    const back = ORDER_TRANSITIONS.filter(({ to }) => to === 'APPROVED').map(({ event }) => event);
    assert.deepEqual(back, ['approve']);
  });
});
