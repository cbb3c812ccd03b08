import { limitPrice } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { type Clock, type DbTransaction, fixedText, parseFixed } from '../../platform/index.ts';
import type { LiveTerms, PolicyToRun } from '../cycle/index.ts';
import { ORDER_BAND_PCT } from '../live-limits.ts';
import { planExpiry } from '../plan-life.ts';
import { hasOpenDifference } from './differences.ts';
import { type LivePlan, readPlansWhere } from './live-orders.ts';
import { leaveMoney, linkMoney } from './plan-money.ts';
import { pendingNotice, unplannedNotice } from './plan-notices.ts';
import { planToTell } from './plan-to-tell.ts';
import { sweepEndedNotice } from './sweep-notices.ts';
import { expirePlan } from './expire-plan.ts';
import { uncompared } from './restored-books.ts';

/** On what a policy that trades may plan, and what its person hears of it. */
export function createLiveTerms({
  calendar,
  clock,
  notifications,
}: {
  calendar: Calendar;
  clock: Clock;
  notifications: Pick<Notifications, 'notifyWithin'>;
}): LiveTerms {
  return {
    limitPrice: (side, reference) =>
      parseFixed(limitPrice(side, fixedText(reference), String(ORDER_BAND_PCT))),
    expiresAt: (config, now) => planExpiry(calendar, config, now),

    async prepare(trx, policy) {
      const { waiting, obstacle } = await readStanding(trx, policy);
      if (obstacle !== null) return obstacle;
      for (const plan of waiting) {
        // Answered, or being sent, in this moment.
        if (!(await lowerThreadPriority(trx, plan))) return UNDER_WAY;
        if (plan.kind === 'SWEEP')
          await notifications.notifyWithin(trx, plan.owner_user_id, sweepEndedNotice(plan));
      }
      return null;
    },

    async written(trx, policy, cycle) {
      const { cycle_id, plan_id } = cycle;
      if (plan_id !== null) await linkMoney(trx, policy.id, { cycle_id, plan_id }, clock.now());
      else if (cycle.failure === null) await leaveMoney(trx, policy.id, clock.now());
      const plan = cycle.plan_id === null ? null : await planToTell(trx, calendar, cycle.plan_id);
      await notifications.notifyWithin(
        trx,
        policy.owner_user_id,
        plan === null ? unplannedNotice(policy, cycle) : pendingNotice(plan),
      );
    },
  };

  /** One that nobody answered, or nobody sent yet, was made of older prices. */
  async function lowerThreadPriority(trx: DbTransaction, plan: LivePlan): Promise<boolean> {
    return await expirePlan(trx, plan, clock.now(), 'A newer plan replaced it.');
  }
}

const UNDER_WAY =
  'Orders of an earlier plan have not ended yet, so nothing was planned. Retry the cycle when they have.';
const UNBOOKED =
  'Fills of an earlier plan are not in the books yet, so nothing was planned. Retry the cycle in a minute.';
const DIFFERENT =
  'The books and the broker differ, so nothing was planned. Settle the difference on the Policies page, then retry the cycle.';
const RESTORED =
  'These books were restored, and the account was not compared with the broker yet, so nothing was planned. The Policies page says what is missing. Retry the cycle afterwards.';

/**
 * How the plans of a policy stand: those that wait for an answer, with sweeps that are not sent yet, whose cash is a rebalance's
 * first; and why nothing may be planned whatever becomes of them.
 */
export async function readStanding(
  trx: DbTransaction,
  { id, broker_connection_id: account }: Pick<PolicyToRun, 'id' | 'broker_connection_id'>,
): Promise<{ waiting: LivePlan[]; obstacle: string | null }> {
  const plans = await readPlansWhere(
    trx,
    `l.policy_id = ? and l.state in ('PENDING_APPROVAL', 'APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN')`,
    [id],
  );
  const waiting = plans.filter(
    ({ kind, state }) => state === 'PENDING_APPROVAL' || (kind === 'SWEEP' && state === 'APPROVED'),
  );
  if (waiting.length < plans.length) return { waiting, obstacle: UNDER_WAY };
  if (await hasUnbookedFills(trx, id)) return { waiting, obstacle: UNBOOKED };
  if (account !== null && (await isUncompared(trx, account))) return { waiting, obstacle: RESTORED };
  const isDifferent = account !== null && (await hasOpenDifference(trx, account));
  return { waiting, obstacle: isDifferent ? DIFFERENT : null };
}

async function isUncompared(trx: DbTransaction, account: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { is_uncompared: boolean }[] }>(
    `select ${uncompared('?')} as is_uncompared`,
    [account],
  );
  return rows[0]?.is_uncompared === true;
}

async function hasUnbookedFills(trx: DbTransaction, policyId: string): Promise<boolean> {
  const row: unknown = await trx('policy.policy_orders')
    .where({ policy_id: policyId, mode: 'LIVE' })
    .whereIn('state', ['FILLED', 'PARTIAL'])
    .where('filled_quantity', '>', 0)
    .whereNull('booked_at')
    .first('id');
  return row !== undefined;
}
