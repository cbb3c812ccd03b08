import type { Calendar } from '../../market/calendar/index.ts';
import { type DbTransaction, istDate } from '../../platform/index.ts';
import { NEW_MONEY } from '../plan-reads.ts';
import type { PlanToTell } from './plan-notices.ts';

/** What a person hears of a plan that waits for them; null where there is none. */
export async function planToTell(
  trx: DbTransaction,
  calendar: Pick<Calendar, 'confidence'>,
  planId: string,
): Promise<PlanToTell | null> {
  const { rows } = await trx.raw<{ rows: Omit<PlanToTell, 'is_guessed'>[] }>(
    `select l.id::text as plan_id, l.policy_id::text, p.name as policy_name, c.cycle_date, ${NEW_MONEY} as new_money, l.replaces_plan_id::text,
       l.buy_value::float8, l.sell_value::float8, l.estimated_costs::float8 as costs, l.expires_at,
       (select count(*)::int from policy.policy_orders o where o.plan_id = l.id and o.side = 'BUY') as buys,
       (select count(*)::int from policy.policy_orders o where o.plan_id = l.id and o.side = 'SELL') as sales
     from policy.policy_order_plans l join policy.policy_cycles c on c.id = l.cycle_id
       join policy.policies p on p.id = l.policy_id where l.id = ?`,
    [planId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { ...row, is_guessed: calendar.confidence('NSE', istDate(row.expires_at)) !== 'CURATED' };
}
