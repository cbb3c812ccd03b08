import type { OrderGateway, OrderRequest, Placement } from '../../brokers/orders/index.ts';
import { type Context, type DbTransaction, Decimal, type Timers } from '../../platform/index.ts';
import { writeChecks } from './held-orders.ts';
import type { LegChecks } from './leg-checks.ts';
import { BY_SYSTEM, isUnsent, type LiveOrder, type LivePlan, mostOf, requestOf } from './live-orders.ts';
import { stepOrder, stepPlan } from './order-steps.ts';
import { usedUp } from './order-allowance.ts';
import type { AccountLeases, TradedAccount } from './reconciler.ts';
import type { Redemptions } from './placement-redemption.ts';
import { maySend } from './send-permission.ts';

/** From the commit of an order's claim to its first byte on the wire: a process that slept longer does not send it. */
const LONGEST_TO_SEND_MS = 5_000;
/** Refusals after which the rest of a plan would be refused too: it waits until a person or the clock mends it. */
const STOPS_PLAN: readonly string[] = ['NEEDS_LOGIN', 'PERMISSION_MISSING', 'MARKET_CLOSED'];

/** An order of which the broker proves that it was not made because its session had ended: a person says whether to send it. */
const UNSENT = {
  held_kind: 'LOGIN',
  placement_note:
    'The session with the broker had ended, so it was not placed. Log in, then say whether to send it.',
  submitted_at: null,
  epoch: null,
} as const;

/** Why the rest of a plan was not sent. */
export type StoppedBy = 'UNKNOWN' | 'REFUSED' | 'NOT_ALLOWED' | null;

/** A plan that is sent, and the account and the gateway that it goes through. */
interface Sending {
  account: TradedAccount;
  gateway: OrderGateway;
  plan: LivePlan;
}

/** An order that this process alone may send, and the moment from which on it may: by both of its clocks, in milliseconds. */
interface Claimed {
  order: LiveOrder;
  at: number;
  wall: number;
}

/** Notices about orders that are not sent. */
export interface PlacementNews {
  /** Orders that wait for an approval once more. */
  held(trx: DbTransaction, plan: LivePlan, orders: readonly LiveOrder[]): Promise<void>;
  /** A plan of which orders are not sent for now, and why. */
  waits(trx: DbTransaction, plan: LivePlan, why: string): Promise<void>;
}

/** What orders need before they are sent. */
export interface BeforeSending {
  /** What the broker knows a share by, beside its symbol. */
  isinOf: (instrumentId: string) => Promise<string | null>;
  checkLegs: LegChecks;
  redemptions: Redemptions;
}

interface PlacementParts extends BeforeSending {
  leases: Pick<AccountLeases, 'assertLease'>;
  timers: Timers;
  news: PlacementNews;
  /** Whether orders may be sent at this moment. */
  isPlacementTime(now: Date): boolean;
}

/** Sales first, then the liquid fund, then purchases; within each as they were planned (spec: Plan states, approve). */
function placementOrder(orders: readonly LiveOrder[]): LiveOrder[] {
  const turn = ({ side, rule }: LiveOrder) => (side === 'BUY' ? 2 : rule === 'LIQUID_REDEMPTION' ? 1 : 0);
  return orders.filter(isUnsent).toSorted((a, b) => turn(a) - turn(b) || a.nr - b.nr);
}

