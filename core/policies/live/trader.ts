import type { OrderGateway, OrderGateways } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Context,
  createLeases,
  type DbTransaction,
  istDate,
  istInstant,
  LeaseLost,
  systemTimers,
  type Timers,
} from '../../platform/index.ts';
import type { PlanState } from '../states.ts';
import { expireOutdated, isOutdated } from './expire-plan.ts';
import { failureSentence } from './failure-sentence.ts';
import { type BusyAccount, readBusyAccounts } from './busy-accounts.ts';
import { isUnsent, type LivePlan, readPlans } from './live-orders.ts';
import { hasFilled, hasWatched, isLastLookDue, isLookDue, isRecent, lastLookOf } from './late-fills.ts';
import type { LiquidSweeps } from './liquid-sweep.ts';
import { type BeforeSending, createPlacement, type PlacementNews, type StoppedBy } from './placement.ts';
import { isPlacementTime } from './placement-time.ts';
import { type TradedAccount, createReconciler, type TradingNews } from './reconciler.ts';
import { heldBack } from './send-permission.ts';

/** Accounts as rows that one process trades at a time. */
const ACCOUNT_TABLE = { table: 'policy.trading_accounts', key: ['connection_id', 'owner_user_id'] } as const;
/** A killed process's account is taken over after so long. */
const LEASE_MS = 15_000;
/** How soon after sending the orderbook is read, and again: fills come within seconds, and a person is looking. */
const READ_AFTER_MS = [500, 1_000, 2_000, 3_000, 5_000, 8_000];

/** Shown for an error that is not written for people. */
const FAILED = 'The account could not be read. Munim tries again every minute; the log says why.';

/** Plans of which orders were approved and never sent. */
const TO_SEND: readonly PlanState[] = ['APPROVED', 'PARTIAL_PLACEMENT'];

/** An account with the moment at which its book was read last. */
type ClaimedAccount = TradedAccount & { read_at: Date | null };

/** What one turn at an account came to. */
interface TraderTurn {
  /** Why it ended before everything was done. */
  stopped: StoppedBy | 'BROKER' | null;
}

export interface TraderParts extends BeforeSending {
  gateways: OrderGateways;
  calendar: Calendar;
  timers?: Timers;
  /** How often the orderbook is read in a turn in which orders are open; by default for about twenty seconds. */
  readAfterMs?: readonly number[];
  news: TradingNews &
    PlacementNews & {
      /** An account that cannot be asked. */
      unreachable(trx: DbTransaction, account: TradedAccount, message: string): Promise<void>;
    };
  /** Books what was filled of the orders of an account; returns when the books of its policies have it. */
  book?(account: TradedAccount, signal: AbortSignal): Promise<void>;
  /** Purchases of liquid funds with cash that rebalances left over. */
  sweeps?: LiquidSweeps;
}

export type Trader = ReturnType<typeof createTrader>;

/**
 * Trades accounts: one process at a time has an account, by a lease whose epoch every change of an order checks. In a turn it
 * takes over what a dead process left, reads the orderbook where something may be in it, sends what is approved, and reads
 * again. Any process may take a turn: the one in which a person tapped Approve does at once, the job does every minute.
 */
