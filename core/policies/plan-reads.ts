import {
  type Context,
  daysBetween,
  type DbTransaction,
  notFound,
  type Page,
  type PageQuery,
  pageWindow,
} from '../platform/index.ts';
import { liquidSweepOf, type StrategyConfig } from '../strategies/index.ts';
import type { OrderOutlook } from './cycle/index.ts';
import { MAX_ORDER_VALUE } from './live-limits.ts';
import type { PlansQuery } from './inputs.ts';
import { keptCharges } from './kept-charges.ts';
import { lookOf, lookWithout } from './plan-look.ts';
import { rehearsalOf, rehearsalWithout } from './plan-rehearsal.ts';
import { maySendHeld } from './order-states.ts';
import { proofText } from './plan-proof.ts';
import { checkCharges, receiptOf, slippageOf } from './plan-receipt.ts';
import { sumsOf } from './plan-sums.ts';
import type { PlanOrderView, PlanView, Sending } from './plan-view.ts';

type OrderRow = Omit<
  PlanOrderView,
  'submitted_at' | 'may_be_sent' | 'explanation' | 'sale' | 'turnover' | 'slippage' | 'charges_check'
> & {
  submitted_at: string | null;
  is_booked: boolean;
  realised_gain: number | null;
  tax: number | null;
  outlook: OrderOutlook | null;
  broker_charges: unknown;
  broker_charges_at: string | null;
};
interface PlanRow extends Omit<
  PlanView,
  | 'orders'
  | 'proof'
  | 'receipt'
  | 'may_redeem'
  | 'look'
  | 'rehearsal'
  | 'decided'
  | 'expires_at'
  | 'sending'
  | 'finished_at'
  | 'created_at'
> {
  orders: OrderRow[];
  look: unknown;
  rehearsal: unknown;
  config: StrategyConfig;
  decided_by: string | null;
  decided_via: string | null;
  decided_at: Date | null;
  expires_at: Date | null;
  finished_at: Date | null;
  created_at: Date;
}

const NOT_OVER = `l.state in ('PENDING_APPROVAL', 'APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN')`;
/** The contributed money that a cycle `c` puts into the current targets, as JSON; null of a rebalance. */
export const NEW_MONEY = `(select json_build_object('amount', sum(i.amount), 'credited_on', b.effective_date)
  from policy.policy_contribution_application_batch b
  join policy.policy_contribution_batch_items i on i.batch_id = b.id
  where b.id = c.contribution_batch_id group by b.effective_date)`;

const COLUMNS = `l.id::text as plan_id, l.policy_id::text, p.name as policy_name, p.config, l.cycle_id::text, c.cycle_date, c.cycle_type, ${NEW_MONEY} as new_money,
  l.kind, l.replaces_plan_id::text, l.mode, l.state, l.digest, case when l.state = 'PENDING_APPROVAL' then l.book end as book, l.cash_before::float8, l.cash_after::float8, l.buy_value::float8, l.sell_value::float8,
  l.estimated_costs::float8, coalesce((p.config ->> 'max_order_value')::float8, ${MAX_ORDER_VALUE}) as max_order_value,
  case when a.confirm_above is not null then json_build_object('above', a.confirm_above, 'words', p.tag_code) end as confirmation,
  case when l.state = 'PENDING_APPROVAL' then l.look end as look, case when l.state = 'PENDING_APPROVAL' then l.rehearsal end as rehearsal,
  l.connection_id::text, case when ${NOT_OVER} then t.read_failure end as read_failure, l.expires_at, l.decided_by, l.decided_via, l.decided_at, l.note, l.finished_at, l.created_at,
  (select coalesce(json_agg(json_build_object(
     'order_id', o.id::text, 'side', o.side, 'symbol', o.symbol, 'name', o.name, 'quantity', o.quantity,
     'reference_price', o.reference_price, 'order_kind', o.order_kind, 'limit_price', o.limit_price, 'value', o.value,
     'costs', coalesce((o.charges ->> 'total')::numeric, 0), 'charges', (select jsonb_object_agg(k, v::numeric)
       from jsonb_each_text(o.charges) c (k, v)),
     'reason', o.reason, 'state', o.state, 'tag', o.tag, 'submitted_at', o.submitted_at,
     'filled_quantity', o.filled_quantity, 'average_price', o.average_price, 'broker_order_ids', o.broker_order_ids,
     'broker_message', o.broker_message,
     'held', case when o.state = 'PENDING_APPROVAL' then o.held_kind end, 'placement_note', o.placement_note, 'settlement', o.settlement,
     'confirmed_by', o.confirmed_by, 'confirmation_note', o.confirmation_note,
     'is_booked', o.booked_at is not null, 'realised_gain', o.realised_gain, 'tax', o.tax, 'outlook', o.outlook,
     'broker_charges', o.broker_charges, 'broker_charges_at', o.broker_charges_at) order by o.nr), '[]')
   from policy.policy_orders o where o.plan_id = l.id and o.tag is not null) as orders,
  (select coalesce(json_agg(json_build_object('side', o.side, 'symbol', o.symbol, 'reason', o.reason) order by o.nr), '[]')
   from policy.policy_orders o where l.kind = 'CYCLE' and o.cycle_id = l.cycle_id and o.state = 'NOT_MADE'
     and o.limited_by = 'MIN_ORDER_VALUE') as too_small`;
