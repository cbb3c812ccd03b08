import type { Calendar } from '../../market/calendar/index.ts';
import { type DbTransaction, istDate, parseInput, toScale } from '../../platform/index.ts';
import { type AllocationMode, contributionSchedule } from '../../strategies/index.ts';
import type { PolicyModel } from '../models.ts';
import { writeInstalments } from './instalment-store.ts';
import {
  ContributionBatchModel,
  ContributionModel,
  ContributionScheduleModel,
  FundingAllocationModel,
} from './models.ts';
import { batchTransition, type ContributionState, contributionTransition } from './states.ts';
import type { ScheduleInput } from './inputs.ts';

type ScheduledPolicy = Pick<PolicyModel, 'id' | 'owner_user_id' | 'mode' | 'live_started_at'>;

/** Writes a schedule with the rows of its first instalments. */
export async function insertSchedule(
  trx: DbTransaction,
  policy: ScheduledPolicy,
  of: ScheduleInput & { allocation_mode: AllocationMode; source: ContributionScheduleModel['source'] },
  { calendar, now }: { calendar: Calendar; now: Date },
): Promise<ContributionScheduleModel> {
  const today = istDate(now);
  const row = await ContributionScheduleModel.query(trx)
    .insert({
      policy_id: policy.id,
      owner_user_id: policy.owner_user_id,
      amount: toScale(of.amount),
      frequency: of.frequency,
      start_date: of.start_date,
      allocation_mode: of.allocation_mode,
      source: of.source,
      counts_from: today,
      created_at: now,
      updated_at: now,
    })
    .returning('*');
  const curatedFrom = calendar.curatedRange('NSE').from;
  await writeInstalments(trx, instalmentsOf(policy), { until: today, curatedFrom, now });
  return row;
}

/** Books on paper begin with the policy, live ones when it went live. */
export const instalmentsOf = ({ id, owner_user_id, mode, live_started_at }: ScheduledPolicy) => ({
  id,
  owner_user_id,
  mode,
  live_from: mode === 'LIVE' && live_started_at !== null ? istDate(live_started_at) : null,
});

/**
 * Writes the schedule that the config of a new policy says, within the transaction that makes it (spec: Policy rules 8). One
 * without a start begins on the first session.
 * @param asked the allocation mode of the request, before that of the config.
 */
export async function insertScheduleOfConfig(
  trx: DbTransaction,
  policy: ScheduledPolicy & Pick<PolicyModel, 'config' | 'starts_on'>,
  asked: AllocationMode | undefined,
  { calendar, now }: { calendar: Calendar; now: Date },
): Promise<void> {
  const given = policy.config['contribution_schedule'];
  if (given === undefined || given === null) return;
  const {
    amount,
    frequency,
    start_date = policy.starts_on,
    ...schedule
  } = parseInput(contributionSchedule, given);
  const allocation_mode = asked ?? schedule.allocation_mode ?? 'next_rebalance';
  await insertSchedule(
    trx,
    policy,
    { amount, frequency, start_date, allocation_mode, source: 'CONFIG' },
    { calendar, now },
  );
}

/** What a policy without a mode of its own does with new money: what its config says. */
export function allocationModeOf(config: object): AllocationMode | undefined {
  const { contribution_schedule } = config as {
    contribution_schedule?: { allocation_mode?: AllocationMode };
  };
  return contribution_schedule?.allocation_mode;
}

/** Cancels instalments that are not over, and releases what was reserved for them. */
export async function cancelInstalments(
  trx: DbTransaction,
  where: { policy_id: string } | { schedule_id: string },
  of: { states: readonly ContributionState[]; reason: string; now: Date },
): Promise<void> {
  const { from, to } = contributionTransition('cancel', 'LIVE');
  const cancelled = await ContributionModel.query(trx)
    .where(where)
    .whereIn(
      'state',
      of.states.filter((state) => from.includes(state)),
    )
    .patch({ state: to, reason: of.reason, updated_at: of.now })
    .returning('id');
  await release(
    trx,
    cancelled.map(({ id }) => id),
    of.now,
  );
}

/** Releases what is reserved for instalments and not credited. */
export async function release(
  trx: DbTransaction,
  contributionIds: readonly string[],
  now: Date,
): Promise<void> {
  if (contributionIds.length === 0) return;
  await FundingAllocationModel.query(trx)
    .whereIn('contribution_id', [...contributionIds])
    .where({ state: 'RESERVED' })
    .patch({ state: 'RELEASED', released_at: now });
}

/** Ends everything that would still come into a policy that is retired. What was credited stays in its books. */
export async function endContributions(trx: DbTransaction, policyId: string, now: Date): Promise<void> {
  await ContributionScheduleModel.query(trx)
    .where({ policy_id: policyId, status: 'ACTIVE' })
    .patch({ status: 'CANCELLED', updated_at: now });
  const { from, to } = batchTransition('drop');
  await cancelInstalments(
    trx,
    { policy_id: policyId },
    {
      states: ['SCHEDULED', 'FUNDING_DUE', 'DEFERRED', 'CONFIRMED', 'FAILED'],
      reason: 'The policy was retired.',
      now,
    },
  );
  await ContributionBatchModel.query(trx)
    .where({ policy_id: policyId })
    .whereIn('status', [...from])
    .patch({ status: to, updated_at: now });
}
