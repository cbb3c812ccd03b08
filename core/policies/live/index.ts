import type { Connections } from '../../brokers/index.ts';
import { createOrderGateways, type OrderGateways } from '../../brokers/orders/index.ts';
import type { Context } from '../../context.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import type { Notice, Notifications } from '../../notifications/index.ts';
import { type Actor, type DbTransaction, tellChange, type Timers } from '../../platform/index.ts';
import { type CycleParts, createFillBooking } from '../cycle/index.ts';
import { createAccountAudit } from './account-audit.ts';
import { createApprovals } from './approvals.ts';
import { type Difference, nameDifferences } from './differences.ts';
import { createGoLive } from './go-live.ts';
import { type LiveOrder, readPlansWhere } from './live-orders.ts';
import { createPause } from './pause.ts';
import { differenceNotice, endedNotice, needsPersonNotice, unreachableNotice } from './plan-notices.ts';
import { createSettlements } from './settlements.ts';
import { createTrader } from './trader.ts';
import { createTradingReads } from './trading-reads.ts';

export type { Answerer } from './approvals.ts';
export { createLiveTerms } from './live-terms.ts';
export type { Via } from './live-orders.ts';

export interface LiveParts extends Pick<CycleParts, 'leases' | 'loader' | 'quotesOf'> {
  calendar: Calendar;
  connections: Pick<Connections, 'list'>;
  /** Those of the brokers where nothing is said. */
  gateways?: OrderGateways;
  instruments: Pick<Instruments, 'byIds'>;
  notifications: Pick<Notifications, 'notify' | 'notifyWithin'>;
  /** Brings the sessions of a policy up to date before its fills are booked. */
  advance(policyId: string, signal: AbortSignal): Promise<unknown>;
  timers?: Timers;
  readAfterMs?: readonly number[];
}

export type Live = ReturnType<typeof createLive>;

