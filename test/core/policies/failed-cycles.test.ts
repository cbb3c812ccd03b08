import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../support/core.ts';
import { policyBody, seedCycle } from '../../support/policies.ts';

const BY = { actor: 'api:owner' };

describe('policies that a failed cycle stopped', () => {
  const open = sharedCore();
  let world: TestCore;
  let id: string;
  beforeEach(async () => {
    world = await open();
    id = (await world.core.policies.create(world.owner, policyBody(), BY)).id;
  });
  const at = (moment: string) => {
    world.clock.at = new Date(moment);
  };
  const failed = async (attempts: number, finished_at: string) => {
    const cycle = await seedCycle(
      world.core,
      { userId: world.owner, policyId: id },
      { day: '2026-03-02', status: 'FAILED' },
    );
    await world.core.database.systemPool.query(
      'update policy.policy_cycles set attempts = $1, finished_at = $2 where id = $3',
      [attempts, finished_at, cycle],
    );
    return cycle;
  };
  const notices = async () =>
    (await world.core.notifications.list(world.owner, { kind: 'system_notice' })).items;

  it('are told at once, and once a day as long as they stand still, never at night', async () => {
    const { policies } = world.core;
    const cycle_id = await failed(3, '2026-03-02T12:30:00Z');
    at('2026-03-02T12:30:00Z');
    assert.equal(await policies.tellFailures(), 1);
    assert.equal(await policies.tellFailures(), 0);
    const [told] = await notices();
    assert.equal(told?.title, 'Momentum (paper) stopped: its session of 2 Mar 2026 failed');
    assert.equal(
      told?.body,
      'It failed 3 times, and nothing of it was recorded. The policy is neither traded nor valued until that session succeeds.\nRetry it with /policies MOMTOP20 or on the policy’s page in the dashboard. The server log has the cause.',
    );
    assert.deepEqual(told?.payload, { policy_id: id, cycle_id, date: '2026-03-02', status: 'FAILED' });
    // 00:15 and 08:59 in India, then 09:00
    for (const [moment, count] of [
      ['2026-03-02T18:45:00Z', 0],
      ['2026-03-03T03:29:00Z', 0],
      ['2026-03-03T03:30:00Z', 1],
      ['2026-03-03T10:00:00Z', 0],
    ] as const) {
      at(moment);
      assert.equal(await policies.tellFailures(), count, moment);
    }
  });

  it('not as long as it is tried again by itself, and not of a paused one or one that went through', async () => {
    const { policies } = world.core;
    await failed(2, '2026-03-02T12:30:00Z');
    at('2026-03-02T12:30:00Z');
    assert.equal(await policies.tellFailures(), 0);
    await world.core.database.systemPool.query('update policy.policy_cycles set attempts = 3');
    await policies.pause(world.owner, id, BY);
    assert.equal(await policies.tellFailures(), 0);
    await policies.resume(world.owner, id, BY);
    await world.core.database.systemPool.query(
      `update policy.policy_cycles set status = 'NOOP', failure = null`,
    );
    assert.equal(await policies.tellFailures(), 0);
    assert.deepEqual(await notices(), []);
  });
});
