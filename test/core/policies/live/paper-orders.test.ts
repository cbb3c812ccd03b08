import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { policyBody, seedCycle } from '../../../support/policies.ts';

describe('orders of policies on paper', () => {
  const worldAnew = sharedCore();
  let world: TestCore;
  beforeEach(async () => {
    world = await worldAnew();
  });

  it('Orders, paper: the database refuses whatever would let an order on paper be sent', async () => {
    const { core, owner } = world;
    const { id } = await core.policies.create(owner, policyBody(), { actor: 'api:owner' });
    await seedCycle(
      core,
      { userId: owner, policyId: id },
      {
        day: '2026-03-02',
        orders: [{ symbol: 'TCS', side: 'BUY', quantity: 1, reference: 100, fill: 100 }],
      },
    );
    const change = async (sql: string) => await core.database.systemPool.query(sql);
    for (const set of [
      "policy.policy_orders set tag = 'MOMTOP20ABCDEFGHIJKL'",
      'policy.policy_orders set submitted_at = now(), epoch = 1',
      ...['PENDING_APPROVAL', 'APPROVED', 'SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN', 'ABSENT'].map(
        (state) => `policy.policy_orders set state = '${state}'`,
      ),
      'policy.policy_order_plans set connection_id = 1',
      "policy.policy_order_plans set decided_at = now(), decided_by = 'somebody', decided_via = 'DASHBOARD'",
      'policy.policies set broker_connection_id = 1',
      "policy.policies set mode = 'LIVE'",
    ]) {
      await assert.rejects(change(`update ${set}`), { code: '23514' }, set);
    }
    const { rowCount } = await change(
      "select from policy.policy_orders where state = 'FILLED' and tag is null",
    );
    assert.equal(rowCount, 1);
  });
});
