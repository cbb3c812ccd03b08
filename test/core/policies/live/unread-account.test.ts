import assert from 'node:assert/strict';
import {
  loginAgain,
  type LiveWorld,
  liveWorlds,
  type Planned,
  preparedWorlds,
  twoOrders,
} from '../../../support/live-policy.ts';

describe('accounts that cannot be read', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), twoOrders);
  let world: LiveWorld;
  let prepared: Planned;
  beforeEach(async () => {
    ({ world, prepared } = await worldAnew());
  });

  it('Orders: a plan that is not over says why its account cannot be read, until it can', async () => {
    const { core, owner, broker } = world;
    const { connection, plan } = prepared;
    broker.dice.plan({ name: 'resting', times: 1 });
    await world.approve(plan);
    const failure = async () => (await core.policies.plans.get(owner, plan.plan_id)).read_failure;
    assert.equal(await failure(), null);
    // The session of the day before ended with the night.
    world.at('2024-05-03T04:30:00.000Z');
    await world.rounds(1);
    assert.match((await failure()) ?? '', /login/);
    await loginAgain(world, connection);
    await world.rounds(1);
    assert.equal(await failure(), null);
  });

  it('Orders: a plan that is over says nothing of its account any more', async () => {
    const { core, owner } = world;
    const { plan } = prepared;
    const done = await world.approve(plan);
    assert.equal(done.state, 'EXECUTED');
    await core.database.systemPool.query(`update policy.trading_accounts set read_failure = 'It is away.'`);
    assert.equal((await core.policies.plans.get(owner, plan.plan_id)).read_failure, null);
  });
});
