import type { DbTransaction } from '../platform/index.ts';
import { CYCLE_COLUMNS, CYCLE_SUMS, type CycleRow, toCycleView } from './cycle-sums.ts';
import type { PolicyOrderState } from './order-states.ts';
import type { Mode } from './states.ts';
import type {
  CycleView,
  PolicyHoldingView,
  PolicyOrderView,
  PolicyTradeView,
  SignalView,
  UniverseEventView,
} from './view.ts';

/*
 * Reads of the books of a policy, each a range of an index. Figures leave Postgres as doubles: books have tens of thousands.
 */

/** Whose books. */
export interface Books {
  id: string;
  mode: Mode;
}
interface Window {
  offset: number;
  page_size: number;
}
/** A page of rows, and how many there are in all. */
export interface RowPage<T> {
  items: T[];
  total: number;
}

export const EQUITY_COLUMNS = `day as date, cash, positions_value, stale_value, total_value, nav_gross, nav_net_of_costs,
  nav_net_of_tax, performance_index_gross, performance_index_net_of_costs, performance_index_net_of_tax,
  drawdown_net_of_tax_pct, cumulative_costs, tax_accrued, tax_paid, turnover_pct, benchmark_index`;

/**
 * The whole curve by day, as the JSON of its rows, and whether any of them has the benchmark. Ten years are a megabyte: it is
 * made by the database, and handed on without being taken apart.
 */
export async function readEquityJson(
  trx: DbTransaction,
  { id, mode }: Books,
): Promise<{ items: string; hasBenchmark: boolean }> {
  const { rows } = await trx.raw<{ rows: { items: string | null; has_benchmark: boolean | null }[] }>(
    `select json_agg(e)::text as items, bool_or(e.benchmark_index is not null) as has_benchmark from (
       select ${EQUITY_COLUMNS}, notes from policy.policy_equity where policy_id = ? and mode = ? order by day) e`,
    [id, mode],
  );
  return { items: rows[0]?.items ?? '[]', hasBenchmark: rows[0]?.has_benchmark ?? false };
}

/**
 * Names the state of a curve: sessions are added at its end, and its last one may be written anew, by another transaction
 * each time.
 */
export async function readNewestEquity(trx: DbTransaction, { id, mode }: Books): Promise<string> {
  const { rows } = await trx.raw<{ rows: { state: string }[] }>(
    `select day::text || ' ' || xmin::text as state from policy.policy_equity
     where policy_id = ? and mode = ? order by day desc limit 1`,
    [id, mode],
  );
  return rows[0]?.state ?? 'none';
}

async function count(
  trx: DbTransaction,
  table: string,
  { id, mode }: Books,
  where = '',
  values: readonly string[] = [],
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { total: number }[] }>(
    `select count(*)::int as total from ${table} where policy_id = ? and mode = ? ${where}`,
    [id, mode, ...values],
  );
  return rows[0]?.total ?? 0;
}

/** The newest first. */
export async function readTrades(
  trx: DbTransaction,
  books: Books,
  { offset, page_size }: Window,
): Promise<RowPage<PolicyTradeView>> {
  const { rows } = await trx.raw<{ rows: PolicyTradeView[] }>(
    `select id::text as trade_id, day as date, side, symbol, quantity::float8, price::float8, price_source, value::float8,
       costs::float8, realised_gain::float8, tax::float8
     from policy.policy_trades where policy_id = ? and mode = ? order by id desc offset ? limit ?`,
    [books.id, books.mode, offset, page_size],
  );
  return { items: rows, total: await count(trx, 'policy.policy_trades', books) };
}

/** What was ranked on a day, by rank. @param on null for the newest. */
export async function readSignals(
  trx: DbTransaction,
  books: Books,
  on: string | null,
  { offset, page_size }: Window,
): Promise<RowPage<SignalView>> {
  const { rows: days } = await trx.raw<{ rows: { day: string | null }[] }>(
    `select coalesce(?::date, max(cycle_date)) as day from policy.policy_signals where policy_id = ? and mode = ?`,
    [on as string, books.id, books.mode],
  );
  const day = days[0]?.day ?? null;
  if (day === null) return { items: [], total: 0 };
  const { rows } = await trx.raw<{ rows: SignalView[] }>(
    `select cycle_date, symbol, rank, score, unrankable from policy.policy_signals
     where policy_id = ? and mode = ? and cycle_date = ? order by nr offset ? limit ?`,
    [books.id, books.mode, day, offset, page_size],
  );
  return {
    items: rows,
    total: await count(trx, 'policy.policy_signals', books, 'and cycle_date = ?', [day]),
  };
}

/** One cycle; null where it is gone. */
export async function readCycle(trx: DbTransaction, cycleId: string): Promise<CycleView | null> {
  const { rows } = await trx.raw<{ rows: CycleRow[] }>(
    `select ${CYCLE_COLUMNS} from policy.policy_cycles c cross join ${CYCLE_SUMS} where c.id = ?`,
    [cycleId],
  );
  return rows[0] === undefined ? null : toCycleView(rows[0]);
}

