import type { DbTransaction } from '../../platform/index.ts';
import type { ResultRows, ResultTable } from './thread-messages.ts';

/** What the rows of a result carry, beside the run and its owner. */
const COLUMNS: Readonly<Record<ResultTable, string>> = {
  run_equity: `day, cash, positions_value, stale_value, total_value, nav_gross, nav_net_of_costs, nav_net_of_tax,
    performance_index_gross, performance_index_net_of_costs, performance_index_net_of_tax, drawdown_net_of_tax_pct,
    cumulative_costs, tax_accrued, tax_paid, turnover_pct, benchmark_index`,
  run_orders: `nr, state_nr, trade_nr, day, side, instrument_id, symbol, name, state, rule, limited_by, reason, rank,
    wanted_quantity, quantity, price, value, charges, realised_gain, tax`,
  run_holdings: `day, nr, instrument_id, symbol, name, sector, quantity, cost, close, close_day, market_value, held_since`,
  run_events: 'nr, day, instrument_id, symbol, name, kind, message, amount',
};

/** Writes rows of a result: Postgres takes them apart, so that no process is held up by thousands of them. */
export async function writeRows(
  trx: DbTransaction,
  run: { id: string; owner_user_id: string },
  { table, rows }: ResultRows,
): Promise<void> {
  const columns = COLUMNS[table];
  await trx.raw(
    `insert into strategy.${table} (run_id, owner_user_id, ${columns})
     select ?, ?, ${columns} from json_populate_recordset(null::strategy.${table}, ?::json)`,
    [run.id, run.owner_user_id, rows],
  );
}
