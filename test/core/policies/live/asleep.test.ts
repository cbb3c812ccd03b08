import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { Database } from '../../../../core/platform/index.ts';
import { liveWorlds, preparedWorlds, plannedAt } from '../../../support/live-policy.ts';

describeEachBroker('orders of a machine that was asleep', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) => plannedAt(one, at));

  // A process that the crash matrix stopped right after its claim was committed sent the order when it woke: the time in
  // which it may be sent began only then. Another one had taken the account over and told the person that it is absent.
  it('Orders, asleep: a machine suspended between the claim of an order and its sending does not send it', async () => {
    const {
      world,
      prepared: { plan },
    } = await worldAnew();
    const { database } = world.core as { database: Database };
    const asSystem = database.asSystem.bind(database);
    let claims = 0;
    database.asSystem = async (why, work) => {
      const result = await asSystem(why, work);
      if (typeof why === 'object' && why.why === 'claim an order') {
        claims += 1;
        if (claims === 1) world.clock.pass(1);
      }
      return result;
    };
    try {
      await world.approve(plan);
    } finally {
      database.asSystem = asSystem;
    }
    const after = await world.core.policies.plans.get(world.owner, plan.plan_id);
    // The account can pay the other one whatever became of the first.
    const others = [plan.orders[1]?.tag];
    const sent = () => world.broker.account.state.requests.map(({ tag }) => tag);
    assert.deepEqual([claims, after.state], [2, 'PLACEMENT_UNKNOWN']);
    assert.match(after.orders[0]?.broker_message ?? '', /too late to send the order\. Nothing was sent\./);
    assert.deepEqual(sent(), others);
    await world.rounds(5);
    assert.equal((await world.states(plan.plan_id))[0], 'ABSENT');
    assert.deepEqual(sent(), others);
  });
});
