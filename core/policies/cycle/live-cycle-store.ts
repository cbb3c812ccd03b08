import { amountText, type DbTransaction, digestOf, type Fixed, fixedText } from '../../platform/index.ts';
import {
  chargeTexts,
  type ExecutedOrder,
  orderReason,
  type Side,
  type StrategyConfig,
  strategyVersion,
} from '../../strategies/index.ts';
import { CYCLE_OF_PLAN } from '../order-states.ts';
import { ONLY_VALUED } from '../valued-cycles.ts';
import type { LedgerKey } from './books-store.ts';
import { typeOf, type WrittenCycle, writeSignals } from './cycle-rows-store.ts';
import type { PolicyToRun } from './cycle-store.ts';
import type { FinishedSession } from './finished-session.ts';
import { orderTag } from './order-tag.ts';
import { bookBefore, outlookOf } from './plan-outlook.ts';
import type { MedianTurnover } from '../../market/history/index.ts';

/** What is bought at the end of a cycle with cash that is left needs no approval, so it is no part of a plan. */
const NO_PART_OF_PLANS: readonly string[] = ['LIQUID_SWEEP'];

interface LiveCycleTerms {
  requestedBy: string;
  now: Date;
  /** Why nothing may be planned now, in a sentence; null where it may. */
  refusal: string | null;
  /** The worst price that an order of a side may have, given its reference price. */
  limitPrice: (side: Side, reference: Fixed) => Fixed;
  /** When a plan that is made at a moment may be neither approved nor placed any more. */
  expiresAt: (config: StrategyConfig, now: Date) => Date;
  /** The batch of contributed money that is put into the current targets; null for a rebalance. */
  batch: string | null;
  /** Median daily turnovers of its shares, by instrument id. */
  turnovers: ReadonlyMap<string, MedianTurnover>;
}

/**
 * Writes a cycle of a policy that trades: what would be traded at the closes becomes a plan that waits for a person. The books
 * stay as they are until the broker says what was filled.
 */
export async function writeLiveCycle(
  trx: DbTransaction,
  policy: PolicyToRun,
  key: LedgerKey,
  planned: FinishedSession,
  terms: LiveCycleTerms,
): Promise<WrittenCycle> {
  const { session, market, day } = planned;
  const { plan } = session;
  if (plan === null && terms.batch === null) throw new Error('a session without a plan is no cycle');
  const orders = session.orders.filter(({ rule }) => !NO_PART_OF_PLANS.includes(rule));
  const isEmpty = !orders.some(({ quantity }) => quantity > 0n);
  const status = terms.refusal !== null ? 'FAILED' : isEmpty ? 'NOOP' : CYCLE_OF_PLAN.PENDING_APPROVAL;
  const cycle = {
    status,
    requested_by: terms.requestedBy,
    failure: terms.refusal,
    ranked: plan?.signals.ranked.length ?? null,
    unrankable: plan?.signals.unrankable.length ?? null,
    strategy_version: strategyVersion(planned.config),
    data_revision: market.panel.revision,
    survivorship: market.panel.survivorship,
    started_at: terms.now,
    finished_at: status === 'PENDING_APPROVAL' ? null : terms.now,
  };
  const [row] = (await trx('policy.policy_cycles')
    .insert({ ...key, cycle_date: day, ...cycle, ...typeOf(planned, terms.batch) })
    .onConflict(trx.raw(`(policy_id, cycle_date, mode, owner_user_id) where cycle_type = 'NORMAL_REBALANCE'`))
    .merge({ ...cycle, attempts: trx.raw('policy_cycles.attempts + 1') })
    // One that failed, or only valued its session, is gone on with in place.
    .whereRaw(`(policy_cycles.status = 'FAILED' or ${ONLY_VALUED('policy_cycles')})`)
    .returning('id')) as { id: string }[];
  if (row === undefined) throw new Error(`policy ${key.policy_id} has a cycle of ${day} already`);
  if (status === 'FAILED') return { cycle_id: row.id, status, plan_id: null };
  const made = isEmpty ? null : await writePlan(trx, policy, key, row.id, planned, orders, terms);
  await writeOrders(trx, policy, key, { cycle_id: row.id, made }, planned, orders, terms);
  await writeSignals(trx, key, row.id, planned);
  return { cycle_id: row.id, status, plan_id: made?.plan_id ?? null };
}

