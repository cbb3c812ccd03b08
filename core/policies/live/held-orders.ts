import { auditedMutation } from '../../audit/index.ts';
import { type Actor, conflict, type Context, type DbTransaction } from '../../platform/index.ts';
import { maySendHeld } from '../order-states.ts';
import { expirePlan } from './expire-plan.ts';
import type { LegCheck } from './leg-checks.ts';
import { BY_SYSTEM, type LiveOrder, type LivePlan, lockOrder, type Via } from './live-orders.ts';
import { stepOrder } from './order-steps.ts';

const NOTHING: LegCheck = { held: null, note: null, price: null };

/**
 * Writes what a look at the orders of a plan found before they are sent. @returns those that wait for an approval
 * once more.
 */
export async function writeChecks(
  trx: DbTransaction,
  orders: readonly LiveOrder[],
  checks: ReadonlyMap<string, LegCheck>,
  now: Date,
): Promise<LiveOrder[]> {
  const held: LiveOrder[] = [];
  const notes = new Map<string | null, string[]>();
  for (const order of orders) {
    const { held: kind, note, price } = checks.get(order.id) ?? NOTHING;
    if (kind === null) {
      if (note !== order.placement_note) notes.set(note, [...(notes.get(note) ?? []), order.id]);
      continue;
    }
    const seen = {
      held_kind: kind,
      placement_note: note,
      ...(price === null ? {} : { held_price: price.toFixed() }),
    };
    const evidence = { held: kind, reason: note, price: price?.toFixed() ?? null };
    const state = await stepOrder(trx, order, 'hold', seen, { by: BY_SYSTEM, now, evidence });
    if (state === null) continue;
    Object.assign(order, { state, held_kind: kind, placement_note: note });
    held.push(order);
  }
  for (const [placement_note, ids] of notes)
    await trx('policy.policy_orders')
      .whereIn('id', ids)
      .where({ owner_user_id: orders[0]?.owner_user_id, state: 'APPROVED' })
      .update({ placement_note });
  return held;
}

const ALL_LEFT_OUT = 'You left out every order that was held. Nothing was sent.';

/** Answers to approved orders that are held: send them as they are, or leave them out. */
export function createHeldOrders(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  {
    wake,
    ended,
  }: { wake: (connectionId: string) => void; ended: (trx: DbTransaction, plan: LivePlan) => Promise<void> },
) {
  const mutation = auditedMutation(context);

  /** @throws 404 ORDER_NOT_FOUND, 409 ORDER_NOT_HELD */
  async function locked(trx: DbTransaction, orderId: string, now: Date) {
    const { plan, order } = await lockOrder(trx, orderId);
    if (order.state !== 'PENDING_APPROVAL' || order.held_kind === null || plan.expires_at <= now)
      throw conflict(
        'ORDER_NOT_HELD',
        'This order does not wait for your answer any more. Nothing was changed.',
      );
    return { plan, order, kind: order.held_kind };
  }

  const accept = mutation('policy.send_held_order', {
    topics: ['policies'],
    async run(change, orderId: string, via: Via) {
      const { trx, now, actor } = change;
      const { plan, order, kind } = await locked(trx, orderId, now);
      if (!maySendHeld(kind))
        throw conflict('ORDER_OUTDATED', `${order.placement_note ?? ''} It cannot be sent as it is.`);
      const set = {
        held_kind: null,
        placement_note: null,
        accepted_kinds: [...order.accepted_kinds.filter((one) => one !== kind), kind],
      };
      const evidence = { held: kind, reason: order.placement_note };
      await stepOrder(trx, order, 'approve', set, { by: { actor, via }, now, evidence });
      await change.record('HELD_ORDER_ANSWERED', order.id, decision(order, kind, 'SEND'));
      return { connection_id: plan.connection_id };
    },
  });

  const leaveOut = mutation('policy.leave_out_held_order', {
    topics: ['policies'],
    async run(change, orderId: string, via: Via) {
      const { trx, now, actor } = change;
      const { plan, order, kind } = await locked(trx, orderId, now);
      const evidence = { held: kind, reason: order.placement_note };
      const set = { ended_at: now };
      await stepOrder(trx, order, 'exclude', set, { by: { actor, via }, now, evidence });
      order.state = 'EXCLUDED';
      // What was begun is ended by the next turn at the account.
      if (plan.state === 'APPROVED' && plan.orders.every(({ state }) => state === 'EXCLUDED')) {
        await expirePlan(trx, plan, now, ALL_LEFT_OUT);
        await ended(trx, plan);
      }
      await change.record('HELD_ORDER_ANSWERED', order.id, decision(order, kind, 'LEAVE_OUT'));
      return { connection_id: plan.connection_id };
    },
  });

  return {
    /** Sends an order that is held as it is. @throws 404 ORDER_NOT_FOUND, 409 ORDER_NOT_HELD, ORDER_OUTDATED */
    async send(userId: string, orderId: string, by: Actor & { via: Via }): Promise<void> {
      wake((await accept(userId, orderId, by.via, by)).connection_id);
    },
    /** Leaves out an order that is held. @throws 404 ORDER_NOT_FOUND, 409 ORDER_NOT_HELD */
    async leaveOut(userId: string, orderId: string, by: Actor & { via: Via }): Promise<void> {
      wake((await leaveOut(userId, orderId, by.via, by)).connection_id);
    },
  };
}

const decision = ({ tag, symbol }: LiveOrder, held: string, answer: string) => ({
  tag,
  symbol,
  held,
  answer,
});
