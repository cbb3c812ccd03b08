import { type DbTransaction, lockWithin, Problem } from '../../platform/index.ts';
import type { AllocationMode } from '../../strategies/index.ts';
import type { LedgerKey } from '../cycle/index.ts';
import { ContributionBatchItemModel, ContributionBatchModel } from './models.ts';
import { type BatchEvent, batchTransition, OPEN_BATCH, WAITING_BATCH } from './states.ts';

/** How often an open batch is looked for and made before a contribution gives up. */
const MOST_TRIES = 5;

/** A contribution that was credited, on its way into a batch. */
interface CreditedContribution {
  id: string;
  /** Exact text: rupees, and the units that were issued for them. */
  amount: string;
  units: string;
}

/** What makes a batch one: whose money, of which day, and what is to become of it. */
interface BatchOf extends LedgerKey {
  effective_date: string;
  requested_allocation_mode: AllocationMode;
  /** The valuation that the first of its contributions was credited at. */
  valuation_id: string;
}

const statusAtFirst = (mode: AllocationMode) =>
  mode === 'next_rebalance' ? ('WAITING_FOR_REBALANCE' as const) : ('PENDING' as const);

/**
 * Puts a contribution into the open batch of its day and mode, and makes that where there is none. The contribution is locked,
 * and so is the batch of that day: of many at once all come into one, and a repeat answers the batch that it is in (spec:
 * Policy rules 10).
 * @throws Problem 503 CONTRIBUTION_BUSY
 */
export async function attachToBatch(
  trx: DbTransaction,
  of: BatchOf,
  contribution: CreditedContribution,
  now: Date,
): Promise<ContributionBatchModel> {
  await lockWithin(trx, { kind: 'contribution', name: contribution.id });
  const known = await ContributionBatchItemModel.query(trx).findById(contribution.id);
  if (known !== undefined)
    return await ContributionBatchModel.query(trx).findById(known.batch_id).throwIfNotFound();
  const { policy_id, mode, effective_date, requested_allocation_mode } = of;
  const name = `${policy_id}:${mode}:${effective_date}:${requested_allocation_mode}`;
  await lockWithin(trx, { kind: 'contribution_batch', name });
  const batch = await openBatch(trx, of, now);
  await trx.raw(
    `insert into policy.policy_contribution_batch_items (policy_id, owner_user_id, batch_id, contribution_id, nr, amount,
       units_issued, created_at)
     select ?, ?, ?, ?, coalesce(max(nr), 0) + 1, ?, ?, ? from policy.policy_contribution_batch_items where batch_id = ?`,
    [
      policy_id,
      of.owner_user_id,
      batch.id,
      contribution.id,
      contribution.amount,
      contribution.units,
      now,
      batch.id,
    ],
  );
  return batch;
}

async function openBatch(trx: DbTransaction, of: BatchOf, now: Date): Promise<ContributionBatchModel> {
  const { policy_id, mode, effective_date, requested_allocation_mode } = of;
  const status = statusAtFirst(requested_allocation_mode);
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const open = await ContributionBatchModel.query(trx)
      .where({ policy_id, mode, effective_date, requested_allocation_mode })
      .whereIn('status', [...OPEN_BATCH])
      .forUpdate()
      .first();
    if (open !== undefined) {
      if (open.status !== 'NOT_REQUIRED') return open;
      // There is money again that is to be put to work.
      return await open.$query(trx).patchAndFetch({ status, updated_at: now });
    }
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `insert into policy.policy_contribution_application_batch (policy_id, owner_user_id, mode, effective_date,
         requested_allocation_mode, status, valuation_id, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (policy_id, mode, effective_date, requested_allocation_mode, owner_user_id)
         where status in ('NOT_REQUIRED', 'PENDING', 'WAITING_FOR_REBALANCE') do nothing
       returning id::text`,
      [
        policy_id,
        of.owner_user_id,
        mode,
        effective_date,
        requested_allocation_mode,
        status,
        of.valuation_id,
        now,
        now,
      ],
    );
    const [made] = rows;
    if (made !== undefined)
      return await ContributionBatchModel.query(trx).findById(made.id).throwIfNotFound();
    // Somebody made it in this moment, or closed the one that stood in the way: look again.
  }
  throw new Problem(
    503,
    'CONTRIBUTION_BUSY',
    'The contributions of this day are being invested. Try again in a minute.',
    { retryAfter: 60 },
  );
}

/** What a move of batches writes beside the status. */
interface BatchLinks {
  cycle_id?: string | null;
  plan_id?: string | null;
  fallback_code?: ContributionBatchModel['fallback_code'];
  fallback_reason?: string | null;
}

