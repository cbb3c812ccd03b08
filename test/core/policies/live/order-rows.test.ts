import assert from 'node:assert/strict';
import { itAtEachBroker } from '../../../support/each-broker.ts';
import type { BrokerOrder } from '../../../../core/brokers/orders/index.ts';
import type { FaultName } from '../../../../core/brokers/practice/index.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import type { LiveOrder } from '../../../../core/policies/live/live-orders.ts';
import {
  judgeOrderRows,
  ROW_CHECKS,
  findRows,
  surplusRows,
  untaggedTwin,
} from '../../../../core/policies/live/order-rows.ts';
import {
  ANSWERER,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  plannedAt,
  preparedWorlds,
} from '../../../support/live-policy.ts';

const SENT = new Date('2026-03-02T06:00:00.000Z');
const TAG = 'MOMTOP20ABCDEFGHJKMN';

/** A purchase of 10 TCS at most 3,580, planned at 3,510; the broker answered with the id 26. */
const order = (change: Partial<LiveOrder> = {}): LiveOrder => ({
  id: '1',
  owner_user_id: '1',
  policy_id: '1',
  plan_id: '1',
  nr: 1,
  side: 'BUY',
  rule: 'ENTRY',
  instrument_id: '1',
  symbol: 'TCS',
  state: 'PLACED',
  quantity: new Decimal(10),
  reference_price: new Decimal(3510),
  order_kind: 'LIMIT',
  limit_price: new Decimal(3580),
  tag: TAG,
  epoch: 1,
  submitted_at: SENT,
  broker_order_ids: ['26'],
  filled_quantity: new Decimal(0),
  average_price: null,
  broker_message: null,
  missed_reads: 0,
  missed_since: null,
  ended_at: null,
  booked_at: null,
  settlement: null,
  held_kind: null,
  held_price: null,
  placement_note: null,
  accepted_kinds: [],
  confirmed_by: null,
  confirmation_note: null,
  unconfirmed_since: null,
  ...change,
});
const row = (change: Partial<BrokerOrder> = {}): BrokerOrder => ({
  broker_order_id: '26',
  tag: TAG,
  side: 'BUY',
  symbol: 'TCS',
  quantity: '10',
  filled_quantity: '10',
  average_price: '3579.95',
  product: 'CNC',
  exchange: 'NSE',
  placed_at: SENT,
  state: 'COMPLETE',
  status: 'COMPLETE',
  message: null,
  ...change,
});