/** The newest first. */
export async function readCycles(
  trx: DbTransaction,
  books: Books,
  { offset, page_size }: Window,
): Promise<RowPage<CycleView>> {
  const { rows } = await trx.raw<{ rows: CycleRow[] }>(
    `select ${CYCLE_COLUMNS} from (
       select * from policy.policy_cycles where policy_id = ? and mode = ?
       order by cycle_date desc, id desc offset ? limit ?) c
     cross join ${CYCLE_SUMS} order by c.cycle_date desc, c.id desc`,
    [books.id, books.mode, offset, page_size],
  );
  return { items: rows.map(toCycleView), total: await count(trx, 'policy.policy_cycles', books) };
}

/** Orders, made and not made, the newest first. @param state null for all of them. */
export async function readOrders(
  trx: DbTransaction,
  books: Books,
  { state, date }: { state: PolicyOrderState | null; date: string | null },
  { offset, page_size }: Window,
): Promise<RowPage<PolicyOrderView>> {
  const conditions = [
    ...(state === null ? [] : ['and state = ?']),
    ...(date === null
      ? []
      : [
          `and cycle_id in (
             select id from policy.policy_cycles where policy_id = ? and mode = ? and cycle_date = ?)`,
        ]),
  ];
  const where = conditions.join(' ');
  const values = [...(state === null ? [] : [state]), ...(date === null ? [] : [books.id, books.mode, date])];
  const { rows } = await trx.raw<{ rows: PolicyOrderView[] }>(
    `select o.id::text as order_id, o.cycle_id::text, o.plan_id::text, c.cycle_date as date, o.side, o.symbol, o.name, o.state,
       o.rule, o.limited_by, o.reason, o.rank, o.wanted_quantity::float8, o.quantity::float8, o.reference_price::float8,
       o.reference_source, o.fill_price::float8, o.fill_source, o.value::float8,
       case when o.charges is not null then (
         select jsonb_object_agg(key, value::numeric) from jsonb_each_text(o.charges)) end as charges,
       o.realised_gain::float8, o.tax::float8
     from (select * from policy.policy_orders where policy_id = ? and mode = ? ${where}
           order by id desc offset ? limit ?) o
     join policy.policy_cycles c on c.id = o.cycle_id order by o.id desc`,
    [books.id, books.mode, ...values, offset, page_size],
  );
  return { items: rows, total: await count(trx, 'policy.policy_orders', books, where, values) };
}

/** What happened, the newest first. */
export async function readEvents(
  trx: DbTransaction,
  books: Books,
  { offset, page_size }: Window,
): Promise<RowPage<UniverseEventView>> {
  const { rows } = await trx.raw<{ rows: UniverseEventView[] }>(
    `select day as date, symbol, kind, message, amount::float8 from policy.policy_universe_events
     where policy_id = ? and mode = ? order by id desc offset ? limit ?`,
    [books.id, books.mode, offset, page_size],
  );
  return { items: rows, total: await count(trx, 'policy.policy_universe_events', books) };
}

/** A position with the instrument that it is of. */
export interface HeldRow {
  instrument_id: string;
  /** Rupees, charges included. */
  cost: number;
  view: PolicyHoldingView;
}

/** What was held at the close of a session. */
interface HeldOnDay extends RowPage<HeldRow> {
  date: string;
  cash: number;
}

/**
 * What was held on a day, or on the last session before it; null before the first.
 * @param on null for the last session.
 */
export async function readHoldings(
  trx: DbTransaction,
  books: Books,
  on: string | null,
  { offset, page_size }: Window,
): Promise<HeldOnDay | null> {
  const { rows: sessions } = await trx.raw<{ rows: { date: string; cash: number }[] }>(
    `select day as date, cash::float8 from policy.policy_equity
     where policy_id = ? and mode = ? and day <= coalesce(?::date, 'infinity') order by day desc limit 1`,
    [books.id, books.mode, on as string],
  );
  const [session] = sessions;
  if (session === undefined) return null;
  const { rows } = await trx.raw<{ rows: (PolicyHoldingView & { instrument_id: string; cost: number })[] }>(
    `select h.instrument_id::text, h.cost::float8, h.symbol, h.name, h.sector, h.quantity::float8,
       (h.cost / h.quantity)::float8 as avg_cost, h.close::float8, h.close_day as close_date, h.market_value::float8,
       coalesce(h.market_value / nullif(e.total_value, 0) * 100, 0)::float8 as weight_pct,
       (h.market_value - h.cost)::float8 as unrealized_gain, h.held_since, h.note
     from policy.policy_holdings h
     join policy.policy_equity e on e.policy_id = h.policy_id and e.mode = h.mode and e.day = h.day
     where h.policy_id = ? and h.mode = ? and h.day = ? order by h.nr offset ? limit ?`,
    [books.id, books.mode, session.date, offset, page_size],
  );
  return {
    ...session,
    items: rows.map(({ instrument_id, cost, ...view }) => ({
      instrument_id,
      cost,
      view: { ...view, live_priced: null },
    })),
    total: await count(trx, 'policy.policy_holdings', books, 'and day = ?', [session.date]),
  };
}

/** The index net of tax of each session, in both modes. */
export async function readCurve(
  trx: DbTransaction,
  { id, mode }: Books,
): Promise<{ days: string[]; values: number[] }> {
  const { rows } = await trx.raw<{ rows: { days: string[] | null; values: number[] | null }[] }>(
    `select json_agg(day order by day) as days, json_agg(performance_index_net_of_tax order by day) as values
     from policy.policy_equity where policy_id = ? and mode = ?`,
    [id, mode],
  );
  return { days: rows[0]?.days ?? [], values: rows[0]?.values ?? [] };
}
