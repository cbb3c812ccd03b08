import type { DbTransaction } from '../../platform/index.ts';
import type { OrderState } from '../engine/index.ts';
import type { UniverseEventView } from './result-views.ts';
import type { EquityRowView, OrderView, RunHoldingView } from './view.ts';

/*
 * Reads of what backtests came to. Rows never change and count from 1, so that a page is a range of an index and its total is
 * the last number. Figures leave Postgres as doubles: a result has tens of thousands.
 */

const EQUITY = `day as date, cash, positions_value, stale_value, total_value, nav_gross, nav_net_of_costs, nav_net_of_tax,
  performance_index_gross, performance_index_net_of_costs, performance_index_net_of_tax, drawdown_net_of_tax_pct,
  cumulative_costs, tax_accrued, tax_paid, turnover_pct, benchmark_index`;

/** The whole curve, by day. */
export async function readEquity(trx: DbTransaction, runId: string): Promise<EquityRowView[]> {
  // One text of JSON: the driver would take each number apart by itself.
  const { rows } = await trx.raw<{ rows: { items: EquityRowView[] | null }[] }>(
    `select json_agg(e) as items from (select ${EQUITY} from strategy.run_equity where run_id = ? order by day) e`,
    [runId],
  );
  return rows[0]?.items ?? [];
}

/** A page of numbered rows, and how many there are. */
export interface NumberedPage<T> {
  items: T[];
  total: number;
}
interface Window {
  offset: number;
  page_size: number;
}

/** Which of the orders of a run: all, those that traded something, or those of one state. */
export type OrderChoice = 'ALL' | 'TRADED' | OrderState;

function numberedBy(choice: OrderChoice): { number: string; where: string; values: string[] } {
  if (choice === 'ALL') return { number: 'nr', where: '', values: [] };
  if (choice === 'TRADED') return { number: 'trade_nr', where: 'and trade_nr is not null', values: [] };
  return { number: 'state_nr', where: 'and state = ?', values: [choice] };
}

/** Orders in the order in which they were made. */
export async function readOrders(
  trx: DbTransaction,
  runId: string,
  choice: OrderChoice,
  { offset, page_size }: Window,
): Promise<NumberedPage<OrderView>> {
  const { number, where, values } = numberedBy(choice);
  const { rows } = await trx.raw<{ rows: OrderView[] }>(
    `select day as date, side, symbol, name, state, rule, limited_by, reason, rank, wanted_quantity::float8,
       quantity::float8, price::float8, value::float8,
       case when charges is not null then (
         select jsonb_object_agg(key, value::numeric) from jsonb_each_text(charges)) end as charges,
       realised_gain::float8, tax::float8
     from strategy.run_orders
     where run_id = ? ${where} and ${number} > ? and ${number} <= ? order by ${number}`,
    [runId, ...values, offset, offset + page_size],
  );
  return {
    items: rows,
    total: await lastNumber(trx, 'strategy.run_orders', { runId, number, where, values }),
  };
}

async function lastNumber(
  trx: DbTransaction,
  table: string,
  {
    runId,
    number,
    where = '',
    values = [],
  }: { runId: string; number: string; where?: string; values?: string[] },
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { total: number | null }[] }>(
    `select max(${number}) as total from ${table} where run_id = ? ${where}`,
    [runId, ...values],
  );
  return rows[0]?.total ?? 0;
}

/** What happened, in order. */
export async function readEvents(
  trx: DbTransaction,
  runId: string,
  { offset, page_size }: Window,
): Promise<NumberedPage<UniverseEventView>> {
  const { rows } = await trx.raw<{ rows: UniverseEventView[] }>(
    `select day as date, kind, symbol, name, message, amount::float8 from strategy.run_events
     where run_id = ? and nr > ? and nr <= ? order by nr`,
    [runId, offset, offset + page_size],
  );
  return { items: rows, total: await lastNumber(trx, 'strategy.run_events', { runId, number: 'nr' }) };
}

/** What was held at the close of a session. */
interface HeldOnDay {
  date: string;
  cash: number;
  items: RunHoldingView[];
}

/**
 * What was held on a day, or on the last session before it, at the last close that is on record of that: positions are
 * recorded where something changed and at the ends of months. Null before the first session.
 * @param on null for the last session.
 */
export async function readHoldings(
  trx: DbTransaction,
  runId: string,
  on: string | null,
): Promise<HeldOnDay | null> {
  const { rows: sessions } = await trx.raw<{ rows: { date: string; cash: number; isEmpty: boolean }[] }>(
    `select day as date, cash::float8, positions_value = 0 as "isEmpty" from strategy.run_equity
     where run_id = ? and day <= coalesce(?::date, 'infinity') order by day desc limit 1`,
    [runId, on as string],
  );
  const [session] = sessions;
  if (session === undefined) return null;
  // A day on which everything was sold has no rows; those of an earlier one are held no more.
  if (session.isEmpty) return { date: session.date, cash: session.cash, items: [] };
  const { rows } = await trx.raw<{ rows: (RunHoldingView & { day: string; cash: number })[] }>(
    `select h.day, e.cash::float8 as cash, h.symbol, h.name, h.sector, h.quantity::float8,
       (h.cost / h.quantity)::float8 as avg_cost, h.close::float8, h.close_day as close_date, h.market_value::float8,
       coalesce(h.market_value / nullif(e.total_value, 0) * 100, 0)::float8 as weight_pct,
       (h.market_value - h.cost)::float8 as unrealised_gain, h.held_since
     from strategy.run_holdings h join strategy.run_equity e on e.run_id = h.run_id and e.day = h.day
     where h.run_id = ? and h.day = (
       select max(day) from strategy.run_holdings l where l.run_id = ? and l.day <= ?::date)
     order by h.market_value desc, h.symbol`,
    [runId, runId, session.date],
  );
  const [{ day: date, cash } = { day: session.date, cash: session.cash }] = rows;
  return { date, cash, items: rows.map(({ day: _day, cash: _cash, ...item }) => item) };
}

/** The curve of a run, and of what it is held against. */
export interface RunCurve {
  run_id: string;
  days: string[];
  values: (number | null)[];
  benchmark: (number | null)[];
}

export async function readCurves(trx: DbTransaction, runIds: readonly string[]): Promise<RunCurve[]> {
  const { rows } = await trx.raw<{ rows: RunCurve[] }>(
    `select run_id::text, json_agg(day order by day) as days,
       json_agg(performance_index_net_of_tax order by day) as values, json_agg(benchmark_index order by day) as benchmark
     from strategy.run_equity where run_id = any(?::bigint[]) group by run_id`,
    [[...runIds]],
  );
  return rows;
}
