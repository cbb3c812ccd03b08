import {
  amountText,
  type DbTransaction,
  digestOf,
  FIXED_ONE,
  fixedText,
  fixedToNumber,
} from '../../platform/index.ts';
import {
  chargeTexts,
  type ExecutedOrder,
  equityRow,
  orderReason,
  type Performance,
  type Position,
  type PolicyLedger,
  type PolicyMarket,
  type Session,
  type StrategyConfig,
} from '../../strategies/index.ts';
import type { CycleStatus } from '../states.ts';
import type { LedgerKey } from './books-store.ts';

/** A session that is over, with all that there is to write of it. */
export interface FinishedSession {
  day: string;
  session: Session;
  performance: Performance;
  benchmark: number | null;
  /** The level of the benchmark that counts as 10. */
  benchmarkBase: number | null;
  /** False for a rebalance on a session that the books went through before. */
  isWholeDay: boolean;
  market: PolicyMarket;
  ledger: PolicyLedger;
  config: StrategyConfig;
  /** The price that each order was planned with, by share, where it came from, and where the fill's came from. */
  sources: {
    reference(security: number): 'CLOSE' | 'LTP';
    fill(security: number): 'QUOTE' | 'REFERENCE';
  };
  cashBefore: bigint;
}

/** What a session came to in a few figures, for whoever tells of it. */
export interface WrittenCycle {
  cycle_id: string;
  status: CycleStatus;
  plan_id: string | null;
}

/** The status of a cycle on paper once its orders were simulated. */
export function cycleStatusOf(
  planned: readonly { quantity: bigint }[],
  orders: readonly ExecutedOrder[],
): CycleStatus {
  if (!planned.some(({ quantity }) => quantity > 0n)) return 'NOOP';
  const isWhole = orders.every(({ quantity }, at) => quantity === (planned[at]?.quantity ?? 0n));
  return isWhole ? 'EXECUTED' : 'PARTIAL';
}

