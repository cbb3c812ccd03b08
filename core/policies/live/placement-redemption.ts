import { limitPrice, type OrderGateway } from '../../brokers/orders/index.ts';
import { chargesOf } from '../../finance/charges/index.ts';
import {
  amountText,
  type Context,
  type DbTransaction,
  Decimal,
  fixedText,
  fixedToDecimal,
  istDate,
  parseFixed,
} from '../../platform/index.ts';
import { chargeTexts } from '../../strategies/index.ts';
import { orderTag } from '../cycle/index.ts';
import { MAX_ORDER_VALUE, SWEEP_BAND_PCT } from '../live-limits.ts';
import { createFundReader } from './liquid-fund.ts';
import { BY_SYSTEM, type LiveOrder, type LivePlan, mostOf, readPlansWhere } from './live-orders.ts';
import { recordEvent } from './order-steps.ts';
import { sweepPermission } from './sweep-terms.ts';

/** Units of the fund in the books, without those that an order sells or sold and that are not booked. */
const FREE_UNITS = `select h.quantity - coalesce((select sum(o.quantity) from policy.policy_orders o
    where o.policy_id = h.policy_id and o.mode = 'LIVE' and o.side = 'SELL' and o.instrument_id = h.instrument_id
      and (o.state in ('PENDING_APPROVAL', 'APPROVED', 'SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN')
        or o.state = 'ABSENT' and o.settlement is null
        or o.state in ('FILLED', 'PARTIAL') and o.booked_at is null)), 0) as units
  from policy.policy_positions h where h.policy_id = ? and h.mode = 'LIVE' and h.instrument_id = ?`;
/** The record of an approval that allows it: the person was shown that the fund may be sold of. */
const IS_ALLOWED = `select exists (select from policy.policy_order_events where plan_id = ? and order_id is null
    and event = 'approve' and evidence -> 'shown' ->> 'may_redeem' = ?)
  and not exists (select from policy.policy_order_events where plan_id = ? and event = 'redeem') as allowed`;

/** Rupees that a sale brings at least, but for its charges. */
const leastOf = ({ quantity, limit_price, reference_price }: LiveOrder): Decimal =>
  quantity.times(limit_price ?? reference_price ?? 0);

export type Redemptions = ReturnType<typeof createRedemptions>;

/**
 * Sells units of the liquid fund where the account has too little for the purchases of a plan when they are sent (spec: Plan
 * states, approve; Policy rules 4): as few whole units as the shortfall needs, never more than are held nor than one order may
 * be worth, once for a plan, and only where its approval says so.
 */