/** Sends the orders of plans: each once, after its state says so in the database. */
export function createPlacement(
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log'>,
  parts: PlacementParts,
) {
  const { clock, config, database, log } = context;
  const { leases, timers } = parts;

  /**
   * The one place from which an order goes to be sent: APPROVED becomes SUBMITTING, under this process's claim of the account,
   * while its plan is being placed, its policy trades and nobody paused trading. Of all who try one succeeds, once for ever.
   */
  async function claimOrder(sending: Sending, order: LiveOrder, isFirst: boolean): Promise<Claimed | null> {
    const { account } = sending;
    return await database.asSystem({ why: 'claim an order', owner: account.owner_user_id }, async (trx) => {
      await leases.assertLease(trx, account);
      const now = clock.now();
      // Before the first one, it was looked at when the plan was begun.
      if (!isFirst && !(await isAllowed(trx, sending, now))) return null;
      if (!(await maySend(trx, order, now))) return null;
      const set = { epoch: account.epoch, submitted_at: now };
      const state = await stepOrder(trx, order, 'claim', set, {
        by: BY_SYSTEM,
        now,
        evidence: { tag: order.tag, epoch: account.epoch },
      });
      if (state === null) return null;
      // Until the commit nobody can take the account over; from then on a process may be asleep and not know it.
      return { order: { ...order, state, ...set }, at: performance.now(), wall: clock.now().getTime() };
    });
  }

  /** Writes what the broker answered. A claim that was lost writes nothing: whoever took over reads the orderbook. */
  async function writeAnswer({ account, plan }: Sending, order: LiveOrder, answer: Placement): Promise<void> {
    const why = 'write what a broker answered';
    await database.asSystem({ why, owner: account.owner_user_id }, async (trx) => {
      await leases.assertLease(trx, account);
      const now = clock.now();
      const what = { by: BY_SYSTEM, now, evidence: answer };
      if (answer.outcome === 'REFUSED' && answer.refusal === 'NEEDS_LOGIN') {
        const set = { ...UNSENT, broker_message: answer.message };
        if ((await stepOrder(trx, order, 'return', set, what)) !== null)
          await parts.news.held(trx, plan, [{ ...order, ...UNSENT }]);
      } else if (answer.outcome === 'ACCEPTED')
        await stepOrder(
          trx,
          order,
          'accept',
          { broker_order_ids: [...answer.broker_order_ids], broker_message: answer.message },
          what,
        );
      else if (answer.outcome === 'REFUSED')
        await stepOrder(
          trx,
          order,
          'refuse',
          { broker_status: answer.refusal, broker_message: answer.message, ended_at: now },
          what,
        );
      else
        await stepOrder(
          trx,
          order,
          'lose',
          { unknown_cause: answer.cause, broker_message: answer.message },
          what,
        );
    });
  }

  /** What came of the one request. An error that is none of the outside's leaves its fate unknown like any other. */
  async function sent(
    gateway: OrderGateway,
    request: OrderRequest,
    { at, wall }: Pick<Claimed, 'at' | 'wall'>,
  ): Promise<Placement> {
    // A machine that was suspended knows it by its wall clock alone.
    const hasSlept = clock.now().getTime() - wall > LONGEST_TO_SEND_MS;
    try {
      return await gateway.place(request, { notAfter: hasSlept ? 0 : at + LONGEST_TO_SEND_MS });
    } catch (error) {
      log.error({ err: error }, 'a gateway failed while it placed an order');
      return { outcome: 'UNKNOWN', cause: 'UNREADABLE', message: 'Munim failed while sending the order.' };
    }
  }

  /** Whether the broker takes another order; where not, the plan says why it waits. */
  async function isAllowed(
    trx: DbTransaction,
    { account, gateway, plan }: Sending,
    now: Date,
  ): Promise<boolean> {
    const why = await usedUp(trx, account, gateway.allowance, now);
    if (why === null) return true;
    const isNews = await trx('policy.policy_order_plans')
      .where({ id: plan.id, owner_user_id: plan.owner_user_id })
      .whereRaw('note is distinct from ?', [why])
      .update({ note: why });
    if (isNews > 0) await parts.news.waits(trx, plan, why);
    return false;
  }

  /** Takes a plan up to be placed; false where another was faster, or it may not be placed now. */
  async function begin(sending: Sending): Promise<boolean> {
    const { account, plan } = sending;
    const why = 'begin to place a plan';
    return await database.asSystem({ why, owner: account.owner_user_id }, async (trx) => {
      await leases.assertLease(trx, account);
      const now = clock.now();
      if (!(await isAllowed(trx, sending, now))) return false;
      const set = { placed_at: now, note: null };
      return (await stepPlan(trx, plan, 'place', set, { by: BY_SYSTEM, now, evidence: {} })) !== null;
    });
  }

  /** Looks at the orders of a plan that may be sent. @returns those that are not held. */
  async function looked(
    { account, plan }: Sending,
    orders: readonly LiveOrder[],
    signal: AbortSignal,
  ): Promise<LiveOrder[]> {
    const checks = await parts.checkLegs(plan, orders, signal);
    // What is held has a note that is new.
    const isNews = ({ id, placement_note }: LiveOrder) => (checks.get(id)?.note ?? null) !== placement_note;
    if (orders.some(isNews))
      await database.asSystem(
        { why: 'write a look at orders before they are sent', owner: account.owner_user_id },
        async (trx) => {
          await leases.assertLease(trx, account);
          const held = await writeChecks(trx, orders, checks, clock.now());
          if (held.length > 0) await parts.news.held(trx, plan, held);
        },
      );
    return orders.filter(isUnsent);
  }

  /**
   * Rupees for purchases while not all sales of their plan are known to bring their money in: what the broker lets be spent,
   * less purchases that may be there. Nothing where the broker does not tell.
   */
  async function spendable(
    { gateway, account }: Sending,
    unknown: readonly LiveOrder[],
    signal: AbortSignal,
  ): Promise<Decimal> {
    try {
      return unknown.reduce(
        (left, order) => (order.side === 'BUY' ? left.minus(mostOf(order)) : left),
        new Decimal(await gateway.funds(signal)),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, connection_id: account.connection_id }, 'funds could not be read for the rest');
      return new Decimal(0);
    }
  }

  return {
    /**
     * Sends what of a plan was approved and never sent. What becomes of each order is written before the next one goes. Ends
     * early where nothing more may be sent: a refusal that holds for all, a pause, the close of the market, as many orders as
     * the broker takes in an hour or a day. An order that is held, or whose fate is not known, holds back the purchases that
     * the account cannot pay without it.
     * @throws LeaseLost where another process took the account over.
     */
    async place(sending: Sending, signal: AbortSignal): Promise<StoppedBy> {
      const { account, gateway, plan } = sending;
      const sendable = await looked(sending, placementOrder(plan.orders), signal);
      const guard = async (trx: DbTransaction) => await leases.assertLease(trx, account);
      const added = await parts.redemptions.add(plan, sendable, { gateway, guard }, signal);
      if (added !== null) plan.orders.push(added);
      const orders = placementOrder(added === null ? sendable : [...sendable, added]);
      const unknown: LiveOrder[] = [];
      /** Null while every sale of the plan goes its way: the purchases are paid as planned. */
      let free = plan.orders.some(isHeldSale) ? await spendable(sending, unknown, signal) : null;
      const isPaid = (order: LiveOrder) => order.side === 'SELL' || free === null || free.gte(mostOf(order));
      if (!orders.some(isPaid)) return null;
      // What the requests need is looked up before the first claim.
      const requests = new Map<string, OrderRequest>();
      for (const order of orders)
        requests.set(order.id, requestOf(order, await parts.isinOf(order.instrument_id)));
      if (!(await begin(sending))) return 'NOT_ALLOWED';
      let isFirst = true;
      for (const order of orders) {
        if (!isPaid(order)) continue;
        if (!isFirst) await timers.sleep(config.POLICY_ORDER_DELAY_SEC * 1000, signal);
        signal.throwIfAborted();
        if (!parts.isPlacementTime(clock.now())) return 'NOT_ALLOWED';
        const claimed = await claimOrder(sending, order, isFirst);
        isFirst = false;
        if (claimed === null) return 'NOT_ALLOWED';
        const request = requests.get(order.id);
        if (request === undefined) throw new Error('an order without its request');
        // From here on the order is the broker's, whatever becomes of this process.
        const answer = await sent(gateway, request, claimed);
        await writeAnswer(sending, claimed.order, answer);
        if (answer.outcome === 'UNKNOWN') {
          log.warn({ order_id: order.id, cause: answer.cause }, 'it is unknown whether an order was placed');
          unknown.push(order);
          free = await spendable(sending, unknown, signal);
        } else if (order.side === 'BUY') free = free?.minus(mostOf(order)) ?? null;
        if (answer.outcome === 'REFUSED' && STOPS_PLAN.includes(answer.refusal)) return 'REFUSED';
      }
      return unknown.length > 0 ? 'UNKNOWN' : null;
    },
  };
}

const isHeldSale = ({ side, state }: LiveOrder): boolean => side === 'SELL' && state === 'PENDING_APPROVAL';
