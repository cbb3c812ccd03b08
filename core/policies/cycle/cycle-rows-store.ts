import { amountText, type DbTransaction, digestOf, fixedText } from '../../platform/index.ts';
import {
  chargeTexts,
  type ExecutedOrder,
  isLiquidMove,
  orderReason,
  rankedList,
  type Session,
  strategyVersion,
} from '../../strategies/index.ts';
import type { CycleStatus, CycleType } from '../states.ts';
import { ONLY_VALUED } from '../valued-cycles.ts';
import type { LedgerKey } from './books-store.ts';
import type { FinishedSession } from './finished-session.ts';

/** What a session came to in a few figures, for whoever tells of it. */
export interface WrittenCycle {
  cycle_id: string;
  status: CycleStatus;
  plan_id: string | null;
}

type Told = Pick<Session, 'orders' | 'plan'> & Partial<Pick<Session, 'allocation'>>;

/** What a session ordered: a rebalance, or purchases with new money. Null where it is neither. */
const ordersOf = ({ plan, allocation }: Omit<Told, 'orders'>) => plan?.orders ?? allocation?.orders ?? null;

/** What each order of a session was planned with: those of the strategy as in the plan, moves of the liquid fund at its price. */
function plannedOf({ orders, plan, allocation }: Told): Pick<ExecutedOrder, 'quantity' | 'price'>[] {
  const own = (ordersOf({ plan, allocation }) ?? []).values();
  return orders.map(({ rule, quantity }) =>
    isLiquidMove(rule)
      ? { quantity, price: plan?.liquid?.price ?? null }
      : (own.next().value ?? { quantity: 0n, price: null }),
  );
}

/** The status of a cycle on paper once its orders were simulated. What was moved of the liquid fund decides nothing. */
function cycleStatusOf(session: Told): CycleStatus {
  const planned = ordersOf(session) ?? [];
  if (!planned.some(({ quantity }) => quantity > 0n)) return 'NOOP';
  const isWhole = plannedOf(session).every(({ quantity }, at) => quantity === session.orders[at]?.quantity);
  return isWhole ? 'EXECUTED' : 'PARTIAL';
}

/** Writes a cycle with its signals, its plan, and its orders, made and not made. */
export async function writeCycle(
  trx: DbTransaction,
  key: LedgerKey,
  finished: FinishedSession,
  by: { requestedBy: string; now: Date; batch: string | null },
): Promise<WrittenCycle> {
  const { session, market, day } = finished;
  if (ordersOf(session) === null) throw new Error('a session without a plan is no cycle');
  const { panel } = market;
  const status = cycleStatusOf(session);
  const cycle = {
    status,
    requested_by: by.requestedBy,
    failure: null,
    ranked: session.plan?.signals.ranked.length ?? null,
    unrankable: session.plan?.signals.unrankable.length ?? null,
    strategy_version: strategyVersion(finished.config),
    data_revision: panel.revision,
    survivorship: panel.survivorship,
    started_at: by.now,
    finished_at: by.now,
  };
  const inserted = trx('policy.policy_cycles').insert({
    ...key,
    cycle_date: day,
    ...cycle,
    ...typeOf(finished, by.batch),
  });
  const [row] = (await inserted
    .onConflict(trx.raw(`(policy_id, cycle_date, mode, owner_user_id) where cycle_type = 'NORMAL_REBALANCE'`))
    // One that failed, or only valued its session, is gone on with in place; any other one stands.
    .merge({ ...cycle, attempts: trx.raw('policy_cycles.attempts + 1') })
    .whereRaw(`(policy_cycles.status = 'FAILED' or ${ONLY_VALUED('policy_cycles')})`)
    .returning('id')) as { id: string }[];
  if (row === undefined) throw new Error(`policy ${key.policy_id} has a cycle of ${day} already`);
  const plan_id = await writePlan(trx, key, row.id, finished, status, by.now);
  await writeOrders(trx, key, row.id, plan_id, finished);
  await writeSignals(trx, key, row.id, finished);
  return { cycle_id: row.id, status, plan_id };
}

/** What kind of cycle a session is. @param batch whose money it puts into the current targets; null for a rebalance. */
export const typeOf = ({ session }: Pick<FinishedSession, 'session'>, batch: string | null) =>
  session.plan === null
    ? { cycle_type: 'CONTRIBUTION_ALLOCATION' satisfies CycleType, contribution_batch_id: batch }
    : { cycle_type: 'NORMAL_REBALANCE' satisfies CycleType };

