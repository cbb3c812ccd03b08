import type { Connections } from '../../brokers/index.ts';
import { createOrderGateways, explainRefusal, type OrderGateways } from '../../brokers/orders/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { type Context, istDate, tellChange, type Timers } from '../../platform/index.ts';
import { type CycleParts, createFillBooking, createPolicyWork, type LiveTerms } from '../cycle/index.ts';
import type { PlanFacts } from '../plan-reads.ts';
import { createAccountAudit, type RecordsOf } from './account-audit.ts';
import { createAccountComparison } from './account-comparison.ts';
import { createAccountTurns } from './account-turns.ts';
import { createAllocations } from './allocations.ts';
import { createApprovalLimit } from './approval-limit.ts';
import { createApprovals } from './approvals.ts';
import { createBrokerCharges } from './broker-charges.ts';
import { nameDifferences, soldBeyond } from './differences.ts';
import { createGoLive } from './go-live.ts';
import { createPause } from './pause.ts';
import { createRedemptions } from './placement-redemption.ts';
import { isPlacementTime, sendingOf } from './placement-time.ts';
import { createPlanLooks } from './plan-looks.ts';
import { consumeMoney } from './plan-money.ts';
import { createPutBackWatch } from './put-back.ts';
import { createRestoredTrading } from './restored-trading.ts';
import { createHeldOrders } from './held-orders.ts';
import { createExDates } from './ex-dates.ts';
import { createLateLooks } from './late-looks.ts';
import { createLegChecks } from './leg-checks.ts';
import { createLiquidSweeps } from './liquid-sweep.ts';
import { isSweep } from './live-orders.ts';
import {
  differenceNotice,
  endedNotice,
  heldNotice,
  needsPersonNotice,
  unreachableNotice,
  waitingNotice,
} from './plan-notices.ts';
import { createSettlements } from './settlements.ts';
import { createStartReport } from './start-report.ts';
import { sweepEndedNotice } from './sweep-notices.ts';
import type { TradedAccount } from './reconciler.ts';
import { createSweepSwitch } from './sweep-switch.ts';
import { createTrader, type TraderParts } from './trader.ts';
import { createTradingReads } from './trading-reads.ts';

export interface LiveParts extends Pick<CycleParts, 'leases' | 'loader' | 'quotesOf'> {
  calendar: Calendar;
  connections: Pick<Connections, 'list' | 'brokers'>;
  /** Those of the brokers where nothing is said. */
  gateways?: OrderGateways;
  instruments: Pick<Instruments, 'byIds'>;
  notifications: Pick<Notifications, 'notify' | 'notifyWithin'>;
  recordsOf: RecordsOf;
  /** On what plans are made. */
  terms: LiveTerms;
  /** Brings the sessions of a policy up to date before its fills are booked. */
  advance(policyId: string, signal: AbortSignal): Promise<unknown>;
  timers?: Timers;
  readAfterMs?: readonly number[];
}

/** What a round of the job did. */
interface TradingRound {
  expired: number;
  accounts: number;
  failed: number;
  /** Plans for contributed money. */
  planned: number;
}

type LiveNews = TraderParts['news'];

export type LiveTrading = ReturnType<typeof createLive>;

