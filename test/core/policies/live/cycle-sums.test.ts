import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import { near } from '../../../support/near.ts';
import {
  ANSWERER,
  type LiveWorld,
  liveWorlds,
  type Planned,
  plannedAt,
  preparedWorlds,
} from '../../../support/live-policy.ts';

describeEachBroker('what the cycles of policies that trade came to', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) => plannedAt(one, at, {}));
  let world: LiveWorld;
  let policy: Planned['policy'];
  let plan: Planned['plan'];
  beforeEach(async () => {
    ({
      world,
      prepared: { policy, plan },
    } = await worldAnew());
  });

  const cycle = async () => {
    const { items } = await world.core.policies.books.cycles(world.owner, policy.id, { mode: 'LIVE' });
    const [one, ...others] = items;
    assert.ok(one !== undefined && others.length === 0);
    // The policy's own view has the same.
    assert.deepEqual((await world.core.policies.get(world.owner, policy.id)).latest_cycle, one);
    return one;
  };
  const trades = async () => {
    const { items } = await world.core.policies.books.trades(world.owner, policy.id, { mode: 'LIVE' });
    const sum = (of: 'value' | 'costs') => items.reduce((all, trade) => all + trade[of], 0);
    return { count: items.length, value: sum('value'), costs: sum('costs') };
  };

  it('Cycles: what is planned counts while the cycle is under way, what was filled once it is over', async () => {
    const planned = await cycle();
    assert.equal(planned.orders_made, plan.orders.length);
    near(planned.buy_value, plan.buy_value);
    near(planned.costs, plan.estimated_costs);
    const [left] = plan.orders;
    assert.ok(left !== undefined);
    await world.approve(plan, [left.order_id]);
    const done = await cycle();
    const booked = await trades();
    assert.equal(done.status, 'EXECUTED');
    assert.deepEqual([done.orders_made, booked.count], [plan.orders.length - 1, plan.orders.length - 1]);
    near(done.buy_value, booked.value);
    near(done.costs, booked.costs);
    // The message at the end of the plan says the same. It said ₹0.
    const { items } = await world.core.notifications.list(world.owner, { page_size: 100 });
    const ended = items.find(({ title }) => /all orders filled/.test(title));
    const value = Math.round(booked.value).toLocaleString('en-IN');
    const { receipt } = await world.core.policies.plans.get(world.owner, plan.plan_id);
    const slippage = receipt?.slippage;
    assert.equal(
      ended?.body,
      `${booked.count} of ${booked.count} orders filled, for ₹${value} in all.\n${slippage?.words ?? '?'}\nConfirmed by orders and trades.`,
    );
  });

  it('Policies: what was filled since the close that the figures are of is told beside them', async () => {
    const { core, owner } = world;
    assert.equal((await core.policies.get(owner, policy.id)).since_close, null);
    await world.approve(plan);
    const booked = await trades();
    const after = await core.policies.get(owner, policy.id);
    assert.equal(after.since_close?.orders, plan.orders.length);
    near(after.since_close?.bought, booked.value);
    assert.equal(after.since_close?.sold, 0);
    // The figures themselves stay those of the close.
    assert.equal(after.latest_equity?.cash, 1_000_000);
  });

  it('Cycles: of a plan that was rejected nothing counts', async () => {
    await world.core.policies.live.approvals.reject(world.owner, plan.plan_id, {}, ANSWERER);
    const { status, orders_made, buy_value, costs } = await cycle();
    assert.deepEqual([status, orders_made, buy_value, costs], ['REJECTED', 0, 0, 0]);
  });

  it('Cycles: an order that is sent again counts once', async () => {
    const { core, owner, broker } = world;
    broker.dice.plan({ name: 'dropped', times: 1 });
    await world.approve(plan);
    await world.rounds(5);
    const [order] = (await core.policies.plans.get(owner, plan.plan_id)).orders;
    assert.ok(order !== undefined);
    const body = { settlement: 'SENT_AGAIN', reason: 'It is not in the app of the broker.' };
    await core.policies.live.settlements.settleOrder(owner, order.order_id, body, ANSWERER);
    await core.policies.live.settled();
    await world.rounds(1);
    const partly = await cycle();
    const before = await trades();
    assert.equal(partly.orders_made, plan.orders.length - 1);
    near(partly.buy_value, before.value);

    const [again] = (await core.policies.plans.pending(owner, {})).items;
    assert.ok(again !== undefined);
    await world.approve(again);
    const whole = await cycle();
    const after = await trades();
    assert.deepEqual([whole.orders_made, after.count], [plan.orders.length, plan.orders.length]);
    near(whole.buy_value, after.value);
    near(whole.costs, after.costs);
  });
});
