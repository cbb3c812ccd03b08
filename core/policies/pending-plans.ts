import type { Context } from '../context.ts';
import { type Page, type PageQuery, pageWindow } from '../platform/index.ts';
import type { PlanView } from './view.ts';

type PlanRow = Omit<PlanView, 'expires_at' | 'created_at'> & { expires_at: Date | null; created_at: Date };

/** Plans that wait for a person's approval, the oldest first. */
export function createPendingPlans({ database }: Pick<Context, 'database'>) {
  return async (userId: string, query: PageQuery): Promise<Page<PlanView>> =>
    await database.asUser(userId, async (trx) => {
      const { page, page_size, offset } = pageWindow(query);
      const { rows } = await trx.raw<{ rows: PlanRow[] }>(
        `select l.id::text as plan_id, l.policy_id::text, p.name as policy_name, l.cycle_id::text, c.cycle_date, l.mode, l.state,
           l.digest, l.cash_before::float8, l.cash_after::float8, l.buy_value::float8, l.sell_value::float8,
           l.estimated_costs::float8, l.expires_at, l.created_at,
           (select coalesce(json_agg(json_build_object(
              'order_id', o.id::text, 'side', o.side, 'symbol', o.symbol, 'quantity', o.quantity,
              'reference_price', o.reference_price, 'value', o.value,
              'costs', coalesce((o.charges ->> 'total')::numeric, 0), 'reason', o.reason, 'state', o.state,
              'tag', p.tag_code) order by o.nr), '[]')
            from policy.policy_orders o where o.plan_id = l.id) as orders
         from policy.policy_order_plans l
         join policy.policies p on p.id = l.policy_id join policy.policy_cycles c on c.id = l.cycle_id
         where l.state = 'PENDING_APPROVAL' order by l.id offset ? limit ?`,
        [offset, page_size],
      );
      const { rows: counts } = await trx.raw<{ rows: { total: number }[] }>(
        `select count(*)::int as total from policy.policy_order_plans where state = 'PENDING_APPROVAL'`,
      );
      const items = rows.map(({ expires_at, created_at, ...plan }) => ({
        ...plan,
        expires_at: expires_at?.toISOString() ?? null,
        created_at: created_at.toISOString(),
      }));
      return { items, page, page_size, total: counts[0]?.total ?? 0 };
    });
}
