import type { CycleView } from './view.ts';

/** A cycle as its row is read by `CYCLE_COLUMNS`. */
export type CycleRow = Omit<CycleView, 'started_at' | 'finished_at'> & {
  started_at: Date;
  finished_at: Date | null;
};

/** Columns of a cycle that goes by `c`, with its plan and what its orders came to. */
export const CYCLE_COLUMNS = `c.id::text as cycle_id, c.policy_id::text, c.cycle_date, c.mode, c.cycle_type, c.status, c.requested_by,
  c.failure, c.attempts, c.ranked, c.unrankable, c.data_revision, c.survivorship, c.started_at, c.finished_at,
  (select id::text from policy.policy_order_plans where cycle_id = c.id and kind <> 'SWEEP' order by id desc limit 1) as plan_id,
  o.orders_made, o.buy_value, o.sell_value, o.swept_value, o.redeemed_value, o.costs`;

/**
 * The orders of a cycle that goes by `c` as far as they count, with what they came to. Of a policy that trades it is what was
 * filled, and of plans that are not over what is planned; in the place of an order that was sent again stands the later one. Nobody planned a sweep with
 * a broker: of it only what was filled counts.
 */
const COUNTED_ORDERS = `(
  select o.side, o.rule, case when m.is_done then o.filled_quantity * o.average_price else o.value end as value,
    (o.charges ->> 'total')::numeric as costs
  from policy.policy_orders o left join policy.policy_order_plans l on l.id = o.plan_id
    cross join lateral (select o.mode = 'LIVE' and (l.kind = 'SWEEP' or l.state in ('EXECUTED', 'PARTIAL', 'REJECTED', 'EXPIRED')
      or c.status not in ('PENDING_APPROVAL', 'APPROVED', 'EXECUTING')) as is_done) m
  where o.cycle_id = c.id and o.quantity > 0 and case
    when o.mode = 'PAPER' then true
    when m.is_done then o.filled_quantity > 0
    else o.state not in ('NOT_MADE', 'EXCLUDED', 'DECLINED', 'EXPIRED') and (o.filled_quantity > 0 or not exists (
      select 1 from policy.policy_orders again
      where again.policy_id = o.policy_id and again.mode = o.mode and again.replaces_order_id = o.id)) end)`;

/** What the orders of a cycle that goes by `c` came to: those of the strategy, and apart from them what the liquid fund took. */
export const CYCLE_SUMS = `lateral (
  select coalesce(sum(n), 0)::int as orders_made,
    coalesce(sum(value) filter (where side = 'BUY' and n = 1), 0)::float8 as buy_value,
    coalesce(sum(value) filter (where side = 'SELL' and n = 1), 0)::float8 as sell_value,
    coalesce(sum(value) filter (where rule = 'LIQUID_SWEEP'), 0)::float8 as swept_value,
    coalesce(sum(value) filter (where rule = 'LIQUID_REDEMPTION'), 0)::float8 as redeemed_value,
    coalesce(sum(costs), 0)::float8 as costs
  from (select *, case when rule like 'LIQUID%' then 0 else 1 end as n from ${COUNTED_ORDERS} counted) made) o`;

export function toCycleView(row: CycleRow): CycleView {
  return {
    ...row,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
