import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import {
  ANSWERER,
  BY,
  firstPlan,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  tradingConnection,
} from '../../../support/live-policy.ts';

describeEachBroker('contributed money of policies that trade', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = liveWorlds('10000000', '2024-05-31');
  let world: LiveWorld;
  let connection: string;
  beforeEach(async () => {
    world = await worldAnew();
    connection = await tradingConnection(world, at);
  });

  /** Money that was confirmed and credited on the day that trading began, and the plan of the evening. */
  const credited = async () => {
    const { core, owner } = world;
    const { contributions } = core.policies;
    const policy = await livePolicy(world, {
      connection,
      capital: 200_000,
      config: { rebalance: 'daily', plan_expiry_hours: 20 },
    });
    await firstPlan(world, policy.id);
    await contributions.schedule(
      owner,
      policy.id,
      { amount: 20_000, frequency: 'once', start_date: '2024-05-02' },
      BY,
    );
    await contributions.round(new AbortController().signal);
    const due = (await contributions.list(owner, policy.id)).next;
    assert.equal(due?.state, 'FUNDING_DUE');
    const id = due?.contribution_id ?? '';
    await contributions.confirm(owner, id, { confirmed_amount: 20_000, external_reference: 'UTR7' }, BY);
    await contributions.apply(owner, id, BY);
    world.at('2024-05-02T12:45:00.000Z');
    await core.policies.cycles.advanceAll(new AbortController().signal);
    const { items } = await core.policies.plans.pending(owner, {});
    const [plan] = items;
    assert.ok(plan !== undefined);
    const batch = async () => {
      const { rows } = await core.database.systemPool.query<{ status: string; state: string }>(
        `select b.status, a.state from policy.policy_contribution_application_batch b, policy.policy_funding_allocations a
         where a.contribution_id = $1`,
        [id],
      );
      return rows[0];
    };
    return { policy, plan, batch };
  };

  it('policies/Allocation status: the next plan takes the money that waits, and its fills use the reservation up', async () => {
    const { plan, batch } = await credited();
    // 200,000 at first and 20,000 since: all of it is cash that the plan may use.
    assert.equal(plan.cash_before, 220_000);
    assert.deepEqual(await batch(), { status: 'PENDING_APPROVAL', state: 'APPLIED_TO_POLICY' });
    await world.core.policies.live.approvals.approve(world.owner, plan.plan_id, {}, ANSWERER);
    await world.core.policies.live.settled();
    assert.equal((await batch())?.status, 'EXECUTING');
    world.at('2024-05-03T04:00:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(1);
    assert.equal((await world.core.policies.plans.get(world.owner, plan.plan_id)).state, 'EXECUTED');
    assert.ok(plan.buy_value - plan.sell_value >= 20_000);
    assert.deepEqual(await batch(), { status: 'EXECUTED', state: 'CONSUMED' });
  });

  it('policies/Allocation status: a plan that is rejected gives the money back to the next rebalance', async () => {
    const { plan, batch } = await credited();
    await world.core.policies.live.approvals.reject(world.owner, plan.plan_id, {}, ANSWERER);
    assert.deepEqual(await batch(), { status: 'WAITING_FOR_REBALANCE', state: 'APPLIED_TO_POLICY' });
    world.at('2024-05-03T12:45:00.000Z');
    await world.core.policies.cycles.advanceAll(new AbortController().signal);
    assert.equal((await batch())?.status, 'PENDING_APPROVAL');
    // Nobody answers that one, over a weekend whose hours do not count.
    await world.rounds(1, (2 * 24 + 21) * 60);
    assert.equal((await batch())?.status, 'WAITING_FOR_REBALANCE');
  });
});
