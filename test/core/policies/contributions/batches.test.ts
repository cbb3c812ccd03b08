import assert from 'node:assert/strict';
import {
  attachToBatch,
  consumeByFills,
  linkWaitingBatches,
  moveBatches,
  pendingAllocations,
  type PlanFill,
  revertBatches,
} from '../../../../core/policies/contributions/index.ts';
import { type DbTransaction, parseAmount } from '../../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { rowsOf } from '../../../support/contribution-world.ts';
import { policyBody, seedCycle } from '../../../support/policies.ts';

const BY = { actor: 'api:owner' };
const NOW = new Date('2026-03-02T06:00:00Z');
const DAY = '2026-03-02';

describe('batches of contributions', () => {
  const open = sharedCore();
  let test: TestCore;
  let policy: string;
  let valuation: string;
  beforeEach(async () => {
    test = await open();
    policy = (await test.core.policies.create(test.owner, policyBody(), BY)).id;
    await test.core.policies.contributions.schedule(
      test.owner,
      policy,
      { amount: 100, frequency: 'monthly', start_date: '2026-03-02' },
      BY,
    );
    const [row] = await rowsOf<{ id: string }>(
      test,
      `insert into policy.policy_valuation_records (policy_id, owner_user_id, mode, effective_date, valued_at, kind, cash,
         positions_value, tax_outstanding, units_outstanding, nav_gross, nav_net_of_costs, nav_net_of_tax, prices)
       values (?, ?, 'PAPER', ?, now(), 'SESSION_CLOSE', 0, 0, 0, 1, 10, 10, 10, '[]') returning id::text`,
      [policy, test.owner, DAY],
    );
    valuation = row?.id ?? '';
  });
  const system = async <T>(work: (trx: DbTransaction) => Promise<T>) =>
    await test.core.database.asSystem('batches of a test', work);
  const contributions = async (count: number): Promise<string[]> =>
    (
      await rowsOf<{ id: string }>(
        test,
        `insert into policy.policy_contributions (policy_id, owner_user_id, mode, schedule_id, nr, scheduled_date, due_date, amount,
           allocation_mode, created_at, updated_at)
         select policy_id, owner_user_id, 'PAPER', id, nr, ?, ?, 100, 'next_rebalance', now(), now()
         from policy.policy_contribution_schedules, generate_series(101, 100 + ?::int) nr where policy_id = ? returning id::text`,
        [DAY, DAY, count, policy],
      )
    ).map(({ id }) => id);
  type Mode = 'next_rebalance' | 'buy_only_current_targets';
  const attach = async (trx: DbTransaction, id: string, mode: Mode = 'next_rebalance', day = DAY) =>
    (
      await attachToBatch(
        trx,
        {
          policy_id: policy,
          owner_user_id: test.owner,
          mode: 'PAPER',
          effective_date: day,
          requested_allocation_mode: mode,
          valuation_id: valuation,
        },
        { id, amount: '100', units: '10' },
        NOW,
      )
    ).id;
  const batches = async () =>
    await rowsOf<{ id: string; status: string; items: number; fallback_code: string | null }>(
      test,
      `select b.id::text, b.status, b.fallback_code,
         (select count(*)::int from policy.policy_contribution_batch_items i where i.batch_id = b.id) as items
       from policy.policy_contribution_application_batch b order by b.id`,
    );
  const key = () => ({ policy_id: policy, mode: 'PAPER' as const });
  const cycle = async () =>
    await seedCycle(test.core, { userId: test.owner, policyId: policy }, { day: DAY });

  it('policies/Policy rules 10: twenty who attach at once make one batch with twenty items', async () => {
    const ids = await contributions(20);
    const found = await Promise.all(ids.map((id) => system((trx) => attach(trx, id))));
    assert.equal(new Set(found).size, 1);
    assert.deepEqual(
      (await batches()).map(({ status, items }) => [status, items]),
      [['WAITING_FOR_REBALANCE', 20]],
    );
    const numbers = await rowsOf<{ nr: number }>(
      test,
      'select nr from policy.policy_contribution_batch_items order by nr',
    );
    assert.deepEqual(
      numbers.map(({ nr }) => nr),
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
  });

  it('policies/Policy rules 10: attached again, at once or later, it answers the batch that it is in, another day or not', async () => {
    const [id = ''] = await contributions(1);
    const found = await Promise.all(Array.from({ length: 5 }, () => system((trx) => attach(trx, id))));
    assert.equal(new Set(found).size, 1);
    assert.equal(await system((trx) => attach(trx, id, 'buy_only_current_targets', '2026-03-09')), found[0]);
    assert.deepEqual(
      (await batches()).map(({ items }) => items),
      [1],
    );
  });

  it('policies/Policy rules 10: a batch that is taken up is not open any more, so that later money of the day makes another', async () => {
    const [one = '', two = '', three = ''] = await contributions(3);
    await system((trx) => attach(trx, one));
    const cycleId = await cycle();
    const linked = await system((trx) =>
      linkWaitingBatches(trx, key(), { cycle_id: cycleId, plan_id: '1' }, NOW),
    );
    assert.equal(linked.length, 1);
    await system((trx) => attach(trx, two));
    assert.deepEqual(
      (await batches()).map(({ status }) => status),
      ['PLANNING', 'WAITING_FOR_REBALANCE'],
    );
    // The cycle fails: the day has an open batch by now, so that this one waits beside it and is taken all the same.
    await system((trx) => revertBatches(trx, cycleId, NOW));
    assert.deepEqual(
      (await batches()).map(({ status, fallback_code }) => [status, fallback_code]),
      [
        ['FALLBACK_NEXT_REBALANCE', 'OPEN_BATCH_EXISTS'],
        ['WAITING_FOR_REBALANCE', null],
      ],
    );
    await system((trx) => attach(trx, three));
    const again = await system((trx) =>
      linkWaitingBatches(trx, key(), { cycle_id: cycleId, plan_id: '1' }, NOW),
    );
    assert.equal(again.length, 2);
  });

  it('policies/next_rebalance: a cycle that fails after planning gives the batch back, and a repeat changes nothing', async () => {
    const [id = ''] = await contributions(1);
    const batch = await system((trx) => attach(trx, id));
    const cycleId = await cycle();
    await system((trx) => linkWaitingBatches(trx, key(), { cycle_id: cycleId, plan_id: '1' }, NOW));
    await system((trx) => moveBatches(trx, [batch], 'await approval', NOW));
    for (let times = 0; times < 2; times += 1) {
      await system((trx) => revertBatches(trx, cycleId, NOW));
      assert.deepEqual(
        (await batches()).map(({ status }) => status),
        ['WAITING_FOR_REBALANCE'],
      );
    }
    assert.deepEqual(
      await system((trx) => moveBatches(trx, [batch], 'execute', NOW)),
      [],
      'no way leads there',
    );
  });

  it('policies/buy_only_current_targets: what waits for the targets is told with its money, the oldest first', async () => {
    const ids = await contributions(3);
    const modes: Mode[] = ['buy_only_current_targets', 'next_rebalance', 'buy_only_current_targets'];
    for (const [at, id] of ids.entries()) await system((trx) => attach(trx, id, modes[at]));
    const pending = await system((trx) => pendingAllocations(trx, key()));
    assert.deepEqual(
      pending.map(({ amount }) => amount),
      ['200'],
    );
  });

  it('policies/Funding reservation: fills that cover it consume it, once, with their reference; a part does not', async () => {
    const [id = ''] = await contributions(1);
    await system((trx) => attach(trx, id));
    await rowsOf(
      test,
      `insert into policy.policy_funding_allocations (policy_id, owner_user_id, mode, contribution_id, amount, operator_attested,
         operator, state, reserved_at, applied_at)
       values (?, ?, 'PAPER', ?, 100, true, 'api:owner', 'APPLIED_TO_POLICY', now(), now())`,
      [policy, test.owner, id],
    );
    const cycleId = await cycle();
    await system((trx) => linkWaitingBatches(trx, key(), { cycle_id: cycleId, plan_id: '77' }, NOW));
    const fills = (value: string): PlanFill[] => [{ side: 'BUY', value: parseAmount(value) }];
    const consumed = async (value: string, plan = '77') =>
      await system((trx) => consumeByFills(trx, plan, fills(value), { reference: `plan ${plan}`, now: NOW }));
    assert.equal(await consumed('99.99'), 0);
    assert.equal(await consumed('500', '78'), 0, 'another plan');
    assert.equal(await consumed('100'), 1);
    assert.equal(await consumed('250'), 0, 'it is consumed already');
    assert.deepEqual(
      await rowsOf(
        test,
        `select state, evidence_type, evidence_reference, consumed_at from policy.policy_funding_allocations`,
      ),
      [
        {
          state: 'CONSUMED',
          evidence_type: 'ORDER_EXECUTION',
          evidence_reference: 'plan 77',
          consumed_at: NOW,
        },
      ],
    );
  });
});
