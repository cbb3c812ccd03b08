import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import { startNotice } from '../../../../core/policies/live/start-report.ts';
import { liveWorlds, preparedWorlds, plannedAt } from '../../../support/live-policy.ts';

const NONE = {
  policies: ['Momentum'],
  is_paused: false,
  plans_waiting: 0,
  plans_under_way: 0,
  unknown: 0,
  absent: 0,
  differences: 0,
};
const AT = new Date('2024-05-02T06:00:00.000Z');

describeEachBroker('what a person is told after a start', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const withoutPolicies = liveWorlds();
  const worldAnew = preparedWorlds(withoutPolicies, (one) => plannedAt(one, at));

  it('Orders, start: LIVE and the policies first, then what was recovered, then what waits', async () => {
    assert.deepEqual(
      [startNotice(NONE, NONE, AT).title, startNotice(NONE, NONE, AT).body],
      ['LIVE · Munim started, nothing is waiting for you', '1 live policy: Momentum.'],
    );
    const full = startNotice(
      {
        policies: ['Momentum', 'Quality'],
        is_paused: true,
        plans_waiting: 1,
        plans_under_way: 2,
        unknown: 1,
        absent: 2,
        differences: 1,
      },
      { unknown: 3 },
      AT,
    );
    assert.equal(full.title, 'LIVE · Munim started');
    assert.deepEqual(full.body.split('\n'), [
      '2 live policies: Momentum, Quality.',
      'All trading is paused: nothing is sent until you resume it.',
      '2 orders were under way when Munim stopped; it read the broker’s order book and sent nothing again.',
      '1 order still unknown: Munim is looking for it in the broker’s order book.',
      '2 orders not found at the broker: say what happened.',
      '1 difference with the broker to settle.',
      '1 plan waiting for your approval.',
      '2 approved plans under way.',
    ]);
  });

  it('Orders, start: an order that was on its way is found in the book, and its owner is told; nobody else is', async () => {
    const { core, owner } = await withoutPolicies();
    const tellStart = async () => await core.policies.live.tellStart(new AbortController().signal);
    assert.equal(await tellStart(), 0);
    const {
      world,
      prepared: { plan },
    } = await worldAnew();
    await world.approve(plan);
    // As a process left it that died right after the broker had the first order.
    await core.database.systemPool.query(
      `update policy.policy_orders set state = 'SUBMITTING', filled_quantity = 0, average_price = null, booked_at = now()
       where id = $1`,
      [plan.orders[0]?.order_id],
    );
    await core.database.systemPool.query(
      `update policy.policy_order_plans set state = 'EXECUTING' where id = $1`,
      [plan.plan_id],
    );
    assert.equal(await tellStart(), 1);
    const { items } = await core.notifications.list(owner, {});
    const told = items.find(({ title }) => title.startsWith('LIVE · Munim started'));
    assert.match(told?.body ?? '', /1 order was under way when Munim stopped/);
    assert.equal((await world.states(plan.plan_id))[0], 'FILLED');
    assert.equal(world.broker.account.state.requests.length, plan.orders.length);
  });
});
