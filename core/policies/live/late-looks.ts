import type { OrderGateway, PastFill, PastFills } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Context,
  type DbTransaction,
  divideRounded,
  istDate,
  istInstant,
  parseFixed,
} from '../../platform/index.ts';
import { grouped } from '../../platform/grouped.ts';
import { LATE } from './busy-accounts.ts';
import { type Difference, nameDifferences } from './differences.ts';
import { readAccountBooks } from './explanation-store.ts';
import { asManyTraded, isRecent, lateFill } from './late-fills.ts';
import { type LiveOrder, readPlansWhere } from './live-orders.ts';

/** A fill is looked for until so many sessions have passed since the order. */
const SESSIONS_BACK = 5;
/** Each of the two readings of a look has so long: orders wait for the end of its turn. */
const LONGEST_READ_MS = 4_000;

interface Account {
  connection_id: string;
  owner_user_id: string;
}
type Guard = (trx: DbTransaction) => Promise<unknown>;

export type LateLooks = ReturnType<typeof createLateLooks>;

/**
 * Looks for fills of orders that ended unfilled on earlier days, once a day and after every start: in the trades of those days
 * where the broker has them, and in the shares of the account. What is found is named, and a person takes it over.
 */
export function createLateLooks(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  parts: {
    calendar: Calendar;
    audit(account: Account, signal: AbortSignal, guard: Guard): Promise<unknown>;
    named(trx: DbTransaction, account: Account, named: readonly Difference[]): Promise<void>;
  },
) {
  /** Accounts with such orders that were not looked at since this process started. */
  const first = new Set<string>();
  /** When a look at an account failed: it is repeated after a while. */
  const failedAt = new Map<string, Date>();
  const startOfDay = () => istInstant(istDate(clock.now()), '00:00');
  const since = () =>
    istInstant(parts.calendar.addSessions('NSE', istDate(clock.now()), -SESSIONS_BACK), '00:00');

  const readLate = async (trx: DbTransaction, account: Account): Promise<LiveOrder[]> => {
    const [from, to] = [since(), startOfDay()];
    const plans = await readPlansWhere(
      trx,
      `l.owner_user_id = ? and l.connection_id = ? and exists (
         select 1 from policy.policy_orders o where o.plan_id = l.id and o.owner_user_id = l.owner_user_id and ${LATE})`,
      [account.owner_user_id, account.connection_id, from, to],
    );
    return plans.flatMap(({ orders }) => orders);
  };

  /** Past trades, or null where they cannot be read: the shares of the account are a witness without them. */
  async function readPast(
    account: Account,
    gateway: OrderGateway,
    orders: readonly LiveOrder[],
    signal: AbortSignal,
  ): Promise<PastFills | null> {
    if (gateway.pastFills === null) return { fills: [], torn: new Set() };
    const days = orders.flatMap(({ submitted_at: at }) => (at === null ? [] : istDate(at))).sort();
    const { connection_id } = account;
    try {
      const past = await gateway.pastFills(days[0] ?? '', days.at(-1) ?? '', limited(signal));
      const torn = [...past.torn];
      if (torn.length > 0) log.warn({ connection_id, torn }, 'past trades of some orders could not be read');
      return past;
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, connection_id }, 'past trades could not be read');
      return null;
    }
  }

  /** @returns false where the broker took too long. */
  async function audited(account: Account, signal: AbortSignal, guard: Guard): Promise<boolean> {
    const limit = limited(signal);
    try {
      await parts.audit(account, limit, guard);
      return true;
    } catch (error) {
      if (signal.aborted || !limit.aborted) throw error;
      log.warn({ err: error, connection_id: account.connection_id }, 'shares and cash took too long to read');
      return false;
    }
  }

  return {
    since,

    /** At a start: every account with an order that ended unfilled is looked at at once. */
    async begin(): Promise<void> {
      const ids = await database.readAsSystem('find orders that ended unfilled', async (trx) => {
        const { rows } = await trx.raw<{ rows: { connection_id: string }[] }>(
          `select distinct l.connection_id::text as connection_id from policy.policy_orders o
             join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
           where l.connection_id is not null and ${LATE}`,
          [since(), clock.now()],
        );
        return rows;
      });
      for (const { connection_id } of ids) first.add(connection_id);
      failedAt.clear();
    },

    /** True while an account waits for its first look since the start. */
    isFirst: (connectionId: string): boolean => first.has(connectionId),

    /** True if it was not looked at today. */
    isDue: ({
      connection_id,
      looked_back_at: at,
    }: {
      connection_id: string;
      looked_back_at: Date | null;
    }): boolean =>
      !isRecent(failedAt.get(connection_id) ?? new Date(0), clock.now()) &&
      (first.has(connection_id) || at === null || at < startOfDay() || at > clock.now()),

    /** @throws BrokerFailure where shares and cash cannot be read, LeaseLost */
    async look(account: Account, gateway: OrderGateway, guard: Guard, signal: AbortSignal): Promise<void> {
      const orders = await database.readAsSystem('find orders that ended unfilled', (trx) =>
        readLate(trx, account),
      );
      // What is under way is followed first: it is looked at again in the next turn.
      if (orders.some(({ state }) => state === 'PLACED' || state === 'PLACEMENT_UNKNOWN')) return;
      if (orders.length > 0) {
        failedAt.set(account.connection_id, clock.now());
        const past = await readPast(account, gateway, orders, signal);
        await database.asSystem({ why: 'name late fills', owner: account.owner_user_id }, async (trx) => {
          await guard(trx);
          if (past === null) return;
          const { ownIds } = await readAccountBooks(trx, account, since());
          const found = pastDifferences(await readLate(trx, account), past, ownIds);
          await parts.named(trx, account, await nameDifferences(trx, account, found, clock.now()));
        });
        const isAudited = await audited(account, signal, guard);
        if (past === null || !isAudited) return;
      }
      failedAt.delete(account.connection_id);
      await database.asSystem(
        { why: 'keep a look at an account', owner: account.owner_user_id },
        async (trx) => {
          await guard(trx);
          await trx('policy.trading_accounts')
            .where({ connection_id: account.connection_id, owner_user_id: account.owner_user_id })
            .update({ looked_back_at: clock.now() });
        },
      );
      first.delete(account.connection_id);
    },
  };
}

