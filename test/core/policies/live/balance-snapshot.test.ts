import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import { type AllocationWorld, allocationWorlds, SIGNAL } from '../../../support/allocation-world.ts';

describeEachBroker('reservations that a balance of the broker shows to be spent', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const anew = allocationWorlds(at);
  let m: AllocationWorld;
  beforeEach(async () => void (m = await anew()));

  /** Buys with one order of the money's plan alone, which does not cover it. */
  async function partlySpent(): Promise<void> {
    const plan = await m.allocation();
    await m.approve(
      plan,
      plan.orders.slice(1).map(({ order_id }) => order_id),
    );
  }
  /** Cash in the books, as other purchases would leave it, and at the broker. */
  async function left(books: number, broker = books): Promise<void> {
    await m.sql(`update policy.policy_state set cash = ? where policy_id = ? and mode = 'LIVE'`, [
      books,
      m.policy(),
    ]);
    m.broker.account.state.cash = String(broker);
  }
  const audited = async () => {
    const { differences } = await m.core.policies.live.audit.auditAll(SIGNAL);
    return { differences, reservations: (await m.batches()).map(({ reservation }) => reservation) };
  };
  const APPLIED = 'APPLIED_TO_POLICY';

  it('portfolio/Funding reservation: BROKER_BALANCE_SNAPSHOT, where no cash is left of which it could be a part', async () => {
    await m.funded();
    await partlySpent();
    // All of it may lie there; half of it may; none of it can.
    await left(800_000);
    assert.deepEqual(await audited(), { differences: 0, reservations: [APPLIED] });
    await left(25_000);
    assert.deepEqual(await audited(), { differences: 0, reservations: [APPLIED] });
    await left(0);
    assert.deepEqual(await audited(), { differences: 0, reservations: ['CONSUMED'] });
    const [found] = await m.sql<{
      evidence_type: string;
      evidence_reference: string;
      consumed_at: Date | null;
    }>(`select evidence_type, evidence_reference, consumed_at from policy.policy_funding_allocations`);
    assert.deepEqual(
      [found?.evidence_type, found?.evidence_reference],
      ['BROKER_BALANCE_SNAPSHOT', 'balance of 2 May 2024: 0.00'],
    );
    assert.equal(found?.consumed_at?.toISOString(), m.clock.now().toISOString());
  });

  it('portfolio/Funding reservation: BROKER_BALANCE_SNAPSHOT, what is left is taken for the money that came last', async () => {
    await m.funded();
    await partlySpent();
    await m.credited(20_000);
    await partlySpent();
    // Of 70,000 at most 20,001 lie idle: 49,999 are less than the first one.
    await left(20_001);
    assert.deepEqual((await audited()).reservations, [APPLIED, APPLIED]);
    // 50,000 of 70,000 are spent.
    await left(20_000);
    assert.deepEqual((await audited()).reservations, ['CONSUMED', APPLIED]);
  });

  it('portfolio/Funding reservation: BROKER_BALANCE_SNAPSHOT, a balance that is not that of the books proves nothing', async () => {
    await m.funded();
    await partlySpent();
    // Money of somebody else lies there too, or that of the instalment.
    await left(0, 50_000);
    assert.deepEqual(await audited(), { differences: 0, reservations: [APPLIED] });
    // Less than the books have is a difference. While it is open, not even a balance that fits proves anything.
    await left(5_000, 1_000);
    assert.deepEqual(await audited(), { differences: 1, reservations: [APPLIED] });
    await left(0);
    assert.deepEqual(await audited(), { differences: 0, reservations: [APPLIED] });
  });

  it('portfolio/Funding reservation: BROKER_BALANCE_SNAPSHOT, money that still waits for its plan is not spent', async () => {
    await m.funded();
    await left(0);
    assert.deepEqual((await m.statuses())[0], 'PENDING_APPROVAL');
    assert.deepEqual((await audited()).reservations, [APPLIED]);
  });

  it('portfolio/Funding reservation: BROKER_BALANCE_SNAPSHOT, orders that are under way prove nothing', async () => {
    await m.funded();
    await partlySpent();
    await m.sql(
      `update policy.policy_order_plans set state = 'EXECUTING' where policy_id = ? and state = 'EXECUTED'`,
      [m.policy()],
    );
    await left(0);
    assert.deepEqual((await audited()).reservations, [APPLIED]);
  });
});
