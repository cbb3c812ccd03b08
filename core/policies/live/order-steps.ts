import { type DbTransaction, fixedText } from '../../platform/index.ts';
import {
  CYCLE_OF_PLAN,
  type HeldKind,
  type LiveOrderState,
  ORDER_TRANSITIONS,
  type OrderEvent,
  PLAN_TRANSITIONS,
  type PlanEvent,
  stepOf,
} from '../order-states.ts';
import type { PlanState } from '../states.ts';
import { type By, BY_SYSTEM, isSweep, type LiveOrder, type LivePlan, type Via } from './live-orders.ts';
import type { Observed } from './order-machine.ts';
import { moveMoney } from './plan-money.ts';

/** What is written of an order beside its state. */
type OrderChange = Partial<{
  epoch: number | null;
  submitted_at: Date | null;
  broker_order_ids: string[];
  broker_status: string | null;
  broker_message: string | null;
  unknown_cause: string | null;
  filled_quantity: string;
  average_price: string | null;
  missed_reads: number;
  missed_since: Date | null;
  ended_at: Date | null;
  booked_at: Date | null;
  held_kind: HeldKind | null;
  held_price: string;
  placement_note: string | null;
  accepted_kinds: HeldKind[];
  confirmed_by: LiveOrder['confirmed_by'];
  confirmation_note: string | null;
  unconfirmed_since: Date | null;
  settlement: string;
  settled_at: Date;
  settled_by: string;
}>;

type OrderKey = Pick<LiveOrder, 'id' | 'owner_user_id' | 'state'>;
/** Who did a step, when, and what was known at that moment. */
interface Step {
  by: By;
  now: Date;
  evidence: object;
}

/**
 * Takes an order one step on by the table of states and records what happened, both in one conditional update.
 * @returns the new state; null where another was faster.
 */
export async function stepOrder(
  trx: DbTransaction,
  order: OrderKey,
  event: OrderEvent,
  set: OrderChange,
  what: Step,
): Promise<LiveOrderState | null> {
  const stepped = await stepOrders(trx, [order], event, set, what);
  return stepped.length === 0 ? null : stepOf<LiveOrderState>(ORDER_TRANSITIONS, event).to;
}

/** The same for several orders, with one statement for all that are in the same state. @returns the ids that changed. */
export async function stepOrders(
  trx: DbTransaction,
  orders: readonly OrderKey[],
  event: OrderEvent,
  set: OrderChange,
  { by, now, evidence }: Step,
): Promise<string[]> {
  const { from, to } = stepOf<LiveOrderState>(ORDER_TRANSITIONS, event);
  const stepped: string[] = [];
  for (const state of from) {
    const own = orders.filter((order) => order.state === state);
    if (own.length === 0) continue;
    const changed = trx('policy.policy_orders')
      .whereIn('owner_user_id', [...new Set(own.map(({ owner_user_id }) => owner_user_id))])
      .whereIn(
        'id',
        own.map(({ id }) => id),
      )
      .where({ state })
      .update({ ...set, state: to })
      .returning(['owner_user_id', 'policy_id', 'plan_id', 'id', 'nr']);
    const { rows } = await trx.raw<{ rows: { order_id: string }[] }>(
      `with changed as (?) insert into policy.policy_order_events (owner_user_id, policy_id, plan_id, order_id, at, event,
         from_state, to_state, actor, via, evidence)
       select owner_user_id, policy_id, plan_id, id, ?::timestamptz, ?, ?, ?, ?, ?, ?::jsonb from changed order by nr
       returning order_id`,
      [changed, now, event, state, to, by.actor, by.via, JSON.stringify(evidence)],
    );
    stepped.push(...rows.map(({ order_id }) => order_id));
  }
  return stepped;
}

/** Adds to the record of a plan. @param of an order of it, or the plan as a whole. */
export async function recordEvent(
  trx: DbTransaction,
  of: Pick<LiveOrder, 'owner_user_id' | 'policy_id' | 'plan_id'> & { order_id: string | null },
  event: string,
  [from_state, to_state]: readonly [string | null, string | null],
  { by, now, evidence }: Step,
): Promise<void> {
  await trx('policy.policy_order_events').insert({
    owner_user_id: of.owner_user_id,
    policy_id: of.policy_id,
    plan_id: of.plan_id,
    order_id: of.order_id,
    at: now,
    event,
    from_state,
    to_state,
    actor: by.actor,
    via: by.via,
    evidence,
  });
}

type PlanChange = Partial<{
  decided_at: Date;
  decided_by: string;
  decided_via: Via;
  note: string | null;
  placed_at: Date;
  finished_at: Date;
}>;
type PlanKey = Pick<LivePlan, 'id' | 'owner_user_id' | 'policy_id' | 'cycle_id' | 'state' | 'orders'>;

/** The same for a plan, with which its cycle goes and the contributed money that it puts to work; neither where it is a sweep. */
export async function stepPlan(
  trx: DbTransaction,
  plan: PlanKey,
  event: PlanEvent,
  set: PlanChange,
  what: Step,
): Promise<PlanState | null> {
  const { from, to } = stepOf<PlanState>(PLAN_TRANSITIONS, event);
  if (!from.includes(plan.state)) return null;
  const { by, now, evidence } = what;
  const isOver = ['EXECUTED', 'PARTIAL', 'REJECTED', 'EXPIRED'].includes(to);
  const changed = trx('policy.policy_order_plans')
    .where({ id: plan.id, owner_user_id: plan.owner_user_id, state: plan.state })
    .update({ ...set, state: to })
    .returning(['owner_user_id', 'policy_id', 'id']);
  const moved = trx('policy.policy_cycles')
    .where({ owner_user_id: plan.owner_user_id })
    .whereIn('id', isSweep(plan) ? [] : [plan.cycle_id])
    .whereExists(trx.select(trx.raw('1')).from('changed'))
    .update({ status: CYCLE_OF_PLAN[to], ...(isOver ? { finished_at: now } : {}) });
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `with changed as (?), moved as (?) insert into policy.policy_order_events (owner_user_id, policy_id, plan_id, at, event,
       from_state, to_state, actor, via, evidence)
     select owner_user_id, policy_id, id, ?::timestamptz, ?, ?, ?, ?, ?, ?::jsonb from changed returning id`,
    [changed, moved, now, event, plan.state, to, by.actor, by.via, JSON.stringify(evidence)],
  );
  if (rows.length === 0) return null;
  if (!isSweep(plan)) await moveMoney(trx, plan, event, now);
  return to;
}

/** Writes what a reading showed of an order, and takes it through its steps. @returns its state afterwards. */
export async function writeObserved(
  trx: DbTransaction,
  order: LiveOrder,
  observed: Observed,
  seen: OrderChange,
  what: { now: Date; evidence: object },
): Promise<LiveOrderState> {
  const facts: OrderChange = {
    ...seen,
    missed_reads: observed.missedReads,
    missed_since: observed.missedSince,
    ended_at: observed.endedAt,
    ...(observed.averagePrice === null
      ? {}
      : { filled_quantity: fixedText(observed.filled), average_price: fixedText(observed.averagePrice) }),
  };
  let state = order.state;
  // Written with the first step.
  let set = facts;
  for (const event of observed.events) {
    const next = await stepOrder(trx, { ...order, state }, event, set, { ...what, by: BY_SYSTEM });
    if (next === null) break;
    state = next;
    set = {};
  }
  if (set === facts)
    await trx('policy.policy_orders')
      .where({ id: order.id, owner_user_id: order.owner_user_id, state: order.state })
      .update(facts);
  return state;
}