/** Writes a cycle with its signals, its plan, and its orders, made and not made. */
export async function writeCycle(
  trx: DbTransaction,
  key: LedgerKey,
  finished: FinishedSession,
  by: { requestedBy: string; now: Date },
): Promise<WrittenCycle> {
  const { session, market, day } = finished;
  const { plan, orders } = session;
  if (plan === null) throw new Error('a session without a plan is no cycle');
  const { panel } = market;
  const status = cycleStatusOf(plan.orders, orders);
  const cycle = {
    status,
    requested_by: by.requestedBy,
    failure: null,
    ranked: plan.signals.ranked.length,
    unrankable: plan.signals.unrankable.length,
    data_revision: panel.revision,
    survivorship: panel.survivorship,
    started_at: by.now,
    finished_at: by.now,
  };
  const [row] = (await trx('policy.policy_cycles')
    .insert({ ...key, cycle_date: day, ...cycle })
    .onConflict(trx.raw(`(policy_id, cycle_date, mode) where cycle_type = 'NORMAL_REBALANCE'`))
    // One that failed is gone on with in place; any other one stands.
    .merge({ ...cycle, attempts: trx.raw('policy_cycles.attempts + 1') })
    .where('policy_cycles.status', 'FAILED')
    .returning('id')) as { id: string }[];
  if (row === undefined) throw new Error(`policy ${key.policy_id} has a cycle of ${day} already`);
  const plan_id = await writePlan(trx, key, row.id, finished, status, by.now);
  await writeOrders(trx, key, row.id, plan_id, finished);
  await writeSignals(trx, key, row.id, finished);
  return { cycle_id: row.id, status, plan_id };
}

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
  const legs = session.plan?.orders.filter(({ quantity }) => quantity > 0n) ?? [];
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
  const planned = session.plan?.orders ?? [];
  if (session.orders.length === 0) return;
  const rows = (await trx('policy.policy_orders')
    .insert(
      session.orders.map((order, at) => {
        const share = market.panel.securities[order.security];
        const { quantity, wanted, price, charges, outcome } = order;
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
          reference_price: textOrNull(planned[at]?.price ?? null),
          reference_source: planned[at]?.price === null ? null : sources.reference(order.security),
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
async function writeSignals(
  trx: DbTransaction,
  key: LedgerKey,
  cycle_id: string,
  { session, market, day }: FinishedSession,
): Promise<void> {
  const { ranked = [], unrankable = [] } = session.plan?.signals ?? {};
  const rows = [
    ...ranked.map(({ security, rank, score }) => ({ security, rank, score, reason: null })),
    ...unrankable.map(({ security, reason }) => ({ security, rank: null, score: null, reason })),
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

/**
 * Writes what a session was worth and what was held. The same session again takes the place of the first time.
 * @param note what stands before the notes about its prices.
 */
export async function writeValuation(
  trx: DbTransaction,
  key: LedgerKey,
  finished: FinishedSession,
  note?: string,
): Promise<void> {
  const { day, session, market, performance } = finished;
  const { date, ...equity } = equityRow(
    { valuation: session.valuation, performance, traded: session.traded },
    finished.benchmark,
  );
  const notes = [...(note === undefined ? [] : [note]), ...notesOf(finished)];
  const row = { ...equity, notes: notes.length === 0 ? null : notes.join(' ') };
  await trx('policy.policy_equity')
    .insert({ ...key, day: date, ...row })
    .onConflict(['policy_id', 'mode', 'day'])
    .merge(row);
  await trx('policy.policy_holdings').where({ policy_id: key.policy_id, mode: key.mode, day }).delete();
  // The largest first.
  const worth = ({ quantity, price }: Position) => quantity * price;
  const held = [...finished.ledger.positions.values()].sort((a, b) =>
    worth(a) < worth(b) ? 1 : worth(a) > worth(b) ? -1 : 0,
  );
  if (held.length > 0)
    await trx('policy.policy_holdings').insert(
      held.map(({ security, quantity, cost, charges, price, pricedOn, missed, heldSince }, at) => {
        const share = market.panel.securities[security];
        return {
          ...key,
          day,
          nr: at + 1,
          instrument_id: share?.instrument_id,
          symbol: share?.symbol,
          name: share?.name,
          sector: share?.sector,
          quantity: fixedText(quantity),
          cost: amountText(cost + charges),
          close: fixedText(price),
          close_day: pricedOn,
          market_value: amountText(quantity * price),
          held_since: heldSince,
          note: missed === 0 ? null : `Valued at its last close, of ${pricedOn}.`,
        };
      }),
    );
}

/** Corporate actions, suspensions, and money that came by them. */
export async function writeEvents(
  trx: DbTransaction,
  key: LedgerKey,
  finished: FinishedSession,
): Promise<void> {
  const { day, session, market } = finished;
  if (session.events.length === 0) return;
  const shareOf = (security: number) => market.panel.securities[security];
  await trx('policy.policy_universe_events').insert(
    session.events.map(({ security, kind, message, amount }) => ({
      ...key,
      day,
      instrument_id: shareOf(security)?.instrument_id,
      symbol: shareOf(security)?.symbol,
      kind,
      message,
      amount: amount === null ? null : amountText(amount),
    })),
  );
  const flows = session.events.flatMap(({ security, kind, message, amount }) =>
    amount === null
      ? []
      : [
          {
            ...key,
            day,
            kind: kind === 'DIVIDEND' ? 'DIVIDEND' : 'FRACTION',
            amount: amountText(amount),
            symbol: shareOf(security)?.symbol,
            note: message,
          },
        ],
  );
  if (flows.length > 0) await trx('policy.policy_cash_flows').insert(flows);
}

/** What the prices of a session could not tell, in sentences. */
function notesOf({ ledger, market, sources }: FinishedSession): string[] {
  const held = [...ledger.positions.values()];
  const stale = held.filter(({ missed }) => missed > 0);
  const quoted = held.filter(({ missed, security }) => missed === 0 && sources.reference(security) === 'LTP');
  const named = (list: typeof held) => list.map(({ security }) => market.symbol(security)).join(', ');
  return [
    ...(stale.length > 0 ? [`Valued at an older close: ${named(stale)}.`] : []),
    ...(quoted.length > 0 ? [`Valued at a quote, since the day’s close is missing: ${named(quoted)}.`] : []),
  ];
}

const textOrNull = (value: bigint | null): string | null => (value === null ? null : fixedText(value));

/** Whole shares as a number, for people. */
export const sharesOf = (quantity: bigint): number => fixedToNumber(quantity - (quantity % FIXED_ONE));
