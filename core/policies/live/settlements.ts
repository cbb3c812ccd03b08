import { auditedMutation } from '../../audit/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  type DbTransaction,
  digestOf,
  fixedText,
  invalid,
  notFound,
  parseFixed,
  toScale,
} from '../../platform/index.ts';
import type { StrategyConfig } from '../../strategies/index.ts';
import { orderTag } from '../cycle/index.ts';
import { differenceSettlement, type SettlementInput, settlementInput } from '../inputs.ts';
import { planExpiry } from '../plan-life.ts';
import {
  isContradicted,
  lateFillCode,
  settleContradiction,
  settleLateFill,
  sharesText,
} from './differences.ts';
import { BY_SYSTEM, type LiveOrder, type LivePlan, lockOrder, type Via } from './live-orders.ts';
import { recordEvent, stepOrder } from './order-steps.ts';
import { WATCHED } from './order-machine.ts';
import { pendingNotice } from './plan-notices.ts';
import { planToTell } from './plan-to-tell.ts';

/** States of which a person may know more than the orderbook does. */
const UNSETTLED: readonly string[] = ['ABSENT', ...WATCHED];

/**
 * What a person decides where the broker's book has no answer: adopt what was filled, mark the order as absent, or send it
 * again by a plan of its own, which waits for an approval like any other (orders: sending again needs a new human decision).
 */
export function createSettlements(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  {
    calendar,
    wake,
    notifications,
  }: {
    calendar: Calendar;
    wake: (connectionId: string) => void;
    notifications: Pick<Notifications, 'notifyWithin'>;
  },
) {
  const mutation = auditedMutation(context);

  const settle = mutation('policy.settle_order', {
    topics: ['policies'],
    input: settlementInput,
    rules: settlementRules,
    async run(change, input, orderId: string, via: Via) {
      const { trx, now, actor } = change;
      const { plan, order } = await lockOrder(trx, orderId);
      // What was filled after its end is taken over whatever was decided before.
      const late = await lateFillCode(trx, plan.connection_id, order.tag);
      const isNamed = (order.state === 'EXPIRED' || order.state === 'ABSENT') && late !== null;
      const isLate = input.settlement === 'ADOPTED' && (WATCHED.includes(order.state) || isNamed);
      if (order.settlement !== null && !isLate)
        throw conflict('ORDER_SETTLED', 'This order was already settled. Nothing was changed.');
      if (order.settlement === 'SENT_AGAIN' && late !== 'LATE_ORDER' && order.broker_order_ids.length === 0)
        throw conflict(
          'ORDER_SETTLED',
          'This order was sent again, and the broker names no fill of it by its own number. The shares may be those of the order that was sent in its place, so nothing was changed.',
        );
      // Where the broker's book contradicts it, a person says what it is: for Munim it was not found.
      if (await isContradicted(trx, plan.connection_id, order)) {
        const evidence = { contradicted: true };
        const state = await stepOrder(trx, order, 'miss', {}, { by: BY_SYSTEM, now, evidence });
        if (state !== null) order.state = state;
      }
      if (
        (!UNSETTLED.includes(order.state) && !isNamed) ||
        (order.state !== 'ABSENT' && input.settlement !== 'ADOPTED')
      )
        throw conflict(
          'ORDER_NOT_ABSENT',
          `This order is ${order.state}, so there is nothing to decide about it.`,
        );
      const by = { actor, via };
      const set = { settlement: input.settlement, settled_at: now, settled_by: actor };
      const what = { by, now, evidence: { ...input } };
      if (input.settlement === 'ADOPTED') {
        const filled = await adopt(trx, order, input, set, what);
        const named = { tag: order.tag, found: sharesText(fixedText(filled)) };
        await settleLateFill(trx, plan.connection_id, named, { now, actor, reason: input.reason });
      } else {
        await trx('policy.policy_orders').where({ id: order.id, state: order.state }).update(set);
        await recordEvent(
          trx,
          { ...order, order_id: order.id },
          input.settlement,
          [order.state, order.state],
          what,
        );
      }
      await settleContradiction(trx, plan.connection_id, order.tag, { now, actor, reason: input.reason });
      if (input.settlement === 'SENT_AGAIN') {
        const again = await planToTell(trx, calendar, await planAgain(trx, calendar, plan, order, what));
        if (again !== null) await notifications.notifyWithin(trx, plan.owner_user_id, pendingNotice(again));
      }
      await change.record('ORDER_SETTLED', order.id, {
        tag: order.tag,
        symbol: order.symbol,
        settlement: input.settlement,
        reason: input.reason,
      });
      return { connection_id: plan.connection_id };
    },
  });

  const settleDifference = mutation('policy.settle_difference', {
    topics: ['policies'],
    input: differenceSettlement,
    async run(change, { reason }, id: string) {
      const { trx, now, actor } = change;
      const [row] = /^\d{1,18}$/.test(id)
        ? ((await trx('policy.account_differences')
            .where({ id })
            .whereNull('settled_at')
            .update({ settled_at: now, settled_by: actor, settled_reason: reason })
            .returning(['kind', 'subject'])) as { kind: string; subject: string }[])
        : [];
      if (row === undefined)
        throw notFound('DIFFERENCE', 'There is no such open difference. It may already be settled.');
      await change.record('DIFFERENCE_SETTLED', id, { ...row, reason });
      return {};
    },
  });

  return {
    /** @throws 404 ORDER_NOT_FOUND, 422 VALIDATION_ERROR, 409 ORDER_SETTLED, ORDER_NOT_ABSENT, ORDER_OVERFILLED */
    async settleOrder(
      userId: string,
      orderId: string,
      body: unknown,
      answerer: Actor & { via: Via },
    ): Promise<void> {
      const { connection_id } = await settle(userId, orderId, answerer.via, body, answerer);
      wake(connection_id);
    },
    /** Settles a named difference, so that the account's policies plan again. @throws 404 DIFFERENCE_NOT_FOUND */
    async settleDifference(userId: string, id: string, body: unknown, actor: Actor): Promise<void> {
      await settleDifference(userId, id, body, actor);
    },
  };
}