/** Policies that trade: going live, answers to plans, orders and their fate, fills in the books. */
export function createLive(context: Context, parts: LiveParts) {
  const { clock, database } = context;
  const { calendar, instruments, notifications } = parts;
  const gateways =
    parts.gateways ??
    createOrderGateways(context, parts.timers === undefined ? {} : { timers: parts.timers });
  const planFacts: PlanFacts = {
    sendingOf: (plan) => sendingOf(calendar, context.config, plan, clock.now()),
    explain: explainRefusal,
    today: () => istDate(clock.now()),
  };

  const news: LiveNews = {
    async named(trx, account, named) {
      const now = clock.now();
      for (const one of named)
        await notifications.notifyWithin(trx, account.owner_user_id, differenceNotice(account, one, now));
      if (named.length > 0) await tellChange(trx, [account.owner_user_id], ['policies']);
    },
    async absent(trx, plan, orders) {
      await notifications.notifyWithin(trx, plan.owner_user_id, needsPersonNotice(plan, orders));
    },
    async ended(trx, plan) {
      const notice = isSweep(plan) ? sweepEndedNotice(plan) : endedNotice(plan);
      await notifications.notifyWithin(trx, plan.owner_user_id, notice);
      await tellChange(trx, [plan.owner_user_id], ['policies']);
    },
    async changed(trx, account) {
      await tellChange(trx, [account.owner_user_id], ['policies']);
    },
    async held(trx, plan, orders) {
      await notifications.notifyWithin(trx, plan.owner_user_id, heldNotice(plan, orders));
      await tellChange(trx, [plan.owner_user_id], ['policies']);
    },
    async waits(trx, plan, why) {
      await notifications.notifyWithin(trx, plan.owner_user_id, waitingNotice(plan, why, clock.now()));
      await tellChange(trx, [plan.owner_user_id], ['policies']);
    },
    async unreachable(trx, account, message) {
      const notice = unreachableNotice(account, message, clock.now());
      await notifications.notifyWithin(trx, account.owner_user_id, notice);
    },
  };

  const booking = createFillBooking(context, {
    ...parts,
    booked: consumeMoney,
    async beyond(trx, policyId, found) {
      const [row] = (await trx('policy.policies')
        .where({ id: policyId })
        .select('broker_connection_id as connection_id', 'owner_user_id')) as {
        connection_id: string;
        owner_user_id: string;
      }[];
      if (row === undefined) return;
      const orders = (await trx('policy.policy_orders')
        .where({ owner_user_id: row.owner_user_id })
        .whereIn(
          'id',
          found.map(({ fill }) => fill.order_id),
        )
        .select('id', 'symbol')) as { id: string; symbol: string }[];
      const symbols = new Map(orders.map(({ id, symbol }) => [id, symbol]));
      const differences = found.map((one) =>
        soldBeyond({ ...one, symbol: symbols.get(one.fill.order_id) ?? 'shares' }),
      );
      await news.named(trx, row, await nameDifferences(trx, row, differences, clock.now()));
    },
  });

  const sweeps = createLiquidSweeps(context, { ...parts, work: createPolicyWork(context, parts) });
  const audit = createAccountAudit(context, {
    ...parts,
    gateways,
    exDatesOf: createExDates(context, parts),
    tell: async (trx, account, named) => await news.named(trx, account, named),
  });
  const lateLooks = createLateLooks(context, {
    calendar,
    audit: audit.audit,
    named: async (trx, account, named) => await news.named(trx, account, named),
  });
  const trader = createTrader(context, {
    sweeps,
    lateLooks,
    gateways,
    calendar,
    checkLegs: createLegChecks(context, parts),
    redemptions: createRedemptions(context, parts),
    isinOf: async (id) => (await instruments.byIds([id])).get(id)?.isin ?? null,
    ...(parts.timers === undefined ? {} : { timers: parts.timers }),
    ...(parts.readAfterMs === undefined ? {} : { readAfterMs: parts.readAfterMs }),
    news,
    async book(account, signal) {
      for (const policyId of await policiesToBook(account)) {
        const done = await booking.book(policyId);
        if (done !== 'WAITING') continue;
        await parts.advance(policyId, signal);
        await booking.book(policyId);
      }
    },
  });

  const policiesToBook = async ({ connection_id, owner_user_id }: TradedAccount): Promise<string[]> =>
    await database.readAsSystem('find fills that are not booked', async (trx) => {
      const { rows } = await trx.raw<{ rows: { id: string }[] }>(
        `select distinct o.policy_id as id from policy.policy_orders o
         join policy.policy_order_plans l on l.id = o.plan_id and l.owner_user_id = o.owner_user_id
         where o.owner_user_id = ? and l.connection_id = ? and o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null`,
        [owner_user_id, connection_id],
      );
      return rows.map(({ id }) => id);
    });

  const turns = createAccountTurns(context, { ...parts, trader });
  const { wake } = turns;

  const looks = createPlanLooks(context, {
    ...parts,
    gateways,
    facts: planFacts,
    sendingOf: planFacts.sendingOf,
    isPlacementTime: (now) => isPlacementTime(calendar, context.config, now),
  });
  const approvals = createApprovals(context, {
    gateways,
    wake,
    endLooks: (planId) => looks.end(planId),
    ended: async (trx, plan) => await news.ended(trx, plan),
    facts: planFacts,
  });
  const restored = createRestoredTrading(context, {
    watch: createPutBackWatch(context),
    comparison: createAccountComparison(context, {
      calendar,
      gateways,
      audit: audit.audit,
      named: async (trx, account, named) => await news.named(trx, account, named),
    }),
    notifications,
    ended: async (trx, plan) => await news.ended(trx, plan),
  });
  const allocations = createAllocations(context, parts);
  const brokerCharges = createBrokerCharges(context, { gateways, instruments });

  /**
   * One round of the job: what a restore asks for, what expired, every account in which something is under way, then money that no
   * plan has, and last what brokers charged.
   */
  async function round(signal: AbortSignal): Promise<TradingRound> {
    const either = AbortSignal.any([signal, turns.stopping]);
    const compareAccounts = await restored.begin();
    const expired = await approvals.expireOld();
    const [{ accounts, failed }] = await Promise.all([turns.round(signal), compareAccounts(either)]);
    const planned = await allocations.round(either);
    await brokerCharges.round(either);
    return { expired: expired.length, accounts, failed, planned };
  }

  /** Audits every account over which a live policy trades. One that cannot be asked keeps no other waiting. */
  async function auditAll(
    signal: AbortSignal,
  ): Promise<{ accounts: number; differences: number; failed: number }> {
    const accounts = await audit.accounts();
    const { done, failed } = await turns.each(
      accounts.keys(),
      async (id, stopping) =>
        await trader.borrow(
          id,
          async (held, guard) => {
            const account = accounts.get(id);
            return account === undefined ? [] : (await audit.audit(account, held, guard)).differences;
          },
          stopping,
        ),
      signal,
    );
    return { accounts: done.length, differences: done.flat().length, failed };
  }

  return {
    ...createGoLive(context, { calendar, connections: parts.connections }),
    allocations,
    approvals,
    approvalLimit: createApprovalLimit(context),
    planFacts,
    trader,
    looks,
    pause: createPause(context),
    switchSweep: createSweepSwitch(context),
    held: createHeldOrders(context, { wake, ended: async (trx, plan) => await news.ended(trx, plan) }),
    settlements: createSettlements(context, { calendar, wake, notifications }),
    reads: createTradingReads(context),
    audit: {
      holdings: audit.holdings,
      auditAll,
    },

    round,

    /** Tells everybody whose policies trade how things stand after a start. */
    tellStart: createStartReport(context, {
      notifications,
      async round(signal) {
        await trader.begin();
        return await round(signal);
      },
    }),

    async settled(): Promise<void> {
      await Promise.all([turns.settled(), looks.settled()]);
    },
    async close(): Promise<void> {
      await Promise.all([turns.close(), looks.close()]);
    },
  };
}