/**
 * Moves batches by the table of states, in one conditional update.
 * @returns the ids of those that moved: one that is not where the event leads from stays.
 */
export async function moveBatches(
  trx: DbTransaction,
  ids: readonly string[],
  event: BatchEvent,
  now: Date,
  links: BatchLinks = {},
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { from, to } = batchTransition(event);
  const moved = await ContributionBatchModel.query(trx)
    .whereIn('id', [...ids])
    .whereIn('status', [...from])
    .patch({ status: to, updated_at: now, ...links })
    .returning('id');
  return moved.map(({ id }) => id).sort((a, b) => Number(BigInt(a) - BigInt(b)));
}

/**
 * Links every batch whose money waits to a cycle and its plan (spec: next_rebalance, "the next normal cycle links every
 * waiting batch into its plan"). They are PLANNING then.
 * @returns their ids, the oldest first.
 */
export async function linkWaitingBatches(
  trx: DbTransaction,
  { policy_id, mode }: Pick<LedgerKey, 'policy_id' | 'mode'>,
  links: { cycle_id: string; plan_id: string | null },
  now: Date,
): Promise<string[]> {
  const waiting = await ContributionBatchModel.query(trx)
    .where({ policy_id, mode })
    .whereIn('status', [...WAITING_BATCH])
    .orderBy('id')
    .forUpdate();
  return await moveBatches(
    trx,
    waiting.map(({ id }) => id),
    'plan',
    now,
    links,
  );
}

/** The batches that a cycle took on, the oldest first. */
export async function batchesOfCycle(trx: DbTransaction, cycleId: string): Promise<ContributionBatchModel[]> {
  return await ContributionBatchModel.query(trx).where({ cycle_id: cycleId }).orderBy('id').forUpdate();
}

/**
 * Gives the money of a rebalance back to the next one: the cycle failed, or its plan was rejected or expired. Where a newer
 * open batch of the same day stands in its place, a batch waits as FALLBACK_NEXT_REBALANCE.
 */
export async function revertBatches(trx: DbTransaction, cycleId: string, now: Date): Promise<void> {
  for (const batch of await batchesOfCycle(trx, cycleId)) {
    const { policy_id, mode, effective_date, requested_allocation_mode } = batch;
    const unlinked = { cycle_id: null, plan_id: null };
    const other = await ContributionBatchModel.query(trx)
      .where({ policy_id, mode, effective_date, requested_allocation_mode })
      .whereIn('status', [...OPEN_BATCH])
      .whereNot('id', batch.id)
      .first();
    if (other === undefined) await moveBatches(trx, [batch.id], 'revert', now, unlinked);
    else
      await ContributionBatchModel.query(trx)
        .where({ id: batch.id })
        .whereIn('status', [...batchTransition('revert').from])
        .patch({
          status: 'FALLBACK_NEXT_REBALANCE',
          updated_at: now,
          ...unlinked,
          fallback_code: 'OPEN_BATCH_EXISTS',
          fallback_reason:
            'Its rebalance did not happen, and newer money of the same day is already waiting.',
        });
  }
}

/** Money of a day that is to be put into the current targets. */
export interface PendingAllocation {
  id: string;
  /** Rupees, exact text. */
  amount: string;
  /** The day on which it was credited. */
  effective_date: string;
}

/**
 * Leaves the money of an allocation to the next rebalance: its plan was rejected, or nobody answered it. It is not PENDING
 * again, as the person would only be asked the same once more.
 */
export async function giveUpAllocation(
  trx: DbTransaction,
  cycleId: string,
  why: { code: 'PLAN_REJECTED' | 'PLAN_EXPIRED'; reason: string },
  now: Date,
): Promise<void> {
  const ids = (await batchesOfCycle(trx, cycleId)).map(({ id }) => id);
  await moveBatches(trx, ids, 'give up', now, {
    cycle_id: null,
    plan_id: null,
    fallback_code: why.code,
    fallback_reason: why.reason,
  });
}

/** Batches whose money is to be put into the current targets, the oldest first, with the rupees of each as exact text. */
export async function pendingAllocations(
  trx: DbTransaction,
  { policy_id, mode }: Pick<LedgerKey, 'policy_id' | 'mode'>,
): Promise<PendingAllocation[]> {
  const { rows } = await trx.raw<{ rows: PendingAllocation[] }>(
    `select b.id::text, b.effective_date, sum(i.amount)::text as amount
     from policy.policy_contribution_application_batch b
     join policy.policy_contribution_batch_items i on i.batch_id = b.id
     where b.policy_id = ? and b.mode = ? and b.status = 'PENDING'
       and b.requested_allocation_mode = 'buy_only_current_targets'
     group by b.id, b.effective_date order by b.id`,
    [policy_id, mode],
  );
  return rows;
}