const valueOf = (orders: readonly ExecutedOrder[], wanted: Side): bigint =>
  orders.reduce(
    (sum, { side, quantity, price }) => (side === wanted ? sum + quantity * (price ?? 0n) : sum),
    0n,
  );

/** The parts of a plan that go into the tags of its orders. */
interface MadePlan {
  plan_id: string;
  books_generation: string;
}

async function writePlan(
  trx: DbTransaction,
  policy: PolicyToRun,
  key: LedgerKey,
  cycle_id: string,
  planned: FinishedSession,
  orders: readonly ExecutedOrder[],
  { now, limitPrice, expiresAt }: LiveCycleTerms,
): Promise<MadePlan> {
  const { cashBefore, market, day } = planned;
  const costs = orders.reduce((sum, { charges }) => sum + (charges?.total ?? 0n), 0n);
  const [buys, sales] = [valueOf(orders, 'BUY'), valueOf(orders, 'SELL')];
  const legs = orders.filter(({ quantity }) => quantity > 0n);
  const [row] = (await trx('policy.policy_order_plans')
    .insert({
      ...key,
      cycle_id,
      state: 'PENDING_APPROVAL',
      connection_id: policy.broker_connection_id,
      // Everything that a person is shown of an order, so that another plan has another digest.
      digest: digestOf([
        policy.id,
        day,
        policy.order_kind,
        legs.map(({ side, security, quantity, price }) => [
          side,
          market.symbol(security),
          fixedText(quantity),
          price === null ? null : fixedText(price),
          price === null ? null : fixedText(limitPrice(side, price)),
        ]),
      ]),
      cash_before: amountText(cashBefore),
      cash_after: amountText(cashBefore - buys + sales - costs),
      buy_value: amountText(buys),
      sell_value: amountText(sales),
      estimated_costs: amountText(costs),
      book: JSON.stringify(bookBefore(planned)),
      expires_at: expiresAt(policy.config, now),
      created_at: now,
    })
    .returning(['id as plan_id', 'books_generation'])) as MadePlan[];
  if (row === undefined) throw new Error('a plan was not written');
  return row;
}

async function writeOrders(
  trx: DbTransaction,
  policy: PolicyToRun,
  key: LedgerKey,
  { cycle_id, made }: { cycle_id: string; made: MadePlan | null },
  planned: FinishedSession,
  orders: readonly ExecutedOrder[],
  { limitPrice, turnovers }: LiveCycleTerms,
): Promise<void> {
  if (orders.length === 0) return;
  const { market, config, day, sources } = planned;
  await trx('policy.policy_orders').insert(
    orders.map((order, at) => {
      const share = market.panel.securities[order.security];
      const { side, quantity, wanted, price, charges, outcome } = order;
      const nr = at + 1;
      const leg =
        quantity === 0n || made === null || price === null
          ? { state: 'NOT_MADE', plan_id: null }
          : {
              state: 'PENDING_APPROVAL',
              plan_id: made.plan_id,
              tag: orderTag(policy.tag_code, {
                policy_id: policy.id,
                cycle_date: day,
                mode: key.mode,
                ...made,
                nr,
              }),
              order_kind: policy.order_kind,
              limit_price: policy.order_kind === 'MARKET' ? null : fixedText(limitPrice(side, price)),
            };
      return {
        ...key,
        cycle_id,
        nr,
        side,
        instrument_id: share?.instrument_id,
        symbol: share?.symbol,
        name: share?.name,
        rule: order.rule,
        limited_by: order.limited_by,
        reason: orderReason(order, config),
        rank: order.rank,
        wanted_quantity: fixedText(wanted),
        quantity: fixedText(quantity),
        reference_price: price === null ? null : fixedText(price),
        reference_source: price === null ? null : sources.reference(order.security),
        value: amountText(quantity * (price ?? 0n)),
        charges: charges === null ? null : chargeTexts(charges),
        // What it would realise at the reference price; booked with what it did.
        realised_gain: outcome === null ? null : amountText(outcome.gain),
        tax: outcome === null ? null : amountText(outcome.tax),
        outlook: made === null ? null : outlookOf(order, planned, turnovers),
        ...leg,
      };
    }),
  );
}
