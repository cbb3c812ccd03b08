import assert from 'node:assert/strict';
import type { BrokerFill } from '../../../../core/brokers/orders/index.ts';
import { Decimal, parseFixed } from '../../../../core/platform/index.ts';
import { type BookedOrder, changesProve } from '../../../../core/policies/live/holdings-witness.ts';
import type { LiveOrder } from '../../../../core/policies/live/live-orders.ts';
import { type BookEntry, PARTIAL_GRACE_MS } from '../../../../core/policies/live/order-machine.ts';
import { TRADE_CHECKS, tradesOfDay, witness } from '../../../../core/policies/live/trade-witness.ts';
import { proofText } from '../../../../core/policies/plan-proof.ts';
import { ANSWERER, liveWorlds, plannedAt, preparedWorlds } from '../../../support/live-policy.ts';

const NOW = new Date('2024-05-02T06:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** A purchase of 10 TCS at most 3,580; the broker answered with the id 26. */
const ORDER = {
  tag: 'MOMTOP20ABCDEFGHJKMN',
  side: 'BUY',
  symbol: 'TCS',
  quantity: new Decimal(10),
  limit_price: new Decimal(3580),
  broker_order_ids: ['26'],
  filled_quantity: new Decimal(0),
  booked_at: null,
  unconfirmed_since: null,
} as unknown as LiveOrder;
const entry = (change: Partial<BookEntry> = {}): BookEntry => ({
  brokerOrderIds: ['26'],
  state: 'COMPLETE',
  status: 'COMPLETE',
  message: null,
  filled: parseFixed('10'),
  averagePrice: parseFixed('3575'),
  ...change,
});
const trade = (quantity: string, price: string | null, change: Partial<BrokerFill> = {}): BrokerFill => ({
  broker_order_id: '26',
  fill_id: `${quantity}@${price}`,
  side: 'BUY',
  symbol: 'TCS',
  quantity,
  price,
  ...change,
});

describe('the broker’s trades and the fills of its order book', () => {
  const CASES: readonly {
    what: string;
    entry?: Partial<BookEntry>;
    trades: readonly BrokerFill[];
    /** Since when it was not proven, in milliseconds before now. */
    for?: number;
    code?: string;
    note?: RegExp;
  }[] = [
    // 4 at 3,570 and 6 at 3,578.33: 35,749.98 for 10 is 3,575 a share to the paisa.
    { what: 'the same in two parts', trades: [trade('4', '3570'), trade('6', '3578.33')] },
    { what: 'the same row twice', trades: [trade('10', '3575'), trade('10', '3575')] },
    {
      what: 'beside those of another order',
      trades: [trade('10', '3575'), trade('3', '1', { broker_order_id: '27' })],
    },
    {
      what: 'a part of it so far',
      trades: [trade('4', '3575')],
      note: /trades show 4 shares, its order book 10/,
    },
    { what: 'none so far', trades: [], note: /trades show 0 shares, its order book 10/ },
    { what: 'without a price', trades: [trade('10', null)], note: /name no price/ },
    {
      what: 'more than the book has so far',
      entry: { state: 'OPEN', filled: parseFixed('2') },
      trades: [trade('10', '3575')],
      for: PARTIAL_GRACE_MS - 1,
      note: /trades show 10 shares, its order book 2/,
    },
    {
      what: 'more than the book has for a quarter of an hour',
      entry: { state: 'OPEN', filled: 0n, averagePrice: null },
      trades: [trade('10', '3575')],
      for: PARTIAL_GRACE_MS,
      code: 'STALE_BOOK',
    },
    { what: 'nothing, and nothing in the book', entry: { filled: 0n, averagePrice: null }, trades: [] },
    { what: 'on the other side', trades: [trade('10', '3575', { side: 'SELL' })], code: 'TRADED_OTHER_SIDE' },
    {
      what: 'for another share',
      trades: [trade('10', '3575', { symbol: 'INFY' })],
      code: 'TRADED_OTHER_SYMBOL',
    },
    {
      what: 'for more than was ordered',
      trades: [trade('6', '3575'), trade('5', '3575')],
      code: 'TRADED_TOO_MUCH',
    },
    // The tick at 3,575 is 10 paise.
    { what: 'two ticks away', trades: [trade('10', '3575.2')], code: 'TRADED_OTHER_PRICE' },
    { what: 'a tick away', trades: [trade('10', '3575.1')] },
  ];
  for (const { what, entry: change, trades, for: ms, code, note } of CASES)
    it(`Orders, second witness: ${what}`, () => {
      const order = { ...ORDER, unconfirmed_since: ms === undefined ? null : later(-ms) };
      const seen = entry(change);
      const { wrong, confirmed_by, confirmation_note, unconfirmed_since } = witness(
        order,
        seen,
        tradesOfDay(trades),
        NOW,
      );
      assert.equal(wrong?.code ?? null, code ?? null);
      if (code !== undefined) {
        assert.match(
          wrong?.message ?? '',
          /^The broker has .* Sent: Buy 10 TCS at most ₹3580, order 26\. Broker: /,
        );
        assert.equal(confirmed_by, null);
      } else if (note !== undefined) {
        assert.match(confirmation_note ?? '', note);
        assert.deepEqual([confirmed_by, unconfirmed_since], [null, order.unconfirmed_since ?? NOW]);
      } else
        assert.deepEqual(
          [confirmed_by, confirmation_note, unconfirmed_since],
          [seen.filled === 0n ? null : 'TRADES', null, null],
        );
    });

  it('Orders, second witness: trades that cannot be read prove nothing and contradict nothing', () => {
    assert.deepEqual(witness(ORDER, entry(), null, NOW), {
      confirmed_by: null,
      confirmation_note: 'The broker’s list of trades could not be read.',
      unconfirmed_since: NOW,
      wrong: null,
    });
  });

  it('Orders, second witness: each check of the table is in a case above', () => {
    assert.deepEqual(
      TRADE_CHECKS.map(({ code }) => code).filter((code) => !CASES.some((one) => one.code === code)),
      [],
    );
  });

  it('Orders, second witness: a receipt says in one line what proves the fills of a plan', () => {
    const filled = (confirmed_by: 'TRADES' | 'HOLDINGS' | null, confirmation_note: string | null = null) => ({
      symbol: 'TCS',
      filled_quantity: 10,
      confirmed_by,
      confirmation_note,
    });
    assert.equal(proofText([{ ...filled(null), filled_quantity: 0 }]), null);
    assert.equal(proofText([filled('TRADES'), filled('HOLDINGS')]), 'Confirmed by orders and trades.');
    assert.equal(proofText([filled('HOLDINGS')]), 'Confirmed by orders and trades, and by holdings.');
    assert.equal(
      proofText([filled('TRADES'), filled(null, 'The broker’s trades name no price.')]),
      'Provisional, 1 of 2 fills: TCS. The broker’s trades name no price.',
    );
  });
});

describe('the change of an account and the orders that made it', () => {
  const booked = (id: string, change: Partial<BookedOrder>): BookedOrder => ({
    id,
    owner_user_id: '1',
    instrument_id: '1',
    symbol: 'TCS',
    side: 'BUY',
    quantity: new Decimal(10),
    value: new Decimal(35_750),
    costs: new Decimal(45),
    confirmed_by: 'TRADES',
    ...change,
  });
  // Ten TCS are bought and three of them sold; two INFY are sold: 35,750 out, 10,725 and 3,000 in, so 22,025 less.
  const ORDERS = [
    booked('1', {}),
    booked('2', { side: 'SELL', quantity: new Decimal(3), value: new Decimal(10_725) }),
    booked('3', {
      instrument_id: '2',
      symbol: 'INFY',
      side: 'SELL',
      quantity: new Decimal(2),
      value: new Decimal(3_000),
    }),
  ];
  const state = (tcs: string, infy: string, cash: number) => ({
    held: [
      { symbol: 'TCS', isin: 'INE467B01029', quantity: tcs },
      // Dhan's positions of the day have no ISIN.
      { symbol: 'INFY', isin: null, quantity: infy },
    ],
    cash: new Decimal(cash),
  });
  const isinOf = (id: string) => (id === '1' ? 'INE467B01029' : 'INE009A01021');
  const BEFORE = state('5', '2', 50_000);
  for (const { what, now, whys } of [
    { what: 'before its costs are charged', now: state('12', '0', 27_975), whys: [null, null, null] },
    { what: 'after its costs are charged', now: state('12', '0', 27_840), whys: [null, null, null] },
    {
      what: 'one share more',
      now: state('12', '1', 27_840),
      whys: [null, null, 'The account’s INFY changed by -1 shares; its orders come to -2.'],
    },
    {
      // 100 rupees beside the costs are charges to the paisa; 140 are not.
      what: 'cash that went elsewhere',
      now: state('12', '0', 27_700),
      whys: Array.from(
        { length: 3 },
        () => 'The account’s cash changed by ₹-22300.00; its orders come to ₹-22025.00 before costs.',
      ),
    },
  ])
    it(`Orders, second witness: ${what}`, () => {
      assert.deepEqual([...changesProve(ORDERS, BEFORE, now, isinOf).values()], whys);
    });
});

describe('a plan whose fills the broker’s trades prove, or do not', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worlds = liveWorlds();
  for (const at of ['zerodha', 'dhan'] as const) {
    const anew = preparedWorlds(worlds, async (world) => await plannedAt(world, at));
    const begun = async () => {
      const { world, prepared } = await anew();
      const { core, owner } = world;
      return {
        world,
        ...prepared,
        receipt: async () => await core.policies.plans.get(owner, prepared.plan.plan_id),
        named: async () => (await core.policies.live.reads.differences(owner, { open: true })).items,
        trades: async () =>
          (await core.policies.books.trades(owner, prepared.policy.id, { mode: 'LIVE' })).items,
      };
    };

    it(`Orders, second witness: ${at}’s trades could not be read: booked, provisional with its reason, and confirmed by a later look`, async () => {
      const { world, plan, receipt, trades } = await begun();
      world.broker.dice.planReads('server_error', { path: /\/trades$/ });
      await world.approve(plan);
      const first = await receipt();
      assert.equal(first.state, 'EXECUTED');
      assert.match(
        first.proof ?? '',
        /^Provisional, 2 of 2 fills: \w+\. The broker’s list of trades could not be read\.$/,
      );
      assert.equal((await trades()).length, 2);
      world.broker.dice.forget();
      await world.rounds(1, 11);
      assert.equal((await receipt()).proof, 'Confirmed by orders and trades.');
    });

    it(`Orders, second witness: ${at}’s trades say another price: nothing of it is booked, and both sides’ figures are named`, async () => {
      const { world, plan, receipt, named, trades } = await begun();
      const { account } = world.broker;
      const fills = account.fills.bind(account);
      account.fills = () => fills().map((fill, nr) => (nr === 0 ? { ...fill, price: '1' } : fill));
      try {
        await world.approve(plan);
        await world.rounds(2);
        const [difference, ...more] = await named();
        assert.deepEqual(
          [difference?.kind, difference?.code, more.length],
          ['PRICE', 'TRADED_OTHER_PRICE', 0],
        );
        assert.match(difference?.found ?? '', /at ₹1, order \d+; its order book has \d+ filled$/);
        const after = await receipt();
        assert.deepEqual([after.state, after.orders[0]?.state], ['EXECUTING', 'PLACED']);
        assert.equal((await trades()).length, 1);
        const body = {
          settlement: 'ADOPTED',
          filled_quantity: after.orders[0]?.quantity,
          average_price: 100,
          reason: 'So says the note.',
        };
        await world.core.policies.live.settlements.settleOrder(
          world.owner,
          after.orders[0]?.order_id ?? '',
          body,
          ANSWERER,
        );
        await world.core.policies.live.settled();
        await world.rounds(2, 11);
        assert.deepEqual(await named(), []);
        assert.match((await receipt()).proof ?? '', /You took it over from the contract note/);
        assert.equal((await trades()).length, 2);
      } finally {
        account.fills = fills;
      }
    });

    it(`Orders, second witness: what ${at}’s account has more and less on the next morning proves the fills a third time, or does not`, async () => {
      const { world, plan, receipt, named } = await begun();
      const { account } = world.broker;
      const audit = async () => await world.core.policies.live.audit.auditAll(new AbortController().signal);
      const notes = async () => (await receipt()).orders.map(({ confirmation_note: note }) => note);
      await audit();
      world.at('2024-05-02T06:01:00.000Z');
      await world.approve(plan);
      assert.equal((await receipt()).proof, 'Confirmed by orders and trades.');
      // The person bought three more of the first share, and paid for them.
      const [fill] = account.state.fills;
      assert.ok(fill !== undefined);
      fill.quantity += 3;
      const paid = Number(fill.price) * 3;
      account.state.cash = String(Number(account.state.cash) - paid);
      await audit();
      assert.equal((await receipt()).proof, 'Confirmed by orders and trades.');
      const [share, cash] = await notes();
      assert.match(share ?? '', /^The account’s \w+ changed by \d+ shares; its orders come to \d+\.$/);
      assert.match(
        cash ?? '',
        /^The account’s cash changed by ₹-[\d.]+; its orders come to ₹-[\d.]+ before costs\.$/,
      );
      // They are sold again.
      fill.quantity -= 3;
      account.state.cash = String(Number(account.state.cash) + paid);
      await audit();
      assert.equal((await receipt()).proof, 'Confirmed by orders and trades, and by holdings.');
      assert.deepEqual(await notes(), [null, null]);
      assert.deepEqual(await named(), []);
    });
  }
});
