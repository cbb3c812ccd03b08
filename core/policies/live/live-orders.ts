import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { fixedText, parseFixed } from '../../platform/index.ts';
import type { OrderRule, Side, StrategyConfig } from '../../strategies/index.ts';
import {
  CYCLE_OF_PLAN,
  type LiveOrderState,
  ORDER_TRANSITIONS,
  type OrderEvent,
  PLAN_TRANSITIONS,
  type PlanEvent,
  stepOf,
} from '../order-states.ts';
import type { CycleType, PlanKind, PlanState, PolicyStatus } from '../states.ts';
import type { Observed, SentOrder } from './order-machine.ts';
import { moveMoney } from './plan-money.ts';

/** Where a decision was made; SYSTEM is Munim itself. */
export type Via = 'TELEGRAM' | 'LOCAL_CHAT' | 'DASHBOARD' | 'SYSTEM';
/** Who did something, and where. */
export interface By {
  actor: string;
  via: Via;
}
export const BY_SYSTEM: By = { actor: 'system', via: 'SYSTEM' };

/** An order of a plan that a broker is or may be sent. */
export interface LiveOrder {
  id: string;
  owner_user_id: string;
  policy_id: string;
  plan_id: string;
  nr: number;
  side: Side;
  rule: OrderRule;
  instrument_id: string;
  symbol: string;
  state: LiveOrderState;
  quantity: Decimal;
  reference_price: Decimal | null;
  order_kind: 'LIMIT' | 'MARKET';
  limit_price: Decimal | null;
  tag: string;
  epoch: number | null;
  submitted_at: Date | null;
  /** As the broker named it in its answer, or it was found; several where the broker cut it up. */
  broker_order_ids: string[];
  filled_quantity: Decimal;
  average_price: Decimal | null;
  /** In the broker's own words, or what is known where the broker was silent. */
  broker_message: string | null;
  missed_reads: number;
  missed_since: Date | null;
  ended_at: Date | null;
  booked_at: Date | null;
  settlement: string | null;
}

/** A plan with its orders, as it is placed and followed. */
export interface LivePlan {
  id: string;
  owner_user_id: string;
  policy_id: string;
  cycle_id: string;
  cycle_type: CycleType;
  connection_id: string;
  kind: PlanKind;
  state: PlanState;
  /** Why it was rejected, expired, or stands still. */
  note: string | null;
  expires_at: Date;
  policy_name: string;
  tag_code: string;
  policy_status: PolicyStatus;
  config: StrategyConfig;
  orders: LiveOrder[];
}

/**
 * Whether a plan only moves cash into the liquid fund: one that nobody was asked about, and one that sends such an order again.
 * That is neither part of its cycle nor money put to work.
 */
export const isSweep = ({ orders }: { orders: readonly Pick<LiveOrder, 'rule'>[] }): boolean =>
  orders.length > 0 && orders.every(({ rule }) => rule === 'LIQUID_SWEEP');

const ORDER_COLUMNS = [
  'id',
  'owner_user_id',
  'policy_id',
  'plan_id',
  'nr',
  'side',
  'rule',
  'instrument_id',
  'symbol',
  'state',
  'quantity',
  'reference_price',
  'order_kind',
  'limit_price',
  'tag',
  'epoch',
  'submitted_at',
  'broker_order_ids',
  'filled_quantity',
  'average_price',
  'broker_message',
  'missed_reads',
  'missed_since',
  'ended_at',
  'booked_at',
  'settlement',
] as const;
/** Plans that are not over, and those with an order that turned up after the end of its plan and is open. */
export const UNDER_WAY = `(l.state in ('APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN') or exists (
  select 1 from policy.policy_orders o where o.plan_id = l.id and o.state in ('PLACED', 'PLACEMENT_UNKNOWN')))`;

/**
 * The plans of an account that are under way, or of which an order was sent since a moment, the oldest first: a fill may be
 * told late.
 */
export const readPlans = async (trx: DbTransaction, connectionId: string, since: Date): Promise<LivePlan[]> =>
  await readPlansWhere(trx, `l.connection_id = ? and (${UNDER_WAY} or l.placed_at >= ?)`, [
    connectionId,
    since,
  ]);

/** Plans with their orders, the oldest first. @param where a condition on the plan `l`. */
export async function readPlansWhere(
  trx: DbTransaction,
  where: string,
  values: readonly (string | Date)[],
): Promise<LivePlan[]> {
  const { rows: plans } = await trx.raw<{ rows: Omit<LivePlan, 'orders'>[] }>(
    `select l.id, l.owner_user_id, l.policy_id, l.cycle_id, c.cycle_type, l.connection_id, l.kind, l.state, l.note, l.expires_at,
       p.name as policy_name, p.tag_code, p.status as policy_status, p.config
     from policy.policy_order_plans l join policy.policies p on p.id = l.policy_id
       join policy.policy_cycles c on c.id = l.cycle_id
     where l.mode = 'LIVE' and ${where} order by l.id`,
    [...values],
  );
  if (plans.length === 0) return [];
  const orders = (await trx('policy.policy_orders')
    .whereIn(
      'plan_id',
      plans.map(({ id }) => id),
    )
    .whereNotNull('tag')
    .orderBy(['plan_id', 'nr'])
    .select(...ORDER_COLUMNS)) as LiveOrder[];
  return plans.map((plan) => ({ ...plan, orders: orders.filter(({ plan_id }) => plan_id === plan.id) }));
}

export const sentOrder = (order: LiveOrder): SentOrder => ({
  state: order.state,
  quantity: parseFixed(order.quantity),
  filled: parseFixed(order.filled_quantity),
  submittedAt: order.submitted_at ?? new Date(0),
  endedAt: order.ended_at,
  missedReads: order.missed_reads,
  missedSince: order.missed_since,
});

/** What is written of an order beside its state. */
export type OrderChange = Partial<{
  epoch: number;
  submitted_at: Date;
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
  settlement: string;
  settled_at: Date;
  settled_by: string;
}>;

type OrderKey = Pick<LiveOrder, 'id' | 'owner_user_id' | 'policy_id' | 'plan_id' | 'state'>;
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
  order: Pick<LiveOrder, 'id' | 'state'>,
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
  orders: readonly Pick<LiveOrder, 'id' | 'state'>[],
  event: OrderEvent,
  set: OrderChange,
  { by, now, evidence }: Step,
): Promise<string[]> {
  const { from, to } = stepOf<LiveOrderState>(ORDER_TRANSITIONS, event);
  const stepped: string[] = [];
  for (const state of from) {
    const ids = orders.filter((order) => order.state === state).map(({ id }) => id);
    if (ids.length === 0) continue;
    const changed = trx('policy.policy_orders')
      .whereIn('id', ids)
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
  of: Pick<OrderKey, 'owner_user_id' | 'policy_id' | 'plan_id'> & { order_id: string | null },
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

export type PlanChange = Partial<{
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
    .where({ id: plan.id, state: plan.state })
    .update({ ...set, state: to })
    .returning(['owner_user_id', 'policy_id', 'id']);
  const moved = trx('policy.policy_cycles')
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
    await trx('policy.policy_orders').where({ id: order.id, state: order.state }).update(facts);
  return state;
}
