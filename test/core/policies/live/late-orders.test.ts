import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { PlanView, PolicyView } from '../../../../core/policies/index.ts';
import {
  ANSWERER,
  type LiveWorld,
  liveWorlds,
  preparedWorlds,
  plannedAt,
} from '../../../support/live-policy.ts';

describeEachBroker('orders that turn up after their plan ended', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) => plannedAt(one, at));
  let world: LiveWorld;
  let policy: PolicyView;
  let plan: PlanView;
  beforeEach(async () => {
    ({
      world,
      prepared: { plan, policy },
    } = await worldAnew());
  });

  // The crash matrix found it: a person had marked the order as absent, which ended its plan; nobody read the book again,
  // and the shares that were bought ten minutes later were in no books.
  it('Orders, absent: one that a person marked as absent and that is in the book later is followed, booked and named', async () => {
    const { core, owner, broker } = world;
    broker.dice.plan({ name: 'answer_lost', times: 1, hiddenMs: 10 * 60_000 });
    await world.approve(plan);
    await world.rounds(5);
    const [order] = (await core.policies.plans.get(owner, plan.plan_id)).orders;
    assert.equal(order?.state, 'ABSENT');
    const body = { settlement: 'MARKED_ABSENT', reason: 'It is not in the app of the broker.' };
    await core.policies.live.settlements.settleOrder(owner, order.order_id, body, ANSWERER);
    await core.policies.live.settled();
    await world.rounds(1);
    assert.equal((await core.policies.plans.get(owner, plan.plan_id)).state, 'PARTIAL');

    await world.rounds(6);
    const after = await core.policies.plans.get(owner, plan.plan_id);
    assert.deepEqual([after.state, after.orders[0]?.state], ['PARTIAL', 'FILLED']);
    const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
    assert.equal(trades.length, plan.orders.length);
    const { items: named } = await core.policies.live.reads.differences(owner, { open: true });
    assert.deepEqual(
      named.map(({ kind, subject }) => [kind, subject]),
      [['LATE_ORDER', order.tag]],
    );
    assert.equal(broker.account.state.requests.filter(({ tag }) => tag === order.tag).length, 1);
  });

  // A person could approve it after that, or had before: what was known to be at the broker went there once more.
  it('Orders, absent: one that turns up before it was sent again is not sent again, approved or not', async () => {
    const { core, owner, broker } = world;
    broker.dice.plan({ name: 'answer_lost', times: 1, hiddenMs: 10 * 60_000 });
    await world.approve(plan);
    await world.rounds(5);
    const [order] = (await core.policies.plans.get(owner, plan.plan_id)).orders;
    assert.equal(order?.state, 'ABSENT');
    const body = { settlement: 'SENT_AGAIN', reason: 'It is not in the app of the broker.' };
    await core.policies.live.settlements.settleOrder(owner, order.order_id, body, ANSWERER);
    await core.policies.live.settled();
    const [again] = (await core.policies.plans.pending(owner, {})).items;
    assert.ok(again !== undefined);
    // Eleven minutes later it is in the book: the approval wakes a turn that reads it first.
    world.at('2024-05-02T06:11:00.000Z');
    const done = await world.approve(again);
    assert.deepEqual([done.state, done.orders[0]?.state], ['EXPIRED', 'EXPIRED']);
    assert.equal(broker.account.state.requests.length, plan.orders.length);
    assert.equal(broker.account.state.requests.filter(({ tag }) => tag === again.orders[0]?.tag).length, 0);
    const { items: named } = await core.policies.live.reads.differences(owner, { open: true });
    assert.deepEqual(
      named.map(({ kind, subject }) => [kind, subject]),
      [['LATE_ORDER', order.tag]],
    );
    const { items: notices } = await core.notifications.list(owner, { page_size: 100 });
    assert.equal(
      notices.filter(({ body: text }) => /turned up at the broker after all/.test(text)).length,
      1,
    );
  });

  it('Orders, absent: one that turns up and rests at the broker is followed to its end, though its plan ended', async () => {
    const { core, owner, broker } = world;
    broker.dice.plan({ name: 'answer_lost', times: 1, hiddenMs: 10 * 60_000 });
    await world.approve(plan);
    const [made] = broker.account.state.orders;
    assert.ok(made !== undefined);
    // It waits for its price.
    made.state = 'OPEN';
    const filled = broker.account.state.fills.splice(0);
    await world.rounds(5);
    const [order] = (await core.policies.plans.get(owner, plan.plan_id)).orders;
    assert.equal(order?.state, 'ABSENT');
    const body = { settlement: 'MARKED_ABSENT', reason: 'It is not in the app of the broker.' };
    await core.policies.live.settlements.settleOrder(owner, order.order_id, body, ANSWERER);
    await core.policies.live.settled();
    await world.rounds(7);
    assert.equal((await world.states(plan.plan_id))[0], 'PLACED');
    made.state = 'COMPLETE';
    broker.account.state.fills.push(...filled);
    await world.rounds(1);
    assert.equal((await world.states(plan.plan_id))[0], 'FILLED');
  });
});