/** Plans by an SQL condition, with all shown columns. */
const plansWith = (
  condition: string,
) => `(select * from policy.policy_order_plans l where l.mode = 'LIVE' and ${condition}) l
  join policy.policies p on p.id = l.policy_id join policy.policy_cycles c on c.id = l.cycle_id
  left join policy.approval_limits a on a.owner_user_id = l.owner_user_id
  left join policy.trading_accounts t on t.connection_id = l.connection_id`;
/** It waits for an answer, it is under way, or the broker's book does not show an order of it and nobody settled that. */
const OPEN = `(${NOT_OVER}
  or exists (select 1 from policy.policy_orders o where o.plan_id = l.id and o.state = 'ABSENT' and o.settlement is null))`;
const ROW_ID = /^\d{1,18}$/;

/** States of plans of which orders may still be sent, and which expire. */
const TO_EXPIRE: readonly PlanView['state'][] = ['PENDING_APPROVAL', 'APPROVED', 'PARTIAL_PLACEMENT'];

/** What is shown of a plan beside its rows. */
export interface PlanFacts {
  /** When the orders of a plan can be sent. */
  sendingOf: (plan: { expires_at: Date }) => Sending;
  /** What a broker's words mean; null where they are not known. */
  explain: (words: string | null) => string | null;
  /** Today in India, YYYY-MM-DD. */
  today: () => string;
}

interface PlanReadsParts {
  facts: PlanFacts;
  /** Takes plans whose time ran out to EXPIRED. */
  expireOld: () => Promise<unknown>;
}

/** Plans of a person that waited or wait for an approval. One that is seen after its time ran out is written as EXPIRED first. */
export function createPlanReads(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { facts, expireOld }: PlanReadsParts,
) {
  const isOverdue = ({ state, expires_at, orders }: PlanView): boolean =>
    expires_at !== null &&
    new Date(expires_at) <= clock.now() &&
    (state === 'PARTIAL_PLACEMENT'
      ? orders.some((order) => order.state === 'APPROVED' || order.held !== null)
      : TO_EXPIRE.includes(state));

  async function seen<T>(read: () => Promise<T>, plansOf: (found: T) => readonly PlanView[]): Promise<T> {
    const found = await read();
    if (!plansOf(found).some(isOverdue)) return found;
    await expireOld();
    return await read();
  }

  const page = async (
    userId: string,
    query: PageQuery,
    where: string,
    order: string,
    values: readonly string[] = [],
  ): Promise<Page<PlanView>> =>
    await seen(
      async () => await readPage(userId, query, where, order, values),
      ({ items }) => items,
    );

  const readPage = async (
    userId: string,
    query: PageQuery,
    where: string,
    order: string,
    values: readonly string[],
  ): Promise<Page<PlanView>> =>
    await database.readAsUser(userId, async (trx) => {
      const { page: nr, page_size, offset } = pageWindow(query);
      const { rows } = await trx.raw<{ rows: PlanRow[] }>(
        `select ${COLUMNS} from ${plansWith(`${where} order by l.id ${order} offset ? limit ?`)} order by l.id ${order}`,
        [...values, offset, page_size],
      );
      const { rows: counts } = await trx.raw<{ rows: { total: number }[] }>(
        `select count(*)::int as total from policy.policy_order_plans l where l.mode = 'LIVE' and ${where}`,
        [...values],
      );
      return {
        items: rows.map((row) => toView(row, facts)),
        page: nr,
        page_size,
        total: counts[0]?.total ?? 0,
      };
    });

  return {
    /** Those that wait for an answer, the oldest first. */
    pending: async (userId: string, query: PageQuery) =>
      await page(userId, query, `l.state = 'PENDING_APPROVAL'`, 'asc'),
    /** All of them, or those that are asked for, the newest first. */
    async list(userId: string, query: PlansQuery): Promise<Page<PlanView>> {
      const { policy_id: of, open } = query;
      const where = [
        ...(of === undefined ? [] : ['l.policy_id::text = ?']),
        ...(open === undefined ? [] : [open ? OPEN : `not ${OPEN}`]),
      ];
      return await page(userId, query, where.join(' and ') || 'true', 'desc', of === undefined ? [] : [of]);
    },
    /** @throws 404 PLAN_NOT_FOUND */
    get: async (userId: string, planId: string): Promise<PlanView> =>
      await seen(
        async () => await database.readAsUser(userId, (trx) => readPlan(trx, planId, facts)),
        (plan) => [plan],
      ),
    /** What a plan comes to without some of its orders. @see sumsOf */
    sums: sumsOf,
    lookWithout,
    rehearsalWithout,
  };
}

