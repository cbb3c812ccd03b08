import { type Context, type Page, type PageQuery, pageWindow } from '../../platform/index.ts';
import { ROW_KINDS } from './differences.ts';
import { WATCHED } from './order-machine.ts';
import { orderEventsFile } from './order-events-file.ts';
import { readTradingTasks, type TradingTasks } from './trading-tasks.ts';
import type { DifferenceView, OrderEventView } from '../trading-view.ts';

type Raw<T, K extends keyof T> = Omit<T, K> & { [key in K]: Date | (null extends T[key] ? null : never) };

/** What is on record about orders, and what stands between the books and the broker. */
export function createTradingReads({ clock, database }: Pick<Context, 'clock' | 'database'>) {
  return {
    /** What of the trading waits for the person, beside plans. */
    tasks: async (userId: string): Promise<TradingTasks> =>
      await database.readAsUser(userId, (trx) => readTradingTasks(trx, userId, clock.now())),

    /** The newest first. @param openOnly leaves out what was settled. */
    async differences(
      userId: string,
      query: PageQuery & { open?: boolean | undefined },
    ): Promise<Page<DifferenceView>> {
      const { page, page_size, offset } = pageWindow(query);
      // The owner is named: row-level security alone lets Postgres plan with the rows of an average owner.
      const where = `d.owner_user_id = ?${query.open === true ? ' and d.settled_at is null' : ''}`;
      return await database.readAsUser(userId, async (trx) => {
        const { rows } = await trx.raw<{
          rows: Raw<DifferenceView, 'first_seen_at' | 'last_seen_at' | 'settled_at'>[];
        }>(
          `select d.id::text as difference_id, d.connection_id::text, d.kind, d.code, d.subject, d.expected, d.found, d.message,
             d.first_seen_at, d.last_seen_at, d.settled_at, d.settled_by, d.settled_reason, o.id::text as order_id,
             o.plan_id::text
           from (select * from policy.account_differences d where ${where} order by id desc offset ? limit ?) d
             left join lateral (
               select id, plan_id from policy.policy_orders where tag = d.subject and d.settled_at is null and (
                 (d.kind = 'LATE_ORDER' and state = any (?)) or (d.kind = any (?) and state in ('PLACED', 'PLACEMENT_UNKNOWN')))
               limit 1) o on true
           order by d.id desc`,
          [userId, offset, page_size, [...WATCHED, 'ABSENT', 'EXPIRED'], [...ROW_KINDS]],
        );
        const { rows: counts } = await trx.raw<{ rows: { total: number }[] }>(
          `select count(*)::int as total from policy.account_differences d where ${where}`,
          [userId],
        );
        const items = rows.map((row) => ({
          ...row,
          first_seen_at: row.first_seen_at.toISOString(),
          last_seen_at: row.last_seen_at.toISOString(),
          settled_at: row.settled_at?.toISOString() ?? null,
        }));
        return { items, page, page_size, total: counts[0]?.total ?? 0 };
      });
    },

    /** The same record as CSV, in pieces. */
    eventsFile: orderEventsFile(database),

    /** Every decision and every step of an order, the newest first. @param query of one plan, where it is named. */
    async events(
      userId: string,
      query: PageQuery & { plan_id?: string | undefined },
    ): Promise<Page<OrderEventView>> {
      const { page, page_size, offset } = pageWindow(query);
      const of = query.plan_id ?? null;
      if (of !== null && !/^\d{1,18}$/.test(of)) return { items: [], page, page_size, total: 0 };
      const where = `owner_user_id = ? and (?::bigint is null or plan_id = ?)`;
      const values = [userId, of as string, of as string];
      return await database.readAsUser(userId, async (trx) => {
        // Only the page is joined.
        const { rows } = await trx.raw<{ rows: Raw<OrderEventView, 'at'>[] }>(
          `select e.id::text as event_id, e.plan_id::text, e.order_id::text, p.name as policy_name, o.symbol, e.at, e.event,
             e.from_state, e.to_state, e.actor, e.via, e.evidence
           from (select * from policy.policy_order_events where id in (
               select id from policy.policy_order_events where ${where} order by id desc offset ? limit ?)) e
             join policy.policies p on p.id = e.policy_id
             left join policy.policy_orders o on o.id = e.order_id
           order by e.id desc`,
          [...values, offset, page_size],
        );
        const { rows: counts } = await trx.raw<{ rows: { total: number }[] }>(
          `select count(*)::int as total from policy.policy_order_events where ${where}`,
          values,
        );
        const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
        return { items, page, page_size, total: counts[0]?.total ?? 0 };
      });
    },
  };
}
