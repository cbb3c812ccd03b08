import type { OrderAllowance } from '../../brokers/orders/index.ts';
import { type DbTransaction, istDate, istInstant } from '../../platform/index.ts';

const HOUR_MS = 3_600_000;

/**
 * Why an account may not be sent another order for now; null while it may. The pace within a minute is the limiter's, which
 * waits; nobody waits for an hour, so what is beyond is not sent and stays approved.
 */
export async function usedUp(
  trx: DbTransaction,
  { connection_id, owner_user_id }: { connection_id: string; owner_user_id: string },
  { perHour, perDay }: OrderAllowance,
  now: Date,
): Promise<string | null> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const today = istInstant(istDate(now), '00:00');
  const { rows } = await trx.raw<{ rows: { of_hour: number; of_day: number }[] }>(
    `select count(*) filter (where o.submitted_at > ?)::int as of_hour,
       count(*) filter (where o.submitted_at >= ?)::int as of_day
     from policy.policy_order_plans l
     join policy.policy_orders o on o.plan_id = l.id and o.owner_user_id = l.owner_user_id
     where l.owner_user_id = ? and l.connection_id = ? and l.placed_at >= ? and o.submitted_at is not null`,
    [hourAgo, today, owner_user_id, connection_id, hourAgo < today ? hourAgo : today],
  );
  const { of_hour = 0, of_day = 0 } = rows[0] ?? {};
  if (of_day >= perDay)
    return `${perDay} orders were sent to this account today, and the broker accepts few more in a day. The rest of the plan is sent on the next day if it has not expired by then.`;
  if (perHour !== null && of_hour >= perHour)
    return `${perHour} orders were sent to this account within an hour, and the broker accepts few more. The rest of the plan is sent as soon as the broker’s limit allows.`;
  return null;
}