export function createTrader(
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log'>,
  parts: TraderParts,
) {
  const { clock, config, database, log } = context;
  const { calendar, timers = systemTimers, readAfterMs = READ_AFTER_MS } = parts;
  const leases = createLeases({ ...ACCOUNT_TABLE, leaseMs: LEASE_MS }, context);
  const reconciler = createReconciler(context, { leases, news: parts.news });
  const lookedAt = new Map<string, Date>();
  const mayPlace = (now: Date) => isPlacementTime(calendar, config, now);
  const placement = createPlacement(context, { ...parts, leases, timers, isPlacementTime: mayPlace });

  /** Claims an account; null while another process trades it. */
  async function claim(connectionId: string): Promise<ClaimedAccount | null> {
    return await database.asSystem('claim an account', async (trx) => {
      await trx.raw(
        `insert into policy.trading_accounts (connection_id, owner_user_id)
         select broker_connection_id, owner_user_id from policy.policies
         where broker_connection_id = ? limit 1 on conflict do nothing`,
        [connectionId],
      );
      const [row] = await leases.lockFree<ClaimedAccount>(trx, (rows) =>
        rows.where('leased.connection_id', connectionId),
      );
      if (row === undefined) return null;
      const { owner_user_id, read_at } = row;
      return { ...(await leases.claim(trx, row)), connection_id: connectionId, owner_user_id, read_at };
    });
  }

  const startOfDay = () => istInstant(istDate(clock.now()), '00:00');
  const isSessionDay = () => calendar.isSession('NSE', istDate(clock.now()));
  /** Whether the book is to be read again although nothing is open. */
  function isDue(readAt: Date | null, { isLast }: { isLast: boolean }): boolean {
    const now = clock.now();
    const { close } = calendar.sessionHours('NSE', istDate(now));
    const lastLook = lastLookOf(close, config.POLICY_MARKET_CLOSE, now);
    return (isLast ? isLastLookDue : isLookDue)(readAt, lastLook, now);
  }
  /** One in which nothing is open is looked at now and then; where it cannot be read, it is not tried more often either. */
  const isWanted = ({ connection_id, read_at, is_open, is_watched }: BusyAccount): boolean =>
    is_open ||
    (isDue(read_at, { isLast: !is_watched }) &&
      !isRecent(lookedAt.get(connection_id) ?? new Date(0), clock.now()));
  const plansOf = async (account: TradedAccount): Promise<LivePlan[]> =>
    await database.readAsSystem('read plans', (trx) => readPlans(trx, account, startOfDay()));

  /** Approved too long ago, or by settings that are not so any more: what was not sent is not sent then. */
  async function expire(account: TradedAccount, plans: readonly LivePlan[]): Promise<LivePlan[]> {
    const now = clock.now();
    const old = plans.filter((plan) => TO_SEND.includes(plan.state) && isOutdated(plan, now));
    if (old.length === 0) return [];
    await database.asSystem({ why: 'expire plans', owner: account.owner_user_id }, async (trx) => {
      await leases.assertLease(trx, account);
      for (const plan of old) {
        if ((await expireOutdated(trx, plan, now)) && plan.state === 'EXPIRED')
          await parts.news.ended(trx, plan);
      }
      await parts.news.changed(trx, account);
    });
    return old;
  }

  /**
   * Reads the book where something may be in it, and before anything is sent: it shows that the session still lives, and that
   * no order is there already.
   * @returns the plans as they are afterwards; null where the book could not be read.
   */
  async function read(
    account: ClaimedAccount,
    gateway: OrderGateway,
    signal: AbortSignal,
  ): Promise<LivePlan[] | null> {
    const plans = await plansOf(account);
    // One that was being sent goes on after this reading: its books may be those of a backup.
    const isSending =
      mayPlace(clock.now()) &&
      plans.some(
        ({ state, orders }) => (TO_SEND.includes(state) || state === 'EXECUTING') && orders.some(isUnsent),
      );
    const isWatched =
      (hasWatched(plans, startOfDay()) && isDue(account.read_at, { isLast: false })) ||
      (hasFilled(plans, startOfDay()) && isDue(account.read_at, { isLast: true }));
    if (!isSending && !isWatched && !reconciler.needsBook(plans)) {
      await reconciler.conclude(account, plans);
      return plans;
    }
    try {
      await reconciler.reconcile(account, gateway, plans, signal);
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) throw error;
      await unreachable(account, error);
      return null;
    }
    await reconciler.conclude(account, plans);
    return plans;
  }

  async function unreachable(account: TradedAccount, error: unknown): Promise<void> {
    const message = failureSentence(error, FAILED);
    log.warn({ err: error, connection_id: account.connection_id }, 'an account could not be read');
    // Nothing can be sent today, so no login is asked for.
    if (!isSessionDay()) return;
    await database.asSystem({ why: 'record a failed read', owner: account.owner_user_id }, async (trx) => {
      const before = await leases.assertLease<{ read_failure: string | null }>(trx, account);
      await trx('policy.trading_accounts')
        .where({ connection_id: account.connection_id, owner_user_id: account.owner_user_id })
        .update({ read_failure: message });
      if (before.read_failure !== message) await parts.news.changed(trx, account);
      await parts.news.unreachable(trx, account, message);
    });
  }

  /** Sends what is approved. @returns why it stopped, null where everything that could be sent was; and the plans afterwards. */
  async function send(
    account: TradedAccount,
    gateway: OrderGateway,
    signal: AbortSignal,
  ): Promise<{ stopped: StoppedBy; plans: LivePlan[] }> {
    let plans = await plansOf(account);
    for (const plan of plans) {
      if (!TO_SEND.includes(plan.state) || !plan.orders.some(isUnsent)) continue;
      if (!mayPlace(clock.now()) || !(await mayTrade(plan))) continue;
      const stopped = await placement.place({ account, gateway, plan }, signal);
      plans = await plansOf(account);
      await reconciler.conclude(account, plans);
      if (stopped === 'UNKNOWN' || stopped === 'REFUSED') return { stopped, plans };
    }
    return { stopped: null, plans };
  }

  /** A plan that nobody may send now is not even begun. */
  async function mayTrade({ owner_user_id, policy_status, policy_id }: LivePlan): Promise<boolean> {
    if (policy_status !== 'ACTIVE') return false;
    const why = await database.readAsSystem('look at pauses', (trx) =>
      heldBack(trx, owner_user_id, policy_id),
    );
    if (why !== null) log.info({ policy_id, why }, 'nothing is sent');
    return why === null;
  }

  async function turn(account: ClaimedAccount, signal: AbortSignal): Promise<TraderTurn> {
    let plans = await plansOf(account);
    if ((await reconciler.takeOver(account, plans)) > 0) {
      plans = await plansOf(account);
      await reconciler.conclude(account, plans);
    }
    const expired = await expire(account, plans);
    if (expired.length > 0) plans = await plansOf(account);
    await reconciler.conclude(account, plans);
    if (!isSessionDay() && !reconciler.needsBook(plans)) {
      await parts.book?.(account, signal);
      return { stopped: null };
    }
    let gateway: OrderGateway;
    try {
      gateway = await parts.gateways.open(account.owner_user_id, account.connection_id);
      await gateway.prepare(signal);
    } catch (error) {
      await unreachable(account, error);
      return { stopped: 'BROKER' };
    }
    if ((await read(account, gateway, signal)) === null) return { stopped: 'BROKER' };
    let stopped = await sendAndFollow(account, gateway, signal);
    if (stopped === null && (await sweep(account, signal)) > 0) {
      if ((await read(account, gateway, signal)) === null) return { stopped: 'BROKER' };
      stopped = await sendAndFollow(account, gateway, signal);
    }
    return { stopped };
  }

  /** Sends what may be sent, and follows it for a while until the books have it. */
  async function sendAndFollow(
    account: ClaimedAccount,
    gateway: OrderGateway,
    signal: AbortSignal,
  ): Promise<StoppedBy> {
    const { stopped, plans: sent } = await send(account, gateway, signal);
    let plans: LivePlan[] | null = sent;
    for (const wait of readAfterMs) {
      if (!reconciler.needsBook(plans)) break;
      await timers.sleep(wait, signal);
      plans = await read(account, gateway, signal);
      if (plans === null) break;
      await parts.book?.(account, signal);
    }
    await parts.book?.(account, signal);
    return stopped;
  }

  /** Writes purchases of liquid funds that are due, as plans to send. Cash that waits is no reason for a turn to fail. */
  async function sweep(account: TradedAccount, signal: AbortSignal): Promise<number> {
    if (parts.sweeps === undefined || !mayPlace(clock.now())) return 0;
    const guard = async (trx: DbTransaction) => await leases.assertLease(trx, account);
    try {
      return await parts.sweeps.write(account.connection_id, guard, signal);
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) throw error;
      log.warn({ err: error, connection_id: account.connection_id }, 'spare cash could not be swept');
      return 0;
    }
  }

  /** One turn at an account. Null while another process has it. */
  async function work(connectionId: string, stopping?: AbortSignal): Promise<TraderTurn | null> {
    const account = await claim(connectionId);
    if (account === null) return null;
    lookedAt.set(connectionId, clock.now());
    try {
      return await leases.withLease(account, async (signal) => await turn(account, signal), stopping);
    } finally {
      await database
        .asSystem({ why: 'give an account back', owner: account.owner_user_id }, (trx) =>
          leases.release(trx, account),
        )
        .catch((error: unknown) => log.warn({ err: error }, 'an account could not be given back'));
    }
  }

  return {
    work,

    /** Accounts with work, also those with spare cash to sweep. */
    async busyAccounts(): Promise<Set<string>> {
      const busy = await database.readAsSystem('find accounts with plans under way', (trx) =>
        readBusyAccounts(trx, startOfDay()),
      );
      const sweeping = mayPlace(clock.now()) ? ((await parts.sweeps?.accounts()) ?? []) : [];
      return new Set([...busy.filter(isWanted).map(({ connection_id }) => connection_id), ...sweeping]);
    },
  };
}