function settlementRules({ settlement, filled_quantity, average_price }: SettlementInput) {
  if (settlement !== 'ADOPTED') return [];
  return [
    ...(filled_quantity === undefined
      ? [{ field: 'filled_quantity', message: 'filled_quantity is required: how many shares were filled.' }]
      : []),
    ...(average_price === undefined
      ? [
          {
            field: 'average_price',
            message: 'average_price is required: rupees per share, as on the contract note.',
          },
        ]
      : []),
  ];
}

type What = Parameters<typeof stepOrder>[4];

/** Takes over what a person read on the contract note. */
async function adopt(
  trx: DbTransaction,
  order: LiveOrder,
  input: SettlementInput,
  set: object,
  what: What,
): Promise<bigint> {
  const filled = toScale(input.filled_quantity ?? 0);
  const price = toScale(input.average_price ?? 0);
  if (!filled.isInteger())
    throw invalid([{ field: 'filled_quantity', message: 'filled_quantity must be whole shares.' }]);
  if (filled.gt(order.quantity))
    throw conflict('ORDER_OVERFILLED', `Only ${order.quantity.toFixed()} shares were ordered.`);
  const { filled_quantity: known, average_price, ended_at, submitted_at, state } = order;
  const isPartKnown = state === 'PARTIAL';
  if (isPartKnown && filled.lte(known))
    throw invalid([
      {
        field: 'filled_quantity',
        message: `${known.toFixed()} shares of it are already in the books. Give the total filled, including those.`,
      },
    ]);
  if (isPartKnown && filled.times(price).lte(known.times(average_price ?? 0)))
    throw invalid([
      {
        field: 'average_price',
        message: `average_price must be that of all ${filled.toFixed()} shares; ${known.toFixed()} of them cost ₹${average_price?.toFixed() ?? '?'} each.`,
      },
    ]);
  const facts = {
    ...set,
    // Restored books do not know that it was sent.
    ...(submitted_at === null ? { submitted_at: what.now, epoch: 0 } : {}),
    filled_quantity: filled.toFixed(),
    average_price: price.toFixed(),
    ended_at: (isPartKnown ? ended_at : null) ?? submitted_at ?? what.now,
    // The books take what they do not have yet.
    booked_at: null,
    confirmed_by: null,
    confirmation_note: 'You took it over from the contract note.',
    unconfirmed_since: null,
    // Charges of fewer shares are not those of all.
    broker_charges: null,
    broker_charges_at: null,
  };
  const event = filled.eq(order.quantity) ? 'adopt' : 'adopt in part';
  if ((await stepOrder(trx, order, event, facts, what)) === null)
    throw conflict('ORDER_NOT_ABSENT', 'This order has just changed. Look at it again.');
  return parseFixed(filled);
}

