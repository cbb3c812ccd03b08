import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import { type AllocationWorld, allocationWorlds, SIGNAL } from '../../../support/allocation-world.ts';
import { BY } from '../../../support/live-policy.ts';
import { fundBooks, sweepsOf } from '../../../support/sweeping-policy.ts';

describeEachBroker('the liquid sweep beside contributed money', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const anew = allocationWorlds(at);
  let m: AllocationWorld;
  beforeEach(async () => void (m = await anew()));

  const sweeping = async () =>
    await m.core.policies.live.switchSweep(m.owner, m.policy(), { enabled: true }, BY);
  /** Turns at all accounts, without planning of new money. */
  const turns = async () => {
    const { trader } = m.core.policies.live;
    for (const id of await trader.busyAccounts()) await trader.work(id, SIGNAL);
  };

  it('portfolio/Policy rules 4: money that is to buy the current targets at once is not spare, though its plan is not made yet', async () => {
    await m.funded();
    // As a process leaves it that died before it made the plan.
    await m.sql(`update policy.policy_order_plans set state = 'EXPIRED' where state = 'PENDING_APPROVAL'`);
    await m.sql(
      `update policy.policy_contribution_application_batch set status = 'PENDING', cycle_id = null, plan_id = null`,
    );
    await sweeping();
    await turns();
    assert.deepEqual(await sweepsOf(m, m.policy()), []);
    await m.sql(`update policy.policy_contribution_application_batch set status = 'WAITING_FOR_REBALANCE'`);
    await turns();
    assert.equal((await sweepsOf(m, m.policy())).length, 1);
  });

  it('portfolio/Funding reservation: cash that was swept is not spent, so a balance does not prove it', async () => {
    await m.funded();
    const plan = await m.allocation();
    const allButOne = plan.orders.slice(1).map(({ order_id }) => order_id);
    await m.approve(plan, allButOne);
    await sweeping();
    await m.rounds(1);
    const { cash, units } = await fundBooks(m, m.policy());
    assert.ok(cash < 10_000 && units > 5000, `${cash} rupees and ${units} units`);
    m.broker.account.state.cash = String(cash);
    const { differences } = await m.core.policies.live.audit.auditAll(SIGNAL);
    const [batch] = await m.batches();
    assert.deepEqual([differences, batch?.reservation], [0, 'APPLIED_TO_POLICY']);
  });
});