export function createRedemptions(
  context: Pick<Context, 'clock' | 'database' | 'log'>,
  parts: Parameters<typeof createFundReader>[1],
) {
  const { clock, database, log } = context;
  const fundOf = createFundReader(context, parts);

  return {
    /**
     * @param orders of the plan that are about to be sent.
     * @param guard throws where this process may not trade the account any more.
     * @returns the redemption, approved with the plan; null where none is needed or allowed.
     */
    async add(
      plan: LivePlan,
      orders: readonly LiveOrder[],
      {
        gateway,
        guard,
      }: { gateway: Pick<OrderGateway, 'funds'>; guard: (trx: DbTransaction) => Promise<unknown> },
      signal: AbortSignal,
    ): Promise<LiveOrder | null> {
      const permission = sweepPermission(plan.config);
      if (permission === null || plan.kind !== 'CYCLE') return null;
      if (!orders.some(({ side }) => side === 'BUY')) return null;
      const shortfall = await shortfallOf(orders, gateway, signal);
      if (shortfall === null || shortfall.lte(0)) return null;
      const found = await fundOf(plan, permission, signal);
      if (!('fund' in found)) return null;
      const { fund, reference, source } = found;
      const limit = new Decimal(limitPrice('SELL', fixedText(reference), String(SWEEP_BAND_PCT)));
      return await database.asSystem(
        { why: 'add a redemption to a plan', owner: plan.owner_user_id },
        async (trx) => {
          await guard(trx);
          const { rows: allowed } = await trx.raw<{ rows: { allowed: boolean }[] }>(IS_ALLOWED, [
            plan.id,
            fund.symbol,
            plan.id,
          ]);
          const { rows } = await trx.raw<{ rows: { units: Decimal }[] }>(FREE_UNITS, [
            plan.policy_id,
            fund.instrument_id,
          ]);
          const most = new Decimal(plan.config.max_order_value ?? MAX_ORDER_VALUE).div(
            fixedToDecimal(reference),
          );
          // One unit pays the charges, which are a small part of it.
          const units = Decimal.min(shortfall.div(limit).ceil().plus(1), rows[0]?.units ?? 0, most).floor();
          if (allowed[0]?.allowed !== true || units.lte(0)) return null;
          return await write(trx, plan, { fund, source, reference, limit, units, shortfall });
        },
      );
    },
  };

  /** Rupees that the purchases need beyond the account's cash and the sales; null where the broker does not tell. */
  async function shortfallOf(
    orders: readonly LiveOrder[],
    gateway: Pick<OrderGateway, 'funds'>,
    signal: AbortSignal,
  ): Promise<Decimal | null> {
    try {
      const funds = new Decimal(await gateway.funds(signal));
      return orders.reduce(
        (sum, order) => (order.side === 'BUY' ? sum.plus(mostOf(order)) : sum.minus(leastOf(order))),
        funds.negated(),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error }, 'funds could not be read before orders are sent');
      return null;
    }
  }

  async function write(
    trx: DbTransaction,
    plan: LivePlan,
    {
      fund,
      source,
      reference,
      limit,
      units,
      shortfall,
    }: {
      fund: { instrument_id: string; symbol: string; name: string | null };
      source: 'CLOSE' | 'LTP';
      reference: bigint;
      limit: Decimal;
      units: Decimal;
      shortfall: Decimal;
    },
  ): Promise<LiveOrder | null> {
    const { id: plan_id, owner_user_id, policy_id, cycle_id, cycle_date } = plan;
    const key = { policy_id, owner_user_id, mode: 'LIVE' };
    const now = clock.now();
    const last = (await trx('policy.policy_orders').where({ cycle_id }).max('nr as nr').first()) as {
      nr: number | null;
    };
    const nr = (last.nr ?? 0) + 1;
    const { books_generation } = (await trx('policy.policy_order_plans')
      .where({ id: plan_id })
      .first('books_generation')) as { books_generation: string };
    const value = parseFixed(units) * reference;
    const [made] = (await trx('policy.policy_orders')
      .insert({
        ...key,
        cycle_id,
        plan_id,
        nr,
        side: 'SELL',
        ...fund,
        state: 'APPROVED',
        rule: 'LIQUID_REDEMPTION',
        limited_by: null,
        reason:
          'The account had too little cash for the purchases when they were sent, and the approval allows it.',
        rank: null,
        wanted_quantity: units.toFixed(),
        quantity: units.toFixed(),
        reference_price: fixedText(reference),
        reference_source: source,
        value: amountText(value),
        charges: chargeTexts(chargesOf({ side: 'SELL', kind: 'OTHER_ETF', day: istDate(now), value })),
        tag: orderTag(plan.tag_code, { policy_id, cycle_date, mode: 'LIVE', plan_id, books_generation, nr }),
        order_kind: 'LIMIT',
        limit_price: limit.toFixed(),
      })
      .returning('id')) as { id: string }[];
    const evidence = { shortfall: shortfall.toFixed(), units: units.toFixed(), limit: limit.toFixed() };
    const of = { owner_user_id, policy_id, plan_id, order_id: null };
    await recordEvent(trx, of, 'redeem', [plan.state, plan.state], { by: BY_SYSTEM, now, evidence });
    const [fresh] = await readPlansWhere(trx, 'l.id = ?', [plan_id]);
    return fresh?.orders.find(({ id }) => id === made?.id) ?? null;
  }
}
