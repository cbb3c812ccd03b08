import {
  type Actor,
  conflict,
  type Context,
  dayInWords,
  type DbTransaction,
  notFound,
} from '../platform/index.ts';
import type { AdvanceResult, Cycles } from './cycle/index.ts';
import { CYCLE_COLUMNS, CYCLE_SUMS, type CycleRow, toCycleView } from './cycle-sums.ts';
import { readCycle } from './ledger-store.ts';
import { type PolicyModel, PolicyCycleModel } from './models.ts';
import { findPolicy } from './policy-store.ts';
import { ONLY_VALUED } from './valued-cycles.ts';
import type { CycleView, PolicyEquityRow } from './view.ts';

interface CycleRequestParts {
  cycles: Pick<Cycles, 'advance' | 'snapshot'>;
  /** The row of a policy's equity on a day. */
  equityOn: (userId: string, policyId: string, day: string) => Promise<PolicyEquityRow | null>;
}

/** What a person asks of a policy's cycles, beside what the scheduler does (spec: run-cycle, retry, snapshot). */
export function createCycleRequests(
  { database }: Pick<Context, 'database'>,
  { cycles, equityOn }: CycleRequestParts,
) {
  const asOwner = async <T>(userId: string, work: (trx: DbTransaction) => Promise<T>) =>
    await database.asUser(userId, work);

  /** @throws 404 POLICY_NOT_FOUND, 409 POLICY_NOT_ACTIVE */
  async function runnable(userId: string, id: string): Promise<PolicyModel> {
    const policy = await asOwner(userId, (trx) => findPolicy(trx, id));
    if (policy.status !== 'ACTIVE')
      throw conflict(
        'POLICY_NOT_ACTIVE',
        policy.status === 'PAUSED'
          ? 'This policy is paused. Resume it first.'
          : 'This policy is retired for good, so it runs no more cycles.',
      );
    return policy;
  }

  async function advance(
    userId: string,
    id: string,
    options: Parameters<Cycles['advance']>[1],
  ): Promise<AdvanceResult> {
    await runnable(userId, id);
    const done = await cycles.advance(id, options);
    if (done === null) throw busy();
    if (done.stopped?.why === 'FAILED') throw conflict('CYCLE_FAILED', done.stopped.message);
    return done;
  }

  const newest = async (userId: string, id: string): Promise<CycleView> => {
    // What contributed money bought since then is no answer to this.
    const cycle = await asOwner(userId, (trx) => readNewestRebalance(trx, id));
    if (cycle === null)
      throw conflict(
        'NO_CLOSES',
        'There are no closes for this policy’s first session yet. They arrive in the evening, or you can import them with npm run import-prices.',
      );
    return cycle;
  };

  return {
    /**
     * Goes through the sessions that are due and rebalances at the closes of the last one, unless that has its cycle: the
     * same request again gives the same cycle. That of a live policy waits for an approval.
     * @throws 404 POLICY_NOT_FOUND, 409 POLICY_NOT_ACTIVE, POLICY_BUSY, CYCLE_FAILED, NO_CLOSES
     */
    async run(userId: string, id: string, { actor }: Actor): Promise<CycleView> {
      await advance(userId, id, { requestedBy: actor, rebalanceNow: true, retriesFailed: true });
      return await newest(userId, id);
    },

    /**
     * Tries the newest cycle once more, which failed and left neither plan nor trades. A session that was no rebalance is
     * valued, and its cycle ends as NOOP with nothing ranked.
     * @returns the cycle that was tried, as it is now.
     * @throws 404 POLICY_NOT_FOUND, 409 CYCLE_NOT_FAILED, CYCLE_HAS_ORDERS, CYCLE_FAILED, NO_CLOSES
     */
    async retryLatest(userId: string, id: string, { actor }: Actor): Promise<CycleView> {
      const { mode } = await runnable(userId, id);
      const failed = await asOwner(userId, async (trx) => {
        const cycle = await PolicyCycleModel.query(trx)
          .where({ policy_id: id, mode, cycle_type: 'NORMAL_REBALANCE' })
          .orderBy('cycle_date', 'desc')
          .first();
        if (cycle?.status !== 'FAILED')
          throw conflict(
            'CYCLE_NOT_FAILED',
            'The latest cycle of this policy did not fail, so there is nothing to retry.',
          );
        const orders = await trx('policy.policy_orders').where({ cycle_id: cycle.id }).first('id');
        if (orders !== undefined)
          throw conflict('CYCLE_HAS_ORDERS', 'The failed cycle already has orders, so it cannot be retried.');
        return cycle.id;
      });
      // A live session is valued although nothing could be planned: its plan is tried at the same closes.
      const rebalanceNow = mode === 'LIVE';
      const done = await cycles.advance(id, { requestedBy: actor, retriesFailed: true, rebalanceNow });
      if (done === null) throw busy();
      const cycle = await asOwner(userId, (trx) => readCycle(trx, failed));
      if (cycle === null) throw notFound('POLICY');
      // A later session may have failed after this one succeeded: that is another cycle.
      if (cycle.status !== 'FAILED') return cycle;
      if (done.stopped?.why === 'NO_CLOSES') throw conflict('NO_CLOSES', done.stopped.message);
      throw conflict('CYCLE_FAILED', cycle.failure ?? 'The session failed again. Nothing was changed.');
    },

    /**
     * Values a policy as of now, at quotes where history misses a close.
     * @throws 404 POLICY_NOT_FOUND, 409 POLICY_BUSY, POLICY_NOT_STARTED
     */
    async snapshot(userId: string, id: string): Promise<PolicyEquityRow> {
      const policy = await asOwner(userId, (trx) => findPolicy(trx, id));
      const day = await cycles.snapshot(id);
      const row = day === null ? null : await equityOn(userId, id, day);
      if (row !== null) return row;
      const notStarted = `This policy has no books yet: its first session is ${dayInWords(policy.starts_on)}.`;
      throw conflict('POLICY_NOT_STARTED', notStarted);
    },
  };
}

const busy = () => conflict('POLICY_BUSY', 'This policy is being calculated. Try again in a minute.');

/** The newest rebalance of a policy in its mode; null before the first. */
async function readNewestRebalance(trx: DbTransaction, policyId: string): Promise<CycleView | null> {
  const { rows } = await trx.raw<{ rows: CycleRow[] }>(
    `select ${CYCLE_COLUMNS} from policy.policies p cross join lateral (
       select * from policy.policy_cycles r
       where policy_id = p.id and mode = p.mode and cycle_type = 'NORMAL_REBALANCE' and not ${ONLY_VALUED('r')}
       order by cycle_date desc limit 1) c
     cross join ${CYCLE_SUMS} where p.id = ?`,
    [policyId],
  );
  return rows[0] === undefined ? null : toCycleView(rows[0]);
}