describe('rows of the orderbook and the order that they are of', () => {
  const LIES: readonly {
    what: string;
    order?: Partial<LiveOrder>;
    rows: readonly Partial<BrokerOrder>[];
    says: RegExp | null;
    kind?: string;
    code?: string;
  }[] = [
    { what: 'as it was sent', rows: [{}], says: null },
    {
      what: 'open, nothing filled',
      rows: [{ state: 'OPEN', filled_quantity: '0', average_price: null }],
      says: null,
    },
    { what: 'without its tag, under its id', rows: [{ tag: null }], says: null },
    { what: 'on the other side', rows: [{ side: 'SELL' }], code: 'OTHER_SIDE', says: /other side/ },
    { what: 'of another share', rows: [{ symbol: 'INFY' }], code: 'OTHER_SYMBOL', says: /another share/ },
    {
      what: 'as an intraday order',
      rows: [{ product: 'MIS' }],
      code: 'OTHER_PRODUCT',
      says: /another product/,
    },
    { what: 'on the BSE', rows: [{ exchange: 'BSE' }], code: 'OTHER_EXCHANGE', says: /another exchange/ },
    { what: 'of more shares', rows: [{ quantity: '100' }], code: 'OTHER_QUANTITY', says: /another quantity/ },
    {
      what: 'of fewer shares',
      rows: [{ quantity: '1', filled_quantity: '1' }],
      code: 'OTHER_QUANTITY',
      says: /another quantity/,
    },
    {
      what: 'less than nothing filled',
      rows: [{ state: 'OPEN', filled_quantity: '-3' }],
      code: 'NEGATIVE_FILL',
      says: /less than no shares/,
    },
    {
      what: 'complete with nothing filled',
      rows: [{ filled_quantity: '0', average_price: null }],
      code: 'NOT_ALL_FILLED',
      says: /not all of it/,
    },
    {
      what: 'complete with a part filled',
      rows: [{ filled_quantity: '4' }],
      code: 'NOT_ALL_FILLED',
      says: /not all of it/,
    },
    {
      what: 'bought above the limit',
      rows: [{ average_price: '3580.65' }],
      code: 'BEYOND_LIMIT',
      says: /beyond its limit/,
      kind: 'PRICE',
    },
    { what: 'bought at the limit', rows: [{ average_price: '3580' }], says: null },
    // The tick at 3,580 is 10 paise.
    { what: 'bought a tick above the limit', rows: [{ average_price: '3580.1' }], says: null },
    {
      what: 'more filled than ordered',
      rows: [{ filled_quantity: '12' }],
      code: 'OVERFILLED',
      says: /more shares of it filled than were ordered/,
      kind: 'OVERFILLED',
    },
    {
      what: 'filled without a price',
      rows: [{ average_price: null }],
      code: 'NO_PRICE',
      says: /without a price/,
      kind: 'PRICE',
    },
    {
      what: 'filled at a price of 0',
      rows: [{ average_price: '0' }],
      code: 'NO_PRICE',
      says: /without a price/,
      kind: 'PRICE',
    },
    // 25 % below 3,510 is 2,632.50.
    {
      what: 'bought for nearly nothing',
      rows: [{ average_price: '35.1' }],
      code: 'FAR_PRICE',
      says: /far from/,
      kind: 'PRICE',
    },
    {
      what: 'sold below the limit',
      order: { side: 'SELL', limit_price: new Decimal(3440) },
      rows: [{ side: 'SELL', average_price: '3438' }],
      code: 'BEYOND_LIMIT',
      says: /beyond its limit/,
      kind: 'PRICE',
    },
    {
      what: 'sold above the limit',
      order: { side: 'SELL', limit_price: new Decimal(3440) },
      rows: [{ side: 'SELL', average_price: '3600' }],
      says: null,
    },
    {
      // 25 % above 3,510 is 4,387.50.
      what: 'a market order at an absurd price',
      order: { order_kind: 'MARKET', limit_price: null },
      rows: [{ average_price: '4390' }],
      code: 'FAR_PRICE',
      says: /far from/,
      kind: 'PRICE',
    },
    {
      what: 'a market order a tenth away',
      order: { order_kind: 'MARKET', limit_price: null },
      rows: [{ average_price: '3861' }],
      says: null,
    },
    {
      what: 'fewer filled than before',
      order: { filled_quantity: new Decimal(6) },
      rows: [{ state: 'OPEN', filled_quantity: '4' }],
      code: 'SHRUNK',
      says: /fewer shares of it filled than the 6/,
    },
    {
      what: 'from the morning, before it was sent',
      rows: [{ placed_at: new Date('2026-03-02T05:00:00.000Z') }],
      code: 'BEFORE_SENT',
      says: /before it was sent/,
    },
    {
      what: 'two orders under one tag, neither of them answered',
      order: { broker_order_ids: [] },
      rows: [{}, { broker_order_id: '27' }],
      code: 'SEVERAL_IDS',
      says: /several orders/,
    },
    {
      what: 'its tag on an order with another id',
      rows: [{ broker_order_id: '27' }],
      code: 'OTHER_ID',
      says: /another id/,
    },
    {
      what: 'cut up by the broker',
      order: { broker_order_ids: [] },
      rows: [
        { quantity: '6', filled_quantity: '6' },
        { broker_order_id: '27', quantity: '4', filled_quantity: '4' },
      ],
      says: null,
    },
    {
      what: 'cut up, and one part is in the book before the other',
      order: { broker_order_ids: ['26', '27'] },
      rows: [{ quantity: '6', filled_quantity: '6' }],
      says: null,
    },
    {
      what: 'smaller, though it was not cut up',
      rows: [{ quantity: '6' }],
      code: 'OTHER_QUANTITY',
      says: /another quantity/,
    },
    {
      what: 'parts that are more than was ordered',
      order: { broker_order_ids: [] },
      rows: [
        { quantity: '6', filled_quantity: '6' },
        { broker_order_id: '27', quantity: '6', filled_quantity: '6' },
      ],
      code: 'SEVERAL_IDS',
      says: /several orders/,
    },
  ];
  for (const { what, order: of, rows, says, code, kind = 'ORDER_MISMATCH' } of LIES)
    it(`Orders, identity of a row: ${what}`, () => {
      const found = judgeOrderRows(order(of), rows.map(row));
      if (says === null) {
        assert.equal(found, null);
        return;
      }
      assert.ok(found !== null);
      assert.match(found.message, says);
      assert.deepEqual([found.kind, found.code, found.subject], [kind, code, TAG]);
      // The figures of both sides.
      assert.match(found.expected, /^(Buy|Sell) 10 TCS at /);
      assert.match(found.found, /^(Buy|Sell) \d+ (TCS|INFY), .*, order 26|27/);
    });

  it('Orders, identity of a row: every check of the table has a row above that only it refuses', () => {
    assert.deepEqual(
      ROW_CHECKS.map(({ code }) => code).filter((code) => !LIES.some((lie) => lie.code === code)),
      [],
    );
    assert.equal(new Set(ROW_CHECKS.map(({ code }) => code)).size, ROW_CHECKS.length);
  });

  it('Orders, identity of a row: by the answered id first, by the tag second, by what is left of a tag last', () => {
    const [a, b, c] = [
      order(),
      order({ id: '2', tag: `MOMTOP20${'B'.repeat(12)}`, broker_order_ids: [] }),
      order({ id: '3', tag: `MOMTOP20${'C'.repeat(12)}`, broker_order_ids: [] }),
    ];
    const book = [
      // The id of the first with the tag of the second: the id counts.
      row({ tag: b.tag }),
      row({ broker_order_id: '27', tag: b.tag }),
      row({ broker_order_id: '28', tag: 'MOMTOP20CCCC' }),
      row({ broker_order_id: '29', tag: 'MOMTOP20' }),
    ];
    const { of, rest } = findRows([a, b, c], book);
    assert.deepEqual(
      [...of].map(([id, rows]) => [id, rows.map(({ broker_order_id }) => broker_order_id)]),
      [
        ['1', ['26']],
        ['2', ['27']],
        ['3', ['28']],
      ],
    );
    assert.deepEqual(
      rest.map(({ broker_order_id }) => broker_order_id),
      ['29'],
    );
  });

  it('Orders, identity of a row: of two ids with one tag, the answered one is its order and the other is named', () => {
    const { own, surplus } = surplusRows(order(), [row(), row({ broker_order_id: '27' })]);
    assert.deepEqual(own, [row()]);
    assert.match(surplus?.found ?? '', /order 26; .*order 27$/);
  });

  it('Orders, identity of a row: one without a tag that could be an unanswered order keeps it from counting as absent', () => {
    const lost = order({ state: 'PLACEMENT_UNKNOWN', broker_order_ids: [] });
    assert.match(untaggedTwin(lost, [row({ tag: null })])?.message ?? '', /without a tag that could be it/);
    assert.match(
      untaggedTwin(lost, [row({ tag: 'MOMTOP20' })])?.message ?? '',
      /without a tag that could be it/,
    );
    assert.equal(untaggedTwin(lost, [row({ tag: 'OTHER' })]), null);
    assert.equal(untaggedTwin(lost, [row({ tag: null, quantity: '11' })]), null);
    assert.equal(untaggedTwin(order(), [row({ tag: null, broker_order_id: '27' })]), null);
  });
});

