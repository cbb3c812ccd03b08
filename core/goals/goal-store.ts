import { notFound, type DbTransaction } from '../platform/index.ts';
import type { Link } from './links.ts';
import { GoalLinkModel, GoalModel, SipPlanModel } from './models.ts';
import type { SipTerms } from './sip-plan.ts';

/** Active goals first, by date. @param owners for the system: of these people. */
export async function listGoals(trx: DbTransaction, owners?: readonly string[]): Promise<GoalModel[]> {
  const rows = GoalModel.query(trx).orderBy([
    { column: 'is_active', order: 'desc' },
    { column: 'target_date', nulls: 'last' },
    { column: 'name' },
  ]);
  return await (owners === undefined
    ? rows
    : rows.whereRaw('owner_user_id = any(?::bigint[])', [[...owners]]));
}

/** @throws 404 GOAL_NOT_FOUND */
export async function goalById(trx: DbTransaction, id: string): Promise<GoalModel> {
  const row = await GoalModel.query(trx).findById(id);
  if (row === undefined) throw notFound('GOAL');
  return row;
}

export async function listSipPlans(trx: DbTransaction): Promise<SipPlanModel[]> {
  return await SipPlanModel.query(trx).orderBy([{ column: 'is_active', order: 'desc' }, { column: 'name' }]);
}

/** @throws 404 SIP_PLAN_NOT_FOUND */
export async function sipPlanById(trx: DbTransaction, id: string): Promise<SipPlanModel> {
  const row = await SipPlanModel.query(trx).findById(id);
  if (row === undefined) throw notFound('SIP_PLAN');
  return row;
}

export async function listLinks(trx: DbTransaction): Promise<GoalLinkModel[]> {
  return await GoalLinkModel.query(trx).orderBy('id');
}

export const linkOf = (row: GoalLinkModel): Link => ({
  goal_id: row.goal_id,
  link_type: row.link_type,
  portfolio_id: row.portfolio_id,
  symbol: row.symbol,
  sip_plan_id: row.sip_plan_id,
  pct: row.pct.toNumber(),
});

export const termsOf = (row: SipPlanModel): SipTerms => ({
  amount: row.amount,
  frequency: row.frequency,
  start_date: row.start_date,
  end_date: row.end_date,
  step_up_pct: row.step_up_pct,
  step_up_frequency: row.step_up_frequency,
});