/** @throws 404 PLAN_NOT_FOUND */
export async function readPlan(trx: DbTransaction, planId: string, facts: PlanFacts): Promise<PlanView> {
  const { rows } = ROW_ID.test(planId)
    ? await trx.raw<{ rows: PlanRow[] }>(`select ${COLUMNS} from ${plansWith('l.id = ?')}`, [planId])
    : { rows: [] };
  const [row] = rows;
  if (row === undefined) throw notFound('PLAN');
  return toView(row, facts);
}

function toView(row: PlanRow, facts: PlanFacts): PlanView {
  const {
    config,
    decided_by,
    decided_via,
    decided_at,
    orders,
    look,
    rehearsal,
    expires_at,
    finished_at,
    created_at,
    ...plan
  } = row;
  const seen = orders.map((order) => toOrderView(order, facts));
  return {
    ...plan,
    proof: proofText(orders),
    receipt: receiptOf(seen),
    orders: seen,
    decided:
      decided_at === null || decided_by === null || decided_via === null
        ? null
        : { by: decided_by, via: decided_via, at: decided_at.toISOString() },
    expires_at: expires_at?.toISOString() ?? null,
    may_redeem: plan.kind === 'CYCLE' && plan.buy_value > 0 ? (liquidSweepOf(config)?.symbol ?? null) : null,
    sending: expires_at !== null && TO_EXPIRE.includes(plan.state) ? facts.sendingOf({ expires_at }) : null,
    look: lookOf(look, row),
    rehearsal: rehearsalOf(rehearsal, row),
    finished_at: finished_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

function saleOf(
  outlook: OrderOutlook | null,
  { realised_gain: gain, tax, is_booked }: Pick<OrderRow, 'is_booked' | 'realised_gain' | 'tax'>,
  today: string,
): PlanOrderView['sale'] {
  const terms = outlook?.sale ?? null;
  if (terms === null || gain === null) return null;
  const until = (day: string | null) => (day === null ? null : daysBetween(today, day));
  return {
    ...terms,
    gain,
    is_booked,
    tax: terms.tax_unknown === null ? tax : null,
    days_until: until(terms.long_term_from),
    all_days_until: until(terms.all_long_term_from),
  };
}

function turnoverOf(
  { value, symbol }: Pick<OrderRow, 'value' | 'symbol'>,
  { turnover }: OrderOutlook,
): PlanOrderView['turnover'] {
  if (turnover === null)
    return {
      pct: null,
      sessions: 0,
      reason: `Munim has traded values of ${symbol} for fewer than five days of the last six weeks.`,
    };
  return { pct: (value / turnover.median) * 100, sessions: turnover.sessions, reason: null };
}
function toOrderView(row: OrderRow, { explain, today }: Pick<PlanFacts, 'explain' | 'today'>): PlanOrderView {
  const {
    submitted_at,
    is_booked,
    realised_gain,
    tax,
    outlook,
    broker_charges: kept,
    broker_charges_at: at,
    ...order
  } = row;
  const { state, broker_message, held, filled_quantity, charges } = order;
  return {
    ...order,
    sale: saleOf(outlook, { is_booked, realised_gain, tax }, today()),
    turnover: outlook === null ? null : turnoverOf(order, outlook),
    explanation: state === 'REJECTED' ? explain(broker_message) : null,
    may_be_sent: held !== null && maySendHeld(held),
    submitted_at: submitted_at === null ? null : new Date(submitted_at).toISOString(),
    slippage: slippageOf(order),
    charges_check:
      filled_quantity > 0
        ? checkCharges(
            kept === null ? null : keptCharges.validateSync(kept, { strict: true }),
            at === null ? null : new Date(at),
            is_booked ? charges : null,
          )
        : null,
  };
}