/**
 * What the policy of a plan `l` holds by now, and what the plan would begin to hold. Names and sectors are those of when the plan
 * was made; null where it has none.
 */
const BOOK_NOW = `case when l.book is not null then (
  select jsonb_agg(b || jsonb_build_object('quantity', coalesce(h.quantity, 0), 'price', coalesce(h.price, (b ->> 'price')::numeric),
      'priced_on', coalesce(h.priced_on::text, b ->> 'priced_on'), 'value', coalesce(h.quantity * h.price, 0)))
  from (select coalesce(o.b, jsonb_build_object('symbol', p.symbol, 'name', null, 'sector', null)) as b, p.quantity, p.price, p.priced_on
    from jsonb_array_elements(l.book) o (b) full join (
      select symbol, quantity, price, priced_on from policy.policy_positions where policy_id = l.policy_id and mode = 'LIVE') p
    on p.symbol = o.b ->> 'symbol') h) end`;

/** A plan of one order in the place of one that was never found. It waits for an approval of its own. @returns its id */
async function planAgain(
  trx: DbTransaction,
  calendar: Calendar,
  plan: LivePlan,
  order: LiveOrder,
  what: What,
): Promise<string> {
  const { now } = what;
  const config = (await trx('policy.policies').where({ id: plan.policy_id }).first('config', 'tag_code')) as {
    config: StrategyConfig;
  };
  const value = order.quantity.times(order.reference_price ?? 0);
  const isBuy = order.side === 'BUY';
  const { rows } = await trx.raw<{
    rows: { id: string; books_generation: string; cycle_date: string; nr: number }[];
  }>(
    `insert into policy.policy_order_plans (policy_id, owner_user_id, mode, cycle_id, state, digest, cash_before, cash_after,
       buy_value, sell_value, estimated_costs, expires_at, created_at, connection_id, kind, replaces_plan_id, book)
     select l.policy_id, l.owner_user_id, 'LIVE', l.cycle_id, 'PENDING_APPROVAL', ?, s.cash,
       s.cash + ? - coalesce((o.charges ->> 'total')::numeric, 0), ?, ?, coalesce((o.charges ->> 'total')::numeric, 0), ?, ?,
       l.connection_id, 'SENT_AGAIN', l.id, ${BOOK_NOW}
     from policy.policy_order_plans l
       join policy.policy_orders o on o.id = ?
       join policy.policy_state s on s.policy_id = l.policy_id and s.mode = 'LIVE'
     where l.id = ?
     returning id, books_generation, (select cycle_date from policy.policy_cycles c where c.id = cycle_id) as cycle_date,
       (select max(nr) + 1 from policy.policy_orders o where o.cycle_id = policy_order_plans.cycle_id) as nr`,
    [
      digestOf(['again', order.tag, order.quantity.toFixed(), order.limit_price?.toFixed() ?? null]),
      isBuy ? value.negated().toFixed() : value.toFixed(),
      isBuy ? value.toFixed() : '0',
      isBuy ? '0' : value.toFixed(),
      planExpiry(calendar, config.config, now),
      now,
      order.id,
      plan.id,
    ],
  );
  const [made] = rows;
  if (made === undefined) throw new Error('a plan was not written');
  const tag = orderTag(plan.tag_code, {
    policy_id: plan.policy_id,
    cycle_date: made.cycle_date,
    mode: 'LIVE',
    plan_id: made.id,
    books_generation: made.books_generation,
    nr: made.nr,
  });
  await trx.raw(
    `insert into policy.policy_orders (policy_id, owner_user_id, mode, cycle_id, plan_id, nr, side, instrument_id, symbol, name,
       state, rule, limited_by, reason, rank, wanted_quantity, quantity, reference_price, reference_source, value, charges,
       tag, order_kind, limit_price, replaces_order_id, realised_gain, tax, outlook)
     select policy_id, owner_user_id, mode, cycle_id, ?, ?, side, instrument_id, symbol, name, 'PENDING_APPROVAL', rule,
       limited_by, reason, rank, wanted_quantity, quantity, reference_price, reference_source, value, charges, ?, order_kind,
       limit_price, id, realised_gain, tax, outlook
     from policy.policy_orders where id = ?`,
    [made.id, made.nr, tag, order.id],
  );
  await recordEvent(
    trx,
    { ...plan, plan_id: made.id, order_id: null },
    'plan again',
    [null, 'PENDING_APPROVAL'],
    { ...what, evidence: { replaces: order.tag } },
  );
  return made.id;
}
