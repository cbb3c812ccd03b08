import type { DbTransaction } from '../../platform/index.ts';
import { UNDER_WAY } from './live-orders.ts';
import { WATCHED } from './order-machine.ts';

/** An account in which something is to be done. */
export interface BusyAccount {
  connection_id: string;
  read_at: Date | null;
  /** Whether something is open. */
  is_open: boolean;
  /** Whether orders of today ended without being filled in full, or with fills that are not proven: the book may say more of them. */
  is_watched: boolean;
  /** True if an order of an earlier day ended unfilled, within the sessions in which a fill is looked for. */
  is_late: boolean;
  /** When those orders were looked for last. */
  looked_back_at: Date | null;
}

/** SQL: whether an order `o` of an earlier day may still turn out to be filled. @param since,today moments as parameters */
export const LATE = `(o.state in ('CANCELLED', 'REJECTED', 'PARTIAL', 'ABSENT') and o.submitted_at >= ? and o.submitted_at < ?)`;

/**
 * Accounts in which something is to be done: plans under way, fills to book, or orders of today of which the book may say something else after their
 * end. The longest unread first.
 * @param since the beginning of today. An absent order that was sent since then may turn up after its plan ended.
 * @param lateSince from when on unfilled orders of earlier days are looked for
 */
export async function readBusyAccounts(
  trx: DbTransaction,
  since: Date,
  lateSince: Date,
): Promise<BusyAccount[]> {
  const { rows } = await trx.raw<{ rows: BusyAccount[] }>(
    `select * from (
       select l.connection_id, a.read_at, a.looked_back_at, bool_or(${UNDER_WAY} or exists (
         select 1 from policy.policy_orders o where o.plan_id = l.id
           and (o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null
             or o.state = 'ABSENT' and o.submitted_at >= ?))) as is_open,
         bool_or(exists (select 1 from policy.policy_orders o where o.plan_id = l.id
           and (o.state = any (?) or o.state = 'FILLED' and o.confirmed_by is null and o.settlement is distinct from 'ADOPTED')
           and o.submitted_at >= ?)) as is_watched,
         bool_or(exists (select 1 from policy.policy_orders o where o.plan_id = l.id
           and o.state = 'FILLED' and o.submitted_at >= ?)) as is_filled,
         bool_or(exists (select 1 from policy.policy_orders o where o.plan_id = l.id and ${LATE})) as is_late
       from policy.policy_order_plans l left join policy.trading_accounts a on a.connection_id = l.connection_id
       where l.connection_id is not null group by l.connection_id, a.read_at, a.looked_back_at) busy
     where is_open or is_watched or is_filled or is_late order by read_at nulls first, connection_id`,
    [since, [...WATCHED], since, since, lateSince, since],
  );
  return rows;
}
