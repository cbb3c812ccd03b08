import type { OrderGateway, OrderGateways } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import {
  type Context,
  type DbTransaction,
  istDate,
  istInstant,
  LeaseLost,
  systemTimers,
  type Timers,
} from '../../platform/index.ts';
import type { PlanState } from '../states.ts';
import { type ClaimedAccount, createAccountClaims } from './account-claims.ts';
import { expireOutdated, isOutdated } from './expire-plan.ts';
import { failureSentence } from './failure-sentence.ts';
import { type BusyAccount, readBusyAccounts } from './busy-accounts.ts';
import { isUnsent, type LivePlan, readPlans } from './live-orders.ts';
import { hasFilled, hasWatched, isLastLookDue, isLookDue, isRecent, lastLookOf } from './late-fills.ts';
import type { LateLooks } from './late-looks.ts';
import type { LiquidSweeps } from './liquid-sweep.ts';
import { type BeforeSending, createPlacement, type PlacementNews, type StoppedBy } from './placement.ts';
import { isPlacementTime } from './placement-time.ts';
import { type TradedAccount, createReconciler, type TradingNews } from './reconciler.ts';
import { heldBack, unsentNote } from './send-permission.ts';

/** How soon after sending the orderbook is read, and again: fills come within seconds, and a person is looking. */
const READ_AFTER_MS = [500, 1_000, 2_000, 3_000, 5_000, 8_000];

/** Shown for an error that is not written for people. */
const FAILED = 'The account could not be read. Munim tries again every minute; the log says why.';

/** Plans of which orders were approved and never sent. */
const TO_SEND: readonly PlanState[] = ['APPROVED', 'PARTIAL_PLACEMENT'];

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
  /** Looks for fills of earlier days. */
  lateLooks: LateLooks;
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
  const { leases, hold } = createAccountClaims(context);
  const reconciler = createReconciler(context, { leases, news: parts.news });
  const lookedAt = new Map<string, Date>();
  const mayPlace = (now: Date) => isPlacementTime(calendar, config, now);
  const placement = createPlacement(context, { ...parts, leases, timers, isPlacementTime: mayPlace });

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
  const isWanted = (busy: BusyAccount): boolean => {
    const { connection_id: id, read_at, is_open, is_watched, is_late } = busy;
    const isAsked =
      parts.lateLooks.isFirst(id) ||
      isDue(read_at, { isLast: !is_watched }) ||
      (is_late && parts.lateLooks.isDue(busy));
    return is_open || (isAsked && !isRecent(lookedAt.get(id) ?? new Date(0), clock.now()));
  };
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
        const isExpired = await expireOutdated(trx, plan, now, await unsentNote(trx, plan));
        if (isExpired && plan.state === 'EXPIRED') await parts.news.ended(trx, plan);
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
      (hasWatched(plans, startOfDay()) &&
        (parts.lateLooks.isFirst(account.connection_id) || isDue(account.read_at, { isLast: false }))) ||
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
      if (!(await isSendable(plan))) continue;
      const stopped = await placement.place({ account, gateway, plan }, signal);
      plans = await plansOf(account);
      await reconciler.conclude(account, plans);
      if (stopped === 'UNKNOWN' || stopped === 'REFUSED') return { stopped, plans };
    }
    return { stopped: null, plans };
  }

  /** Whether orders of a plan may go out now: one that nobody may send is not even begun. */
  async function isSendable(plan: LivePlan): Promise<boolean> {
    const { owner_user_id, policy_status, policy_id, state, orders } = plan;
    if (!TO_SEND.includes(state) || !orders.some(isUnsent)) return false;
    if (policy_status !== 'ACTIVE' || !mayPlace(clock.now())) return false;
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
    const isQuiet = !isSessionDay() && !parts.lateLooks.isFirst(account.connection_id);
    if (isQuiet && !reconciler.needsBook(plans)) {
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
    if (!(await lookBack(account, gateway, signal))) return { stopped: 'BROKER' };
    return { stopped };
  }

  /** Looks for fills of earlier days, once a day and after a start, when no order waits to be sent. @returns false where the broker could not be asked */
  async function lookBack(
    account: ClaimedAccount,
    gateway: OrderGateway,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!parts.lateLooks.isDue(account)) return true;
    for (const plan of await plansOf(account)) if (await isSendable(plan)) return true;
    const guard = async (trx: DbTransaction) => await leases.assertLease(trx, account);
    try {
      await parts.lateLooks.look(account, gateway, guard, signal);
      return true;
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) throw error;
      await unreachable(account, error);
      return false;
    }
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

  return {
    /** Looks at once at every account with an order that ended unfilled, as after a start. */
    async begin(): Promise<void> {
      lookedAt.clear();
      await parts.lateLooks.begin();
    },

    /** One turn at an account. Null while another process has it. */
    work: async (connectionId: string, stopping?: AbortSignal): Promise<TraderTurn | null> =>
      await hold(
        connectionId,
        async (account, signal) => {
          lookedAt.set(connectionId, clock.now());
          return await turn(account, signal);
        },
        stopping,
      ),

    /** Other work at an account, under its lease: `guard` in a transaction proves it. Null while another process has it. */
    async borrow<T>(
      connectionId: string,
      run: (signal: AbortSignal, guard: (trx: DbTransaction) => Promise<unknown>) => Promise<T>,
      stopping?: AbortSignal,
    ): Promise<T | null> {
      return await hold(
        connectionId,
        async (account, signal) => await run(signal, async (trx) => await leases.assertLease(trx, account)),
        stopping,
      );
    },

    /** Accounts with work, also those with spare cash to sweep. */
    async busyAccounts(): Promise<Set<string>> {
      const busy = await database.readAsSystem('find accounts with plans under way', (trx) =>
        readBusyAccounts(trx, startOfDay(), parts.lateLooks.since()),
      );
      const sweeping = mayPlace(clock.now()) ? ((await parts.sweeps?.accounts()) ?? []) : [];
      return new Set([...busy.filter(isWanted).map(({ connection_id }) => connection_id), ...sweeping]);
    },
  };
}
