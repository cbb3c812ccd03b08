import type { OrderGateway, OrderRequest, Placement } from '../../brokers/orders/index.ts';
import { type Context, type DbTransaction, type Timers } from '../../platform/index.ts';
import type { StrategyConfig } from '../../strategies/index.ts';
import type { PlanKind } from '../states.ts';
import { BY_SYSTEM, type LiveOrder, type LivePlan } from './live-orders.ts';
import { stepOrder, stepPlan } from './order-steps.ts';
import { usedUp } from './order-allowance.ts';
import { disputed } from './differences.ts';
import type { AccountLeases, TradedAccount } from './reconciler.ts';
import { paused } from './pause.ts';
import { OF_BEFORE, uncompared } from './restored-books.ts';
import { isPermitted } from './sweep-terms.ts';

/** From the commit of an order's claim to its first byte on the wire: a process that slept longer does not send it. */
const LONGEST_TO_SEND_MS = 5_000;
/** Refusals after which the rest of a plan would be refused too: it waits until a person or the clock mends it. */
const STOPS_PLAN: readonly string[] = ['NEEDS_LOGIN', 'PERMISSION_MISSING', 'MARKET_CLOSED'];

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

interface PlacementParts {
  leases: Pick<AccountLeases, 'assertLease'>;
  timers: Timers;
  /** What the broker knows a share by, beside its symbol. */
  isinOf: (instrumentId: string) => Promise<string | null>;
  /** Whether orders may be sent at this moment. */
  isPlacementTime(now: Date): boolean;
  /** What of a plan waits, and why. */
  waits(trx: DbTransaction, plan: LivePlan, why: string): Promise<void>;
}

/** Sales first, then the liquid fund, then purchases; within each as they were planned (spec: Plan states, approve). */
function placementOrder(orders: readonly LiveOrder[]): LiveOrder[] {
  const turn = ({ side, rule }: LiveOrder) => (side === 'BUY' ? 2 : rule === 'LIQUID_REDEMPTION' ? 1 : 0);
  return orders
    .filter(({ state }) => state === 'APPROVED')
    .toSorted((a, b) => turn(a) - turn(b) || a.nr - b.nr);
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
  async function writeAnswer(account: TradedAccount, order: LiveOrder, answer: Placement): Promise<void> {
    const why = 'write what a broker answered';
    await database.asSystem({ why, owner: account.owner_user_id }, async (trx) => {
      await leases.assertLease(trx, account);
      const now = clock.now();
      const what = { by: BY_SYSTEM, now, evidence: answer };
      if (answer.outcome === 'ACCEPTED')
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

  async function requestOf(order: LiveOrder): Promise<OrderRequest> {
    return {
      tag: order.tag,
      side: order.side,
      symbol: order.symbol,
      isin: await parts.isinOf(order.instrument_id),
      quantity: order.quantity.toFixed(),
      kind: order.order_kind,
      limit_price: order.limit_price?.toFixed() ?? null,
    };
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
    if (isNews > 0) await parts.waits(trx, plan, why);
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

  return {
    /**
     * Sends what of a plan was approved and never sent. What becomes of each order is written before the next one goes. Ends
     * early where nothing more may be sent: an order whose fate is not known, a refusal that holds for all, a pause, the close
     * of the market, as many orders as the broker takes in an hour or a day.
     * @throws LeaseLost where another process took the account over.
     */
    async place(sending: Sending, signal: AbortSignal): Promise<StoppedBy> {
      const { account, gateway, plan } = sending;
      const orders = placementOrder(plan.orders);
      // What the requests need is looked up before the first claim.
      const requests = new Map<string, OrderRequest>();
      for (const order of orders) requests.set(order.id, await requestOf(order));
      if (!(await begin(sending))) return 'NOT_ALLOWED';
      for (const [at, order] of orders.entries()) {
        if (at > 0) await timers.sleep(config.POLICY_ORDER_DELAY_SEC * 1000, signal);
        signal.throwIfAborted();
        if (!parts.isPlacementTime(clock.now())) return 'NOT_ALLOWED';
        const claimed = await claimOrder(sending, order, at === 0);
        if (claimed === null) return 'NOT_ALLOWED';
        const request = requests.get(order.id);
        if (request === undefined) throw new Error('an order without its request');
        // From here on the order is the broker's, whatever becomes of this process.
        const answer = await sent(gateway, request, claimed);
        await writeAnswer(account, claimed.order, answer);
        if (answer.outcome === 'UNKNOWN') {
          log.warn({ order_id: order.id, cause: answer.cause }, 'it is unknown whether an order was placed');
          return 'UNKNOWN';
        }
        if (answer.outcome === 'REFUSED' && STOPS_PLAN.includes(answer.refusal)) return 'REFUSED';
      }
      return null;
    },
  };
}

/** Why nothing of a policy is sent for now; null where it may be. */
export async function heldBack(
  trx: DbTransaction,
  ownerId: string,
  policyId: string,
): Promise<string | null> {
  const { rows } = await trx.raw<{
    rows: { is_paused: boolean; is_disputed: boolean; is_uncompared: boolean }[];
  }>(
    `select ${paused('?')} as is_paused, ${disputed('?', '?')} as is_disputed, exists (select 1 from policy.policies p
       where p.id = ? and ${uncompared('p.broker_connection_id')}) as is_uncompared`,
    [ownerId, ownerId, policyId, policyId],
  );
  if (rows[0]?.is_paused === true) return 'trading is paused';
  if (rows[0]?.is_uncompared === true) return 'the account was not compared with the broker since a restore';
  return rows[0]?.is_disputed === true ? 'the broker’s book contradicts an order' : null;
}

/**
 * Whether an order may be sent as far as people decide it: its plan has not expired and is of these books, its account was
 * compared with the broker since they were restored, its policy is active and live, nobody paused trading, and no order of it waits for a person because the broker's book contradicts it. One that
 * nobody approved is held to the settings of its policy once more, as they are at this moment.
 */
async function maySend(trx: DbTransaction, order: LiveOrder, now: Date): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { kind: PlanKind; config: StrategyConfig }[] }>(
    `select l.kind, p.config from policy.policy_order_plans l
     join policy.policies p on p.id = l.policy_id and p.owner_user_id = l.owner_user_id
     where l.id = ? and l.owner_user_id = ? and l.state = 'EXECUTING' and p.status = 'ACTIVE' and p.mode = 'LIVE'
       and l.expires_at > ?
       and not ${OF_BEFORE} and not ${uncompared('l.connection_id')}
       and not ${paused('l.owner_user_id')}
       and not ${disputed('l.owner_user_id', 'l.policy_id')}
     for update of l`,
    [order.plan_id, order.owner_user_id, now],
  );
  const [row] = rows;
  return row !== undefined && (row.kind !== 'SWEEP' || isPermitted(row.config, order));
}
