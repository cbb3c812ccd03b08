import type { OrderRequest } from '../../brokers/orders/index.ts';
import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { notFound, parseFixed } from '../../platform/index.ts';
import type { OrderRule, Side, StrategyConfig } from '../../strategies/index.ts';
import type { HeldKind, LiveOrderState } from '../order-states.ts';
import type { CycleType, PlanKind, PlanState, PolicyStatus } from '../states.ts';
import type { SentOrder } from './order-machine.ts';

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
  /** Why it waits for an approval once more, and the rupees a share at which it was held. */
  held_kind: HeldKind | null;
  held_price: Decimal | null;
  /** That reason in a sentence, or what was not known when it was sent. */
  placement_note: string | null;
  /** What a person accepted of it. */
  accepted_kinds: HeldKind[];
  /** What proves its fills beside the order book; null while nothing does. */
  confirmed_by: 'TRADES' | 'HOLDINGS' | null;
  /** Why nothing more does yet, in a sentence. */
  confirmation_note: string | null;
  /** Since when nothing does though the book has it filled, or the trades more than the book. */
  unconfirmed_since: Date | null;
}

/** A plan with its orders, as it is placed and followed. */
export interface LivePlan {
  id: string;
  owner_user_id: string;
  policy_id: string;
  cycle_id: string;
  cycle_type: CycleType;
  /** The session of whose prices it was made. */
  cycle_date: string;
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

/** Whether an order was approved and not sent. */
export const isUnsent = ({ state }: Pick<LiveOrder, 'state'>): boolean => state === 'APPROVED';

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
  'held_kind',
  'held_price',
  'placement_note',
  'accepted_kinds',
  'confirmed_by',
  'confirmation_note',
  'unconfirmed_since',
] as const;
/** Plans that are not over, and those with an order that turned up after the end of its plan and is open. */
export const UNDER_WAY = `(l.state in ('APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN') or exists (
  select 1 from policy.policy_orders o where o.plan_id = l.id and o.owner_user_id = l.owner_user_id
    and o.state in ('PLACED', 'PLACEMENT_UNKNOWN')))`;

/**
 * The plans of an account that are under way, or of which an order was sent since a moment, the oldest first: a fill may be
 * told late.
 */
export const readPlans = async (
  trx: DbTransaction,
  { owner_user_id, connection_id }: { owner_user_id: string; connection_id: string },
  since: Date,
): Promise<LivePlan[]> =>
  await readPlansWhere(
    trx,
    `l.owner_user_id = ? and l.connection_id = ? and (${UNDER_WAY} or l.placed_at >= ?)`,
    [owner_user_id, connection_id, since],
  );

/** Plans with their orders, the oldest first. @param where a condition on the plan `l`. */
export async function readPlansWhere(
  trx: DbTransaction,
  where: string,
  values: readonly (string | Date)[],
): Promise<LivePlan[]> {
  const { rows: plans } = await trx.raw<{ rows: Omit<LivePlan, 'orders'>[] }>(
    `select l.id, l.owner_user_id, l.policy_id, l.cycle_id, c.cycle_type, c.cycle_date, l.connection_id, l.kind, l.state, l.note, l.expires_at,
       p.name as policy_name, p.tag_code, p.status as policy_status, p.config
     from policy.policy_order_plans l join policy.policies p on p.id = l.policy_id and p.owner_user_id = l.owner_user_id
       join policy.policy_cycles c on c.id = l.cycle_id and c.owner_user_id = l.owner_user_id
     where l.mode = 'LIVE' and ${where} order by l.id`,
    [...values],
  );
  if (plans.length === 0) return [];
  const orders = (await trx('policy.policy_orders')
    .whereIn('owner_user_id', [...new Set(plans.map(({ owner_user_id }) => owner_user_id))])
    .whereIn(
      'plan_id',
      plans.map(({ id }) => id),
    )
    .whereNotNull('tag')
    .orderBy(['plan_id', 'nr'])
    .select(...ORDER_COLUMNS)) as LiveOrder[];
  return plans.map((plan) => ({ ...plan, orders: orders.filter(({ plan_id }) => plan_id === plan.id) }));
}

/** An order that may be sent or was, locked, with its plan. @throws 404 ORDER_NOT_FOUND */
export async function lockOrder(
  trx: DbTransaction,
  orderId: string,
): Promise<{ plan: LivePlan; order: LiveOrder }> {
  const found = /^\d{1,18}$/.test(orderId)
    ? ((await trx('policy.policy_orders')
        .where({ id: orderId, mode: 'LIVE' })
        .forUpdate()
        .first('plan_id')) as { plan_id: string | null } | undefined)
    : undefined;
  const planId = found?.plan_id ?? null;
  const [plan] = planId === null ? [] : await readPlansWhere(trx, 'l.id = ?', [planId]);
  const order = plan?.orders.find(({ id }) => id === orderId);
  if (plan === undefined || order === undefined) throw notFound('ORDER');
  return { plan, order };
}

/** An order as it is sent. @param isin by which the broker knows its share, beside its symbol. */
export const requestOf = (order: LiveOrder, isin: string | null): OrderRequest => ({
  tag: order.tag,
  side: order.side,
  symbol: order.symbol,
  isin,
  quantity: order.quantity.toFixed(),
  kind: order.order_kind,
  limit_price: order.limit_price?.toFixed() ?? null,
});

export const sentOrder = (order: LiveOrder): SentOrder => ({
  state: order.state,
  quantity: parseFixed(order.quantity),
  filled: parseFixed(order.filled_quantity),
  submittedAt: order.submitted_at ?? new Date(0),
  endedAt: order.ended_at,
  missedReads: order.missed_reads,
  missedSince: order.missed_since,
});

/** Rupees that a purchase takes at most: at its limit, two hundredths above the reference, which its charges stay far below. */
export const mostOf = ({ quantity, limit_price, reference_price }: LiveOrder): Decimal =>
  quantity.times(limit_price ?? reference_price ?? 0).times(limit_price === null ? 1.02 : 1);