async function writePlan(
  trx: DbTransaction,
  key: LedgerKey,
  cycle_id: string,
  { session, cashBefore, ledger }: FinishedSession,
  status: CycleStatus,
  now: Date,
): Promise<string | null> {
  if (status === 'NOOP') return null;
  const valueOf = (side: 'BUY' | 'SELL') =>
    session.orders.reduce(
      (sum, one) => (one.side === side ? sum + one.quantity * (one.price ?? 0n) : sum),
      0n,
    );
  const costs = session.orders.reduce((sum, { charges }) => sum + (charges?.total ?? 0n), 0n);
  const legs = ordersOf(session)?.filter(({ quantity }) => quantity > 0n) ?? [];
  const [row] = (await trx('policy.policy_order_plans')
    .insert({
      ...key,
      cycle_id,
      state: status === 'PARTIAL' ? 'PARTIAL' : 'EXECUTED',
      digest: digestOf(
        legs.map(({ side, security, quantity, price }) => [side, security, String(quantity), String(price)]),
      ),
      cash_before: amountText(cashBefore),
      cash_after: amountText(ledger.cash),
      buy_value: amountText(valueOf('BUY')),
      sell_value: amountText(valueOf('SELL')),
      estimated_costs: amountText(costs),
      created_at: now,
    })
    .returning('id')) as { id: string }[];
  return row?.id ?? null;
}

async function writeOrders(
  trx: DbTransaction,
  key: LedgerKey,
  cycle_id: string,
  plan_id: string | null,
  { session, market, config, day, sources }: FinishedSession,
): Promise<void> {
  if (session.orders.length === 0) return;
  const planned = plannedOf(session);
  const rows = (await trx('policy.policy_orders')
    .insert(
      session.orders.map((order, at) => {
        const share = market.panel.securities[order.security];
        const { quantity, wanted, price, charges, outcome } = order;
        const reference = planned[at]?.price ?? null;
        const isMade = quantity > 0n;
        return {
          ...key,
          cycle_id,
          plan_id: isMade ? plan_id : null,
          nr: at + 1,
          side: order.side,
          instrument_id: share?.instrument_id,
          symbol: share?.symbol,
          name: share?.name,
          state: isMade ? (quantity < wanted ? 'REDUCED' : 'FILLED') : 'NOT_MADE',
          rule: order.rule,
          limited_by: order.limited_by,
          reason: orderReason(order, config),
          rank: order.rank,
          wanted_quantity: fixedText(wanted),
          quantity: fixedText(quantity),
          reference_price: textOrNull(reference),
          reference_source: reference === null ? null : sources.reference(order.security),
          fill_price: isMade ? textOrNull(price) : null,
          fill_source: isMade ? sources.fill(order.security) : null,
          value: amountText(quantity * (price ?? 0n)),
          charges: charges === null ? null : chargeTexts(charges),
          realised_gain: outcome === null ? null : amountText(outcome.gain),
          tax: outcome === null ? null : amountText(outcome.tax),
        };
      }),
    )
    .returning(['id', 'nr'])) as { id: string; nr: number }[];
  const trades = rows.flatMap(({ id, nr }) => {
    const order = session.orders[nr - 1];
    if (order === undefined || order.quantity === 0n || order.price === null) return [];
    const share = market.panel.securities[order.security];
    return [
      {
        ...key,
        order_id: id,
        day,
        side: order.side,
        instrument_id: share?.instrument_id,
        symbol: share?.symbol,
        quantity: fixedText(order.quantity),
        price: fixedText(order.price),
        price_source: sources.fill(order.security),
        value: amountText(order.quantity * order.price),
        costs: amountText(order.charges?.total ?? 0n),
        realised_gain: order.outcome === null ? null : amountText(order.outcome.gain),
        tax: order.outcome === null ? null : amountText(order.outcome.tax),
      },
    ];
  });
  if (trades.length > 0) await trx('policy.policy_trades').insert(trades);
}

/** All ranks of a cycle in one statement: there are five hundred. */
export async function writeSignals(
  trx: DbTransaction,
  key: LedgerKey,
  cycle_id: string,
  { session, market, day }: FinishedSession,
): Promise<void> {
  const signals = session.plan?.signals;
  if (signals === undefined) return;
  const rows = [
    ...rankedList(signals).map(({ security, rank, score }) => ({ security, rank, score, reason: null })),
    ...signals.unrankable.map(({ security, reason }) => ({ security, rank: null, score: null, reason })),
  ];
  const shareOf = (security: number) => market.panel.securities[security];
  await trx.raw(
    `insert into policy.policy_signals (policy_id, owner_user_id, mode, cycle_id, cycle_date, nr, instrument_id, symbol,
       rank, score, unrankable)
     select ?, ?, ?, ?, ?, nr, instrument_id, symbol, rank, score, unrankable
     from unnest(?::bigint[], ?::text[], ?::integer[], ?::double precision[], ?::text[])
       with ordinality s (instrument_id, symbol, rank, score, unrankable, nr)`,
    [
      key.policy_id,
      key.owner_user_id,
      key.mode,
      cycle_id,
      day,
      rows.map(({ security }) => shareOf(security)?.instrument_id ?? null),
      rows.map(({ security }) => shareOf(security)?.symbol ?? ''),
      rows.map(({ rank }) => rank),
      rows.map(({ score }) => score),
      rows.map(({ reason }) => reason),
    ] as never,
  );
}

const textOrNull = (value: bigint | null): string | null => (value === null ? null : fixedText(value));
