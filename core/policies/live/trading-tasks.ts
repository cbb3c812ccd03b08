import type { DbTransaction } from '../../platform/index.ts';

/** Orders that wait for a person, with the plans that have them. */
interface WaitingOrders {
  total: number;
  /** The oldest first. */
  plan_ids: string[];
}

/** What only a person can do about orders and accounts, beside answering plans. */
export interface TradingTasks {
  /** Approved orders that were not sent because something changed since. */
  held: WaitingOrders;
  /** Orders that the broker's book does not show, and that nobody settled. */
  absent: WaitingOrders;
  /** Open differences between the books and the broker. */
  differences: number;
  /** Why accounts with orders under way cannot be read, a sentence each. */
  unread: string[];
}

export async function readTradingTasks(trx: DbTransaction, userId: string, now: Date): Promise<TradingTasks> {
  const ordersWhere = async (where: string, values: readonly (string | Date)[]): Promise<WaitingOrders> => {
    const { rows } = await trx.raw<{ rows: { plan_id: string; orders: number }[] }>(
      `select o.plan_id::text as plan_id, count(*)::int as orders from policy.policy_orders o
         join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
       where o.owner_user_id = ? and o.mode = 'LIVE' and ${where} group by o.plan_id order by o.plan_id`,
      [userId, ...values],
    );
    return {
      total: rows.reduce((sum, { orders }) => sum + orders, 0),
      plan_ids: rows.map(({ plan_id }) => plan_id),
    };
  };
  const held = await ordersWhere(
    `o.state = 'PENDING_APPROVAL' and o.held_kind is not null and l.expires_at > ?`,
    [now],
  );
  const absent = await ordersWhere(`o.state = 'ABSENT' and o.settlement is null`, []);
  const { rows: accounts } = await trx.raw<{ rows: { differences: number; unread: string[] }[] }>(
    `select (select count(*)::int from policy.account_differences d
         where d.owner_user_id = ? and d.settled_at is null) as differences,
       (select coalesce(array_agg(distinct a.read_failure), '{}') from policy.trading_accounts a
         where a.owner_user_id = ? and a.read_failure is not null and exists (
           select 1 from policy.policy_order_plans l
           where l.connection_id = a.connection_id and l.owner_user_id = a.owner_user_id
             and l.state in ('APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN'))) as unread`,
    [userId, userId],
  );
  return { held, absent, ...(accounts[0] ?? { differences: 0, unread: [] }) };
}
