import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { FaultName } from '../../../../core/brokers/practice/index.ts';
import {
  ANSWERER,
  BY,
  type LiveWorld,
  liveWorlds,
  plannedAt,
  preparedWorlds,
} from '../../../support/live-policy.ts';
import { near } from '../../../support/near.ts';
import { refused } from '../../../support/problems.ts';

describeEachBroker('fills that a broker tells after the end of an order', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) => plannedAt(one, at));
  let world: LiveWorld;
  let prepared: Awaited<ReturnType<typeof plannedAt>>;
  /** Readings of the broker's orderbook. */
  let reads = 0;
  let isCounting = false;
  beforeEach(async () => {
    ({ world, prepared } = await worldAnew());
    reads = 0;
    if (isCounting) return;
    isCounting = true;
    const { account } = world.broker;
    const look = account.look.bind(account);
    account.look = () => {
      reads += 1;
      return look();
    };
  });

  const reason = 'The contract note says so.';
  /** A plan whose first order met a fault, half an hour later. */
  const ended = async (name: FaultName) => {
    const { policy, plan } = prepared;
    world.broker.dice.plan({ name, times: 1 });
    await world.approve(plan);
    const [made] = world.broker.account.state.orders;
    assert.ok(made !== undefined);
    if (made.state === 'OPEN') made.state = 'CANCELLED';
    await world.rounds(6, 5);
    const order = await first(plan.plan_id);
    return { policy, plan, order, made };
  };
  const first = async (planId: string) => {
    const [order] = (await world.core.policies.plans.get(world.owner, planId)).orders;
    assert.ok(order !== undefined);
    return order;
  };
  const open = async () =>
    (await world.core.policies.live.reads.differences(world.owner, { open: true })).items;
  const adopt = async (orderId: string, filled_quantity: number, average_price: number) => {
    const body = { settlement: 'ADOPTED', filled_quantity, average_price, reason };
    await world.core.policies.live.settlements.settleOrder(world.owner, orderId, body, ANSWERER);
    await world.core.policies.live.settled();
    await world.rounds(1);
  };
  const tradesOf = async (policyId: string, symbol: string) => {
    const { items } = await world.core.policies.books.trades(world.owner, policyId, { mode: 'LIVE' });
    return items.filter((trade) => trade.symbol === symbol).toReversed();
  };
  const brokerHolds = (symbol: string) => world.broker.account.owned(symbol);

  it('Orders: a cancelled one that is filled within the day is named, blocks planning, and is booked once a person takes it over', async () => {
    const { core, owner } = world;
    const { policy, plan, order, made } = await ended('cancelled');
    assert.equal(order.state, 'CANCELLED');
    assert.equal((await core.policies.plans.get(owner, plan.plan_id)).state, 'PARTIAL');
    // Nothing is open any more: twenty rounds of a minute read twice, every ten minutes.
    reads = 0;
    await world.rounds(20);
    assert.equal(reads, 2);
    made.revives_in = 1;
    await world.rounds(2, 5);
    const [named, ...others] = await open();
    assert.deepEqual(others, []);
    assert.deepEqual([named?.kind, named?.subject], ['LATE_ORDER', order.tag]);
    assert.equal(named?.found, `${order.quantity} shares`);
    assert.equal((await first(plan.plan_id)).state, 'CANCELLED');
    assert.deepEqual(await tradesOf(policy.id, order.symbol), []);

    const price = order.limit_price ?? 0;
    await adopt(order.order_id, order.quantity, price);
    assert.equal((await first(plan.plan_id)).state, 'FILLED');
    assert.deepEqual(await open(), []);
    await world.rounds(2, 6);
    assert.deepEqual(await open(), [], 'it is in the books now');
    const trades = await tradesOf(policy.id, order.symbol);
    assert.deepEqual(
      trades.map(({ quantity, price: paid }) => [quantity, paid]),
      [[brokerHolds(order.symbol), price]],
    );
    await refused(adopt(order.order_id, order.quantity, price), 409, 'ORDER_SETTLED');
    const { items } = await core.notifications.list(owner, { page_size: 100 });
    assert.equal(items.filter(({ title }) => /differ/.test(title)).length, 1);
    assert.equal(world.broker.account.state.requests.filter(({ tag }) => tag === order.tag).length, 1);
  });

  it('Orders: of one that was booked in part, only what was filled later is booked, and its charges are those of both', async () => {
    const { policy, plan, order, made } = await ended('partial_fill');
    assert.equal(order.state, 'PARTIAL');
    const half = Math.floor(order.quantity / 2);
    const price = order.average_price ?? 0;
    assert.deepEqual(
      (await tradesOf(policy.id, order.symbol)).map(({ quantity }) => quantity),
      [half],
    );
    // Zerodha tells the charges of that half on the day.
    const known = order.charges_check?.broker ?? null;
    assert.equal(known === null, at === 'dhan');
    // As many again, two paise dearer: one paisa more on average.
    const { state } = world.broker.account;
    const [fill] = state.fills.filter(({ order_id }) => order_id === made.id);
    assert.ok(fill !== undefined);
    state.fills.push({ ...fill, id: '999', price: (price - 0.02).toFixed(2) });
    await world.rounds(2, 5);
    const [named] = await open();
    assert.deepEqual(
      [named?.kind, named?.expected, named?.found],
      ['LATE_ORDER', `${half} shares`, `${2 * half} shares`],
    );
    const average = Number((price - 0.01).toFixed(2));
    await refused(adopt(order.order_id, half, price), 422, 'VALIDATION_ERROR');
    // All of them cannot have cost less than the half that is booked.
    await refused(adopt(order.order_id, 2 * half, price / 2), 422, 'VALIDATION_ERROR');
    await adopt(order.order_id, 2 * half, average);
    const trades = await tradesOf(policy.id, order.symbol);
    assert.deepEqual(
      trades.map(({ quantity, price: paid }) => [quantity, paid]),
      [
        [half, price],
        [half, Number((price - 0.02).toFixed(2))],
      ],
    );
    assert.equal(brokerHolds(order.symbol), 2 * half);
    const after = await first(plan.plan_id);
    assert.deepEqual([after.filled_quantity, after.average_price], [2 * half, average]);
    const costs = trades.reduce((sum, trade) => sum + trade.costs, 0);
    assert.ok(Math.abs(after.costs - costs) < 0.001, `${after.costs} and ${costs}`);
    // It is asked again about all of it; taxes are in whole rupees.
    if (known !== null) near(after.charges_check?.broker, 2 * known, 2);
    assert.deepEqual(await open(), []);
    await world.rounds(2, 6);
    assert.deepEqual(await open(), []);
    assert.equal((await tradesOf(policy.id, order.symbol)).length, 2);
  });

  it('Orders: a late fill that a person settles without taking it over is not named again', async () => {
    const { core, owner } = world;
    const { order, made } = await ended('cancelled');
    made.revives_in = 1;
    await world.rounds(2, 5);
    const [named] = await open();
    assert.ok(named !== undefined);
    const { settlements } = core.policies.live;
    await settlements.settleDifference(owner, named.difference_id, { reason: 'I sold them myself.' }, BY);
    await world.rounds(5, 5);
    assert.deepEqual(await open(), []);
    assert.equal((await core.policies.live.reads.differences(owner, {})).total, 1);
    assert.equal(order.state, 'CANCELLED');
  });

  it('Orders: the book is read once more after the close, and not again that evening', async () => {
    const { made } = await ended('cancelled');
    world.at('2024-05-02T09:55:00.000Z');
    await world.rounds(1);
    // 15:30 in India is the close; ten minutes later is the last look.
    reads = 0;
    world.at('2024-05-02T10:12:00.000Z');
    made.revives_in = 1;
    await world.rounds(1);
    assert.equal(reads, 1);
    assert.equal((await open()).length, 1);
    await world.rounds(5, 40);
    assert.equal(reads, 1);
  });
});