const limited = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(LONGEST_READ_MS)]);

/**
 * Trades of past days that orders have beyond what is known of them. Those of an order without an id are only as many shares as it
 * has, on its day.
 * @param ownIds ids of all orders of the account: what is one’s is no other’s
 */
function pastDifferences(
  orders: readonly LiveOrder[],
  { fills, torn }: PastFills,
  ownIds: ReadonlySet<string>,
): Difference[] {
  const byOrder = grouped(
    fills.filter(({ broker_order_id: id }) => !torn.has(id)),
    (fill) => fill.broker_order_id,
  );
  const taken = new Set(ownIds);
  return orders.flatMap((order) => {
    const ids = order.broker_order_ids;
    if (ids.length === 0) {
      const [id] = [...byOrder].find(([one, rows]) => !taken.has(one) && isAll(order, rows)) ?? [];
      if (id === undefined) return [];
      taken.add(id);
      return asManyTraded(order);
    }
    const own = ids.flatMap((id) => byOrder.get(id) ?? []);
    if (own.length === 0 || ids.some((id) => torn.has(id)) || !own.every((fill) => isOf(order, fill)))
      return [];
    const filled = own.reduce((sum, { quantity }) => sum + parseFixed(quantity), 0n);
    const value = own.reduce(
      (sum, { quantity, price }) => sum + parseFixed(quantity) * parseFixed(price ?? '0'),
      0n,
    );
    return lateFill(order, {
      brokerOrderIds: ids,
      state: 'COMPLETE',
      status: 'TRADED',
      message: null,
      filled,
      averagePrice: own.some(({ price }) => price === null) ? null : divideRounded(value, filled),
    });
  });
}

const isOf = ({ side, symbol, submitted_at: at }: LiveOrder, fill: PastFill): boolean =>
  fill.side === side &&
  (fill.symbol === '' || fill.symbol === symbol) &&
  at !== null &&
  fill.day === istDate(at);

const isAll = (order: LiveOrder, fills: readonly PastFill[]): boolean =>
  fills.every((fill) => isOf(order, fill)) &&
  order.quantity.eq(fills.reduce((sum, { quantity }) => sum + Number(quantity), 0));
