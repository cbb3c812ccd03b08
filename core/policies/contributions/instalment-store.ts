import { addDays, type DbTransaction, type Decimal } from '../../platform/index.ts';
import {
  type AllocationMode,
  beginsInCalendar,
  type ContributionFrequency,
  type Instalment,
  instalmentsBetween,
} from '../../strategies/index.ts';
import type { Mode } from '../states.ts';

/** Instalments get their rows so long before they are due, so that a person can put them off or leave them out. */
const DAYS_AHEAD = 35;
const LAST_DAY = '2200-12-31';

interface ScheduleRow {
  id: string;
  amount: Decimal;
  frequency: ContributionFrequency;
  start_date: string;
  allocation_mode: AllocationMode;
  counts_from: string;
  /** The newest instalment that has a row in these books. */
  known_to: string | null;
}

/** A policy whose instalments are written. */
interface ScheduledPolicy {
  id: string;
  owner_user_id: string;
  mode: Mode;
  /** Of books that began later than the schedule: no instalment from before counts. Null for others. */
  live_from: string | null;
}

/**
 * Writes the rows of instalments that are due by a day or soon after it, and always that of the next one of each schedule.
 * What is there already stays; a repeat changes nothing. A schedule that begins before the exchange's days are known is
 * passed over.
 * @param until a day, YYYY-MM-DD. @returns false where the policy has no schedule.
 */
export async function writeInstalments(
  trx: DbTransaction,
  policy: ScheduledPolicy,
  { until, curatedFrom, now }: { until: string; curatedFrom: string; now: Date },
): Promise<boolean> {
  const { rows: schedules } = await trx.raw<{ rows: ScheduleRow[] }>(
    `select s.id::text, s.amount, s.frequency, s.start_date, s.allocation_mode, s.counts_from,
       (select max(c.scheduled_date) from policy.policy_contributions c
        where c.schedule_id = s.id and c.mode = ?) as known_to
     from policy.policy_contribution_schedules s where s.policy_id = ? and s.status = 'ACTIVE' order by s.id`,
    [policy.mode, policy.id],
  );
  const rows = schedules.flatMap((schedule) =>
    missingInstalments(schedule, policy, until, curatedFrom).map(({ nr, date }) => ({
      policy_id: policy.id,
      owner_user_id: policy.owner_user_id,
      mode: policy.mode,
      schedule_id: schedule.id,
      nr,
      scheduled_date: date,
      due_date: date,
      amount: schedule.amount.toFixed(),
      allocation_mode: schedule.allocation_mode,
      created_at: now,
      updated_at: now,
    })),
  );
  if (rows.length > 0)
    await trx('policy.policy_contributions')
      .insert(rows)
      .onConflict(['schedule_id', 'mode', 'nr', 'owner_user_id'])
      .ignore();
  return schedules.length > 0;
}

function missingInstalments(
  schedule: ScheduleRow,
  { live_from }: ScheduledPolicy,
  until: string,
  curatedFrom: string,
): Instalment[] {
  if (!beginsInCalendar(schedule, curatedFrom)) return [];
  const { known_to, counts_from } = schedule;
  const earliest = live_from !== null && live_from > counts_from ? live_from : counts_from;
  const from = known_to === null ? earliest : addDays(known_to, 1);
  const near = instalmentsBetween(schedule, from, addDays(until, DAYS_AHEAD));
  const hasNext = (near.at(-1)?.date ?? known_to ?? '') > until;
  return hasNext ? near : [...near, ...nextAfter(schedule, near.at(-1)?.date ?? addDays(from, -1))];
}

const nextAfter = (schedule: ScheduleRow, day: string): Instalment[] =>
  instalmentsBetween(schedule, addDays(day, 1), LAST_DAY, 1);
