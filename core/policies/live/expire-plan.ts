import type { DbTransaction } from '../../platform/index.ts';
import { BY_SYSTEM, type LiveOrder, type LivePlan, readPlansWhere } from './live-orders.ts';
import { stepOrders, stepPlan } from './order-steps.ts';
import { sweepPermission } from './sweep-terms.ts';

/**
 * Takes a plan and what of it was never sent to EXPIRED; where something was sent, only the rest expires.
 * @returns false where somebody answered the plan in this moment.
 */
export async function expirePlan(
  trx: DbTransaction,
  plan: Pick<LivePlan, 'id' | 'owner_user_id' | 'policy_id' | 'cycle_id' | 'state' | 'note' | 'orders'>,
  now: Date,
  note: string,
): Promise<boolean> {
  const what = { by: BY_SYSTEM, now, evidence: { reason: note } };
  if (plan.state !== 'PARTIAL_PLACEMENT') {
    // Who approved it stays on record.
    const decided = { decided_at: now, decided_by: BY_SYSTEM.actor, decided_via: BY_SYSTEM.via };
    const set = { finished_at: now, note, ...(plan.state === 'PENDING_APPROVAL' ? decided : {}) };
    const next = await stepPlan(trx, plan, 'expire', set, what);
    if (next === null) return false;
    plan.state = next;
    plan.note = note;
  }
  const expired = await stepOrders(trx, plan.orders, 'expire', { ended_at: now }, what);
  for (const order of plan.orders) if (expired.includes(order.id)) order.state = 'EXPIRED';
  return true;
}

const SWITCHED_OFF = 'The sweep was switched off before the order was sent.';
const isSwitchedOff = ({ kind, config }: Pick<LivePlan, 'kind' | 'config'>): boolean =>
  kind === 'SWEEP' && sweepPermission(config) === null;

/** Whether a plan was approved too long ago, or by settings that are not so any more: what was not sent is not sent then. */
export const isOutdated = (plan: Pick<LivePlan, 'kind' | 'config' | 'expires_at'>, now: Date): boolean =>
  plan.expires_at <= now || isSwitchedOff(plan);

/** Takes such a plan to EXPIRED. @param unsent why it was not sent in time. @see expirePlan */
export const expireOutdated = async (
  trx: DbTransaction,
  plan: LivePlan,
  now: Date,
  unsent: string,
): Promise<boolean> => await expirePlan(trx, plan, now, isSwitchedOff(plan) ? SWITCHED_OFF : unsent);

/** Why such a plan is over. */
const TURNED_UP =
  'The order that it would have sent again turned up at the broker after all. Nothing was sent.';

/**
 * Takes back plans that would send orders again which turned up at the broker after all, where they were not begun: what is
 * known to be there is not sent a second time, whoever approved it before that was known. @returns the plans.
 */
export async function takeBackAgain(
  trx: DbTransaction,
  turnedUp: readonly Pick<LiveOrder, 'id'>[],
  now: Date,
): Promise<LivePlan[]> {
  const back: LivePlan[] = [];
  for (const { id } of turnedUp) {
    const plans = await readPlansWhere(
      trx,
      `l.kind = 'SENT_AGAIN' and l.state in ('PENDING_APPROVAL', 'APPROVED')
         and exists (select from policy.policy_orders o where o.plan_id = l.id and o.replaces_order_id = ?)`,
      [id],
    );
    for (const plan of plans) if (await expirePlan(trx, plan, now, TURNED_UP)) back.push(plan);
  }
  return back;
}
