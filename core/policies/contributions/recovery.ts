import type { DbTransaction } from '../../platform/index.ts';
import { ContributionModel, FundingAllocationModel } from './models.ts';

/**
 * Takes instalments that could not be credited back to where they can be tried again (spec: recovery): on paper to
 * SCHEDULED; live to CONFIRMED where what is reserved matches, and to FUNDING_DUE where nothing is. A mismatch leaves them
 * FAILED.
 */
export async function recoverFailed(
  trx: DbTransaction,
  which: { id: string } | { policy_id: string },
  now: Date,
): Promise<void> {
  const failed = await ContributionModel.query(trx).where(which).where({ state: 'FAILED' }).forUpdate();
  for (const row of failed) {
    const state = row.mode === 'PAPER' ? 'SCHEDULED' : await liveState(trx, row);
    if (state !== null) await row.$query(trx).patch({ state, reason: null, updated_at: now });
  }
}

async function liveState(
  trx: DbTransaction,
  { id, policy_id, mode, amount }: ContributionModel,
): Promise<'CONFIRMED' | 'FUNDING_DUE' | null> {
  const reserved = await FundingAllocationModel.query(trx)
    .where({ contribution_id: id })
    .whereNot({ state: 'RELEASED' })
    .first();
  if (reserved === undefined) return 'FUNDING_DUE';
  const matches =
    reserved.state === 'RESERVED' &&
    reserved.policy_id === policy_id &&
    reserved.mode === mode &&
    reserved.amount.eq(amount);
  return matches ? 'CONFIRMED' : null;
}
