import type { Notice, Notifications } from '../../notifications/index.ts';
import type { Context, DbTransaction } from '../../platform/index.ts';

/** How the trading of a person stands right after a start. */
interface TradingAtStart {
  owner_user_id: string;
  policies: string[];
  is_paused: boolean;
  plans_waiting: number;
  plans_under_way: number;
  /** Orders that nobody knows the fate of, and those that the broker's book did not show. */
  unknown: number;
  absent: number;
  differences: number;
}

/**
 * Tells everybody whose policies trade how things stand after a start: what was on its way when Munim stopped, and what waits
 * for them. Nobody is told anything where no policy trades.
 * @param round takes what a stopped process left behind and reads the brokers' books.
 * @returns how many were told.
 */
export function createStartReport(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  parts: {
    notifications: Pick<Notifications, 'notify'>;
    round: (signal: AbortSignal) => Promise<unknown>;
  },
) {
  const read = async (): Promise<Map<string, TradingAtStart>> => {
    const rows = await database.readAsSystem('read how trading stands', readTrading);
    return new Map(rows.map((row) => [row.owner_user_id, row]));
  };

  return async (signal: AbortSignal): Promise<number> => {
    const before = await read();
    if (before.size === 0) return 0;
    await parts
      .round(signal)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the first round over orders failed; the job goes on'),
      );
    const after = await read();
    const now = clock.now();
    for (const [owner, row] of after)
      await parts.notifications.notify(owner, startNotice(row, before.get(owner) ?? row, now));
    return after.size;
  };
}

async function readTrading(trx: DbTransaction): Promise<TradingAtStart[]> {
  const { rows } = await trx.raw<{ rows: TradingAtStart[] }>(
    `select p.owner_user_id, array_agg(p.name order by p.id) as policies,
       exists (select 1 from policy.trading_pauses t
         where t.owner_user_id = p.owner_user_id and t.paused_at is not null) as is_paused,
       (select count(*)::int from policy.policy_order_plans l
         where l.owner_user_id = p.owner_user_id and l.state = 'PENDING_APPROVAL') as plans_waiting,
       (select count(*)::int from policy.policy_order_plans l where l.owner_user_id = p.owner_user_id
         and l.state in ('APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN')) as plans_under_way,
       (select count(*)::int from policy.policy_orders o where o.owner_user_id = p.owner_user_id
         and o.state in ('SUBMITTING', 'PLACEMENT_UNKNOWN')) as unknown,
       (select count(*)::int from policy.policy_orders o where o.owner_user_id = p.owner_user_id
         and o.state = 'ABSENT' and o.settlement is null) as absent,
       (select count(*)::int from policy.account_differences d
         where d.owner_user_id = p.owner_user_id and d.settled_at is null) as differences
     from policy.policies p where p.mode = 'LIVE' and p.status <> 'RETIRED' group by p.owner_user_id`,
  );
  return rows;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** One message: the mode first, then what was recovered, then what needs the person. */
export function startNotice(
  now: Omit<TradingAtStart, 'owner_user_id'>,
  before: Pick<TradingAtStart, 'unknown'>,
  at: Date,
): Notice {
  const recovered = before.unknown - now.unknown;
  const lines = [
    `${counted(now.policies.length, 'live policy').replace('policys', 'policies')}: ${now.policies.join(', ')}.`,
    now.is_paused ? 'All trading is paused: nothing is sent until you resume it.' : null,
    recovered > 0
      ? `${counted(recovered, 'order')} ${recovered === 1 ? 'was' : 'were'} under way when Munim stopped; it read the broker’s order book and sent nothing again.`
      : null,
    now.unknown > 0
      ? `${counted(now.unknown, 'order')} still unknown: Munim is looking for ${now.unknown === 1 ? 'it' : 'them'} in the broker’s order book.`
      : null,
    now.absent > 0 ? `${counted(now.absent, 'order')} not found at the broker: say what happened.` : null,
    now.differences > 0 ? `${counted(now.differences, 'difference')} with the broker to settle.` : null,
    now.plans_waiting > 0 ? `${counted(now.plans_waiting, 'plan')} waiting for your approval.` : null,
    now.plans_under_way > 0 ? `${counted(now.plans_under_way, 'approved plan')} under way.` : null,
  ].filter((line) => line !== null);
  const needs = now.absent + now.differences + now.plans_waiting + now.unknown;
  return {
    kind: 'policy_plan',
    dedupKey: `trading:start:${at.toISOString()}`,
    title: `LIVE · Munim started${needs === 0 ? ', nothing is waiting for you' : ''}`,
    body: lines.join('\n'),
    payload: { started_at: at.toISOString() },
  };
}