/** Policies that trade: going live, answers to plans, orders and their fate, fills in the books. */
export function createLive(context: Context, parts: LiveParts) {
  const { clock, database, log } = context;
  const { calendar, instruments, notifications } = parts;
  const gateways =
    parts.gateways ??
    createOrderGateways(context, parts.timers === undefined ? {} : { timers: parts.timers });
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  async function tellOwner(trx: DbTransaction, ownerId: string, notices: readonly Notice[]): Promise<void> {
    for (const notice of notices) await notifications.notifyWithin(trx, ownerId, notice);
  }

  async function tellDifferences(
    trx: DbTransaction,
    account: { connection_id: string; owner_user_id: string },
    named: readonly Difference[],
  ): Promise<void> {
    const now = clock.now();
    await tellOwner(
      trx,
      account.owner_user_id,
      named.map((one) => differenceNotice(account, one, now)),
    );
    if (named.length > 0) await tellChange(trx, [account.owner_user_id], ['policies']);
  }

  const booking = createFillBooking(context, {
    ...parts,
    async beyond(trx, policyId, found) {
      const [row] = (await trx('policy.policies')
        .where({ id: policyId })
        .select('broker_connection_id as connection_id', 'owner_user_id')) as {
        connection_id: string;
        owner_user_id: string;
      }[];
      if (row === undefined) return;
      const differences = found.map(
        ({ fill, held }): Difference => ({
          kind: 'SHORTFALL',
          subject: `order ${fill.order_id}`,
          expected: String(fill.quantity),
          found: String(held),
          message: `More was sold by order ${fill.order_id} than the books hold. What is beyond is not in them.`,
        }),
      );
      await tellDifferences(trx, row, await nameDifferences(trx, row, differences, clock.now()));
    },
  });

  const trader = createTrader(context, {
    gateways,
    calendar,
    isinOf: async (id) => (await instruments.byIds([id])).get(id)?.isin ?? null,
    ...(parts.timers === undefined ? {} : { timers: parts.timers }),
    ...(parts.readAfterMs === undefined ? {} : { readAfterMs: parts.readAfterMs }),
    tell: {
      async reconciled(account, { named, absent }) {
        if (named.length === 0 && absent.length === 0) return;
        await database.asSystem('tell of a reconciliation', async (trx) => {
          await tellDifferences(trx, account, named);
          await tellAbsent(trx, absent);
        });
      },
      async changed(account, plans) {
        const ended = plans.filter(({ state }) => ['EXECUTED', 'PARTIAL', 'EXPIRED'].includes(state));
        await database.asSystem('tell of plans', async (trx) => {
          // Each once: the outbox knows the key of a notice that was told.
          await tellOwner(
            trx,
            account.owner_user_id,
            ended.map((plan) => endedNotice(plan)),
          );
          await tellChange(trx, [account.owner_user_id], ['policies']);
        });
      },
      async unreachable(account, message) {
        await notifications.notify(account.owner_user_id, unreachableNotice(account, message, clock.now()));
      },
    },
    async book(account, signal) {
      for (const policyId of await policiesToBook(account.connection_id)) {
        const done = await booking.book(policyId);
        if (done !== 'WAITING') continue;
        await parts.advance(policyId, signal);
        await booking.book(policyId);
      }
    },
  });

  async function tellAbsent(trx: DbTransaction, absent: readonly LiveOrder[]): Promise<void> {
    const ids = [...new Set(absent.map(({ plan_id }) => plan_id))];
    for (const id of ids) {
      const [plan] = await readPlansWhere(trx, 'l.id = ?', [id]);
      if (plan !== undefined)
        await notifications.notifyWithin(
          trx,
          plan.owner_user_id,
          needsPersonNotice(
            plan,
            absent.filter(({ plan_id }) => plan_id === id),
          ),
        );
    }
  }

  const policiesToBook = async (connectionId: string): Promise<string[]> =>
    await database.asSystem('find fills that are not booked', async (trx) => {
      const { rows } = await trx.raw<{ rows: { id: string }[] }>(
        `select distinct o.policy_id as id from policy.policy_orders o
         join policy.policy_order_plans l on l.id = o.plan_id
         where l.connection_id = ? and o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null`,
        [connectionId],
      );
      return rows.map(({ id }) => id);
    });

  /** Takes a turn at an account without being waited for; the job takes one every minute anyway. */
  function wake(connectionId: string): void {
    const turn = trader.work(connectionId, closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted)
        log.warn(
          { err: error, connection_id: connectionId },
          'an account is taken up again by the next turn',
        );
    });
    underWay.add(turn);
    void turn.then(() => underWay.delete(turn));
  }

  const goLive = createGoLive(context, { calendar, connections: parts.connections });
  const approvals = createApprovals(context, { gateways, wake });
  const audit = createAccountAudit(context, { gateways, instruments, tell: tellDifferences });

  return {
    goLive: (userId: string, id: string, body: unknown, actor: Actor) =>
      goLive.goLive(userId, id, body, actor),
    approvals,
    trader,
    pause: createPause(context),
    settlements: createSettlements(context, { wake }),
    reads: createTradingReads(context),
    audit,

    /** One round of the job: what expired, then every account in which something is under way, then fills left to book. */
    async round(signal: AbortSignal): Promise<{ expired: number; accounts: number; failed: number }> {
      const expired = await approvals.expireOld();
      await database.asSystem('tell of plans that expired', async (trx) => {
        for (const plan of expired)
          await notifications.notifyWithin(trx, plan.owner_user_id, endedNotice(plan));
        const owners = [...new Set(expired.map(({ owner_user_id }) => owner_user_id))];
        if (owners.length > 0) await tellChange(trx, owners, ['policies']);
      });
      const { accounts, failed } = await trader.workAll(AbortSignal.any([signal, closing.signal]));
      return { expired: expired.length, accounts, failed };
    },

    /** Waits until the turns that this process takes are over. */
    async settled(): Promise<void> {
      await Promise.allSettled(underWay);
    },

    /** Stops turns that are under way; what they claimed is taken over by the next one. */
    async close(): Promise<void> {
      closing.abort(new Error('Munim is stopping'));
      await Promise.allSettled(underWay);
    },
  };
}
