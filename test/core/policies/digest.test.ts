import assert from 'node:assert/strict';
import type { DigestSpan } from '../../../core/policies/index.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';
import { policyBody, seedCycle, seedDay } from '../../support/policies.ts';

const BY = { actor: 'api:owner' };

describe('the digest of policies', () => {
  const open = sharedCore();
  let world: TestCore;
  let id: string;
  beforeEach(async () => {
    world = await open();
    // Monday, 2 March 2026; Tuesday the 3rd is a holiday.
    id = (await world.core.policies.create(world.owner, policyBody(), BY)).id;
  });
  const walked = async (days: readonly (readonly [string, number, number | null])[], policyId = id) => {
    for (const [day, index, benchmark] of days)
      await seedDay(world.core, { userId: world.owner, policyId }, { day, index, benchmark });
    await world.core.database.systemPool.query(
      'update policy.policy_state set day = $1 where policy_id = $2',
      [days.at(-1)?.[0] ?? null, policyId],
    );
  };
  const line = async (span: DigestSpan) => {
    const digest = await world.core.policies.digest(world.owner, span);
    return digest?.items[0] ?? assert.fail('no line');
  };
  const near = (value: number | null | undefined, expected: number) =>
    assert.ok(Math.abs((value ?? Number.NaN) - expected) < 1e-9, `${value} is not ${expected}`);

  it('a day is held against the session before, the benchmark over the same two', async () => {
    await walked([
      ['2026-03-02', 10, 10],
      ['2026-03-04', 11, 10.5],
      ['2026-03-05', 10.45, 10.71],
    ]);
    const one = await line({ kind: 'DAY', date: '2026-03-05' });
    // 10.45 / 11 = 0.95; 10.71 / 10.5 = 1.02
    near(one.change_pct, -5);
    near(one.benchmark?.change_pct, 2);
    assert.deepEqual(
      [one.date, one.nav_net_of_tax, one.drawdown_pct, one.next_cycle_date, one.gap, one.benchmark?.name],
      ['2026-03-05', 10, 0, '2026-03-02', null, 'NIFTY 500'],
    );
  });

  it('the first session is held against the beginning, and so is a first week', async () => {
    await walked([
      ['2026-03-02', 9.9, 10],
      ['2026-03-06', 11, 12],
    ]);
    const [first, week] = [
      await line({ kind: 'DAY', date: '2026-03-02' }),
      await line({ kind: 'WEEK', date: '2026-03-07' }),
    ];
    near(first.change_pct, -1);
    near(first.benchmark?.change_pct, 0);
    near(week.change_pct, 10);
    near(week.benchmark?.change_pct, 20);
  });

  it('a week goes from Sunday to Saturday', async () => {
    await walked([
      ['2026-03-02', 10, 10],
      ['2026-03-06', 11, 10.5],
      ['2026-03-09', 12, 10.6],
      ['2026-03-13', 12.1, 10.395],
    ]);
    const one = await line({ kind: 'WEEK', date: '2026-03-14' });
    // From Friday to Friday: 12.1 / 11 = 1.1; 10.395 / 10.5 = 0.99
    near(one.change_pct, 10);
    near(one.benchmark?.change_pct, -1);
  });

  it('an unknown level of the benchmark is unknown, not zero', async () => {
    await walked([
      ['2026-03-02', 10, 10],
      ['2026-03-04', 11, null],
    ]);
    const one = await line({ kind: 'DAY', date: '2026-03-04' });
    near(one.change_pct, 10);
    assert.deepEqual(one.benchmark, { name: 'NIFTY 500', change_pct: null });
  });

  it('a session that is not valued yet has no change; a snapshot of it is none; a failed one is told apart', async () => {
    await walked([['2026-03-02', 10, 10]]);
    // A snapshot of the running session.
    await seedDay(world.core, { userId: world.owner, policyId: id }, { day: '2026-03-04', index: 12 });
    const one = await line({ kind: 'DAY', date: '2026-03-04' });
    assert.deepEqual(
      [one.date, one.change_pct, one.benchmark?.change_pct, one.gap],
      ['2026-03-02', null, null, 'NOT_VALUED'],
    );
    await seedCycle(
      world.core,
      { userId: world.owner, policyId: id },
      { day: '2026-03-04', status: 'FAILED' },
    );
    assert.equal((await line({ kind: 'DAY', date: '2026-03-04' })).gap, 'FAILED');
  });

  it('nobody without an active policy that has begun gets one, nor a week without sessions', async () => {
    const { policies } = world.core;
    const read = async (date: string, userId = world.owner) =>
      await policies.digest(userId, { kind: 'DAY', date });
    assert.equal(await read('2026-03-02', world.stranger), null);
    assert.equal(await read('2026-02-27'), null);
    assert.equal((await read('2026-03-02'))?.items.length, 1);
    await policies.pause(world.owner, id, BY);
    assert.equal(await read('2026-03-02'), null);
  });
});
