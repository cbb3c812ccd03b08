import { conflict, type DbTransaction, momentInWords, notFound, personOf } from '../../platform/index.ts';
import { type By, type LivePlan, readPlansWhere } from './live-orders.ts';
import { stepOrders, stepPlan } from './order-steps.ts';

const ROW_ID = /^\d{1,18}$/;

/** A plan that is to be decided on, with what it was when it was shown. */
type PlanToDecide = LivePlan & { digest: string };

/** The plan with its orders; null where there is none. */
export async function readPlanToDecide(trx: DbTransaction, planId: string): Promise<PlanToDecide | null> {
  const [plan] = await readPlansWhere(trx, 'l.id = ?', [planId]);
  if (plan === undefined) return null;
  const row = (await trx('policy.policy_order_plans').where({ id: planId }).first('digest')) as {
    digest: string;
  };
  return { ...plan, digest: row.digest };
}

/** The same, locked until the transaction ends. @throws 404 PLAN_NOT_FOUND */
export async function lockedPlan(trx: DbTransaction, planId: string): Promise<PlanToDecide> {
  const row: unknown = ROW_ID.test(planId)
    ? await trx('policy.policy_order_plans').where({ id: planId, mode: 'LIVE' }).forUpdate().first('id')
    : undefined;
  const plan = row === undefined ? null : await readPlanToDecide(trx, planId);
  if (plan === null) throw notFound('PLAN');
  return plan;
}

/** Why a plan cannot be answered any more: who did, where and when (the contract: PLAN_DECIDED). */
export async function decided(trx: DbTransaction, planId: string): Promise<Error> {
  const row = (await trx('policy.policy_order_plans')
    .where({ id: planId })
    .first('state', 'decided_by', 'decided_via', 'decided_at')) as {
    state: string;
    decided_by: string | null;
    decided_via: string | null;
    decided_at: Date | null;
  };
  if (row.state === 'EXPIRED') return expired();
  const word = row.state === 'REJECTED' ? 'rejected' : 'approved';
  return conflict(
    'PLAN_DECIDED',
    `This plan was already ${word} by ${personOf(row.decided_by ?? 'system')} ${row.decided_at === null ? 'earlier' : `on ${momentInWords(row.decided_at)}`}. Nothing was changed.`,
  );
}

export const expired = () =>
  conflict('PLAN_EXPIRED', 'This plan expired. The next cycle makes a new one, or you can run one now.');

/** Rejects a plan with all of its orders. */
export async function rejectPlan(
  trx: DbTransaction,
  plan: LivePlan,
  by: By,
  now: Date,
  reason: string | null,
): Promise<void> {
  const set = { decided_at: now, decided_by: by.actor, decided_via: by.via, note: reason, finished_at: now };
  const what = { by, now, evidence: { reason } };
  if ((await stepPlan(trx, plan, 'reject', set, what)) === null) throw await decided(trx, plan.id);
  await stepOrders(trx, plan.orders, 'decline', { ended_at: now }, what);
}
