import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import { BrokerFailure } from '../../../../core/brokers/orders/index.ts';
import { failureSentence } from '../../../../core/policies/live/failure-sentence.ts';
import { conflict } from '../../../../core/platform/index.ts';
import {
  loginAgain,
  type LiveWorld,
  liveWorlds,
  type Planned,
  preparedWorlds,
  plannedAt,
} from '../../../support/live-policy.ts';

describeEachBroker('accounts that cannot be read', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) => plannedAt(one, at));
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
    const tasks = async () =>
      (await core.reports.todos.read(owner)).items.map(({ key, to }) => `${key} ${to}`);
    assert.deepEqual(await tasks(), ['trading_login /data/connections']);
    await loginAgain(world, connection);
    await world.rounds(1);
    assert.equal(await failure(), null);
    assert.deepEqual(await tasks(), []);
  });

  it('Orders: on a day without a session no account is asked for a login', async () => {
    const { core, owner } = world;
    const { plan } = prepared;
    // Friday evening, after the session with the broker had ended; then the weekend.
    world.at('2024-05-03T11:30:00.000Z');
    await core.database.systemPool.query(
      `update policy.policy_order_plans set expires_at = '2024-05-06T12:00:00Z'`,
    );
    await world.approve(plan);
    await core.database.systemPool.query(
      `delete from notifications.outbox where title like '%cannot reach your broker%'`,
    );
    world.at('2024-05-04T05:00:00.000Z');
    await world.rounds(3);
    const asked = await core.database.systemPool.query(
      `select 1 from notifications.outbox where title like '%cannot reach your broker%'`,
    );
    assert.equal(asked.rows.length, 0);
    const waiting = await core.policies.plans.get(owner, plan.plan_id);
    assert.equal(waiting.state, 'APPROVED');
    assert.equal(waiting.sending?.words, 'Can be sent on Monday, 6 May 2024, 09:15 to 15:30.');
  });

  it('Orders: only failures that are written for people are shown; an error of the database stays in the log', async () => {
    const shown = (error: unknown) => failureSentence(error, 'It could not be read.');
    assert.equal(shown(new BrokerFailure('NEEDS_LOGIN', 'Log in again.')), 'Log in again.');
    assert.equal(shown(conflict('NO_TRADING_ROLE', 'It may not trade.')), 'It may not trade.');
    assert.equal(shown(new Error('relation "policy.secret" does not exist')), 'It could not be read.');
    assert.equal(shown('odd'), 'It could not be read.');
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