describe('an order that the broker’s book contradicts', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = liveWorlds();
  const plans = {
    zerodha: preparedWorlds(worldAnew, (at) => plannedAt(at, 'zerodha')),
    dhan: preparedWorlds(worldAnew, (at) => plannedAt(at, 'dhan')),
    ofSeveral: preparedWorlds(worldAnew, (at) => plannedAt(at, 'zerodha', {})),
  };
  let world: LiveWorld;
  const begun = async (name: FaultName, of: keyof typeof plans = 'dhan') => {
    const { world: same, prepared } = await plans[of]();
    world = same;
    world.broker.dice.plan({ name, times: 1 });
    return prepared;
  };
  const named = async () =>
    (await world.core.policies.live.reads.differences(world.owner, { open: true })).items;
  const trades = async (policyId: string) =>
    (await world.core.policies.books.trades(world.owner, policyId, { mode: 'LIVE' })).items;

  // Zerodha's are in faults.test.ts, with every other fault.
  for (const [name, kinds] of [
    ['other_side', ['ORDER_MISMATCH']],
    ['complete_with_0', ['ORDER_MISMATCH']],
    ['lost_tag', []],
    ['cut_tag', []],
  ] as const)
    it(`Orders: ${name} at Dhan: ${kinds.length === 0 ? 'found by the id of the answer' : 'named and not booked'}`, async () => {
      const { policy, plan } = await begun(name);
      await world.approve(plan);
      await world.rounds(4);
      assert.deepEqual(
        (await named()).map(({ kind }) => kind),
        [...kinds],
      );
      const booked = await trades(policy.id);
      assert.equal(booked.length, plan.orders.length - kinds.length);
    });

  // A process does not read the book of an account again that it has just read: each case has an account of its own.
  for (const [name, kind, says, account] of [
    ['larger_fill', 'OVERFILLED', /more shares of it filled than were ordered/, 'dhan'],
    [
      'shrinking_fill',
      'ORDER_MISMATCH',
      /fewer shares of it filled than the \d+ that it had before/,
      'zerodha',
    ],
  ] as const)
    it(`Orders: ${name}, told after all of it was booked: the last look of the day names it`, async () => {
      const { policy, plan } = await begun('lost_tag', account);
      await world.approve(plan);
      const booked = await trades(policy.id);
      assert.equal(booked.length, plan.orders.length);
      const [made] = world.broker.account.state.orders;
      assert.ok(made !== undefined);
      // From now on the book says something else of the first order.
      made.lie = { kind: name === 'larger_fill' ? 'larger fill' : 'shrinking fill', looks: 1 };
      await world.rounds(3);
      assert.deepEqual(await named(), [], 'nothing is read while nothing is open');
      // Ten minutes after the close.
      world.at('2024-05-02T10:10:00.000Z');
      await world.rounds(2);
      const [difference, ...more] = await named();
      assert.deepEqual([difference?.kind, more.length], [kind, 0]);
      assert.match(difference?.message ?? '', says);
      assert.deepEqual(await trades(policy.id), booked, 'the books stay as they are');
    });

  it('Orders: a person is told once, nothing more of the policy is sent, and it goes on when they settle it', async () => {
    const { connection, policy, plan } = await begun('other_side', 'ofSeveral');
    const { core, owner, broker } = world;
    // The session ends with the second order, so that the rest waits while the book is read.
    broker.dice.plan({ name: 'session_ends', times: 1 });
    await world.approve(plan);
    await loginAgain(world, connection);
    await world.rounds(3);
    const before = broker.account.state.requests.length;
    await world.rounds(3);
    assert.equal(broker.account.state.requests.length, before, 'nothing more is sent');
    assert.equal((await world.states(plan.plan_id))[0], 'PLACED');
    assert.deepEqual(await trades(policy.id), []);
    const [difference, ...more] = await named();
    assert.deepEqual(more, []);
    const [first] = plan.orders;
    assert.equal(difference?.order_id, first?.order_id);
    const { items } = await core.notifications.list(owner, {});
    assert.equal(items.filter(({ title }) => /books and the broker differ/.test(title)).length, 1);
    // The contract note says that it was bought as it was sent.
    const made = broker.account.state.orders[0];
    const fill = broker.account.state.fills.find(({ order_id }) => order_id === made?.id);
    const body = {
      settlement: 'ADOPTED',
      filled_quantity: fill?.quantity,
      average_price: Number(fill?.price),
      reason: 'The contract note says so.',
    };
    await core.policies.live.settlements.settleOrder(owner, first?.order_id ?? '', body, ANSWERER);
    await core.policies.live.settled();
    await world.rounds(3);
    assert.deepEqual(await named(), [], 'what the book goes on saying is settled');
    assert.equal((await world.states(plan.plan_id))[0], 'FILLED');
    assert.ok(broker.account.state.requests.length > before, 'the rest is sent');
    const tags = broker.account.state.requests.map(({ tag }) => tag);
    assert.equal(new Set(tags).size, tags.length, 'no order twice');
    assert.ok((await trades(policy.id)).some(({ symbol }) => symbol === first?.symbol));
  });

  for (const name of ['other_side', 'overfilled'] as const)
    for (const settlement of ['MARKED_ABSENT', 'SENT_AGAIN'] as const)
      itAtEachBroker(
        `Orders: ${name}, settled as ${settlement}: what the book goes on saying is booked neither then nor later`,
        async (at) => {
          const { policy, plan } = await begun(name, at);
          const { core, owner } = world;
          await world.approve(plan);
          await world.rounds(3);
          const [first] = plan.orders;
          const body = { settlement, reason: 'It is none of mine.' };
          await core.policies.live.settlements.settleOrder(owner, first?.order_id ?? '', body, ANSWERER);
          await core.policies.live.settled();
          await world.rounds(3);
          assert.equal((await world.states(plan.plan_id))[0], 'ABSENT');
          assert.ok((await trades(policy.id)).every(({ symbol }) => symbol !== first?.symbol));
          assert.deepEqual(await named(), []);
          assert.equal((await core.policies.plans.get(owner, plan.plan_id)).state, 'PARTIAL');
        },
      );

  itAtEachBroker(
    'Orders: one that books from a backup do not know as sent is followed, whenever the broker took it',
    async (at) => {
      const { plan } = await begun('partial_fill', at);
      await world.approve(plan);
      const [first] = plan.orders;
      const { systemPool } = world.core.database;
      await systemPool.query(
        `update policy.policy_orders set state = 'APPROVED', submitted_at = null, epoch = null, broker_order_ids = '{}',
         filled_quantity = 0, average_price = null where id = $1`,
        [first?.order_id],
      );
      await systemPool.query(`update policy.policy_order_plans set state = 'EXECUTING' where id = $1`, [
        plan.plan_id,
      ]);
      world.at('2024-05-02T07:30:00.000Z');
      await world.rounds(4);
      assert.deepEqual(
        (await named()).map(({ kind }) => kind),
        ['LATE_ORDER'],
      );
      assert.equal((await world.states(plan.plan_id))[0], 'PLACED');
      assert.equal(world.broker.account.state.requests.length, plan.orders.length, 'and not sent again');
    },
  );
});
