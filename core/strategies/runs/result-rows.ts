import type { PanelSecurity } from '../panel/index.ts';
import type { BacktestRows } from '../engine/index.ts';
import type { ResultRows, ResultTable, RunKey } from './thread-messages.ts';

/** Characters of one piece, at which it ends. */
const PIECE_CHARACTERS = 512 * 1024;

const NULL = '\\N';
const SPECIAL = /[\\\t\n\r]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Free text as a field of COPY. */
const text = (value: string | null): string =>
  value === null ? NULL : value.replace(SPECIAL, (one) => ESCAPED[one] ?? one);
/** A double as a field of COPY. No column takes one that is not finite. */
const double = (value: number | null): string =>
  value !== null && Number.isFinite(value) ? String(value) : NULL;

/** The columns of each table in the order of its lines, after the run and its owner. */
export const RESULT_COLUMNS: Readonly<Record<ResultTable, string>> = {
  run_equity: `day, cash, positions_value, stale_value, total_value, nav_gross, nav_net_of_costs, nav_net_of_tax,
    performance_index_gross, performance_index_net_of_costs, performance_index_net_of_tax, drawdown_net_of_tax_pct,
    cumulative_costs, tax_accrued, tax_paid, turnover_pct, benchmark_index`,
  run_orders: `nr, state_nr, trade_nr, day, side, instrument_id, symbol, name, state, rule, limited_by, reason, rank,
    wanted_quantity, quantity, price, value, charges, realised_gain, tax`,
  run_holdings: `day, nr, instrument_id, symbol, name, sector, quantity, cost, close, close_day, market_value, held_since`,
  run_events: 'nr, day, instrument_id, symbol, name, kind, message, amount',
};

/**
 * The rows of a result as lines of COPY, piece by piece: there is never a second copy of all of it. Made here, in the thread,
 * they only pass through the process that stores them.
 */
export function* resultRows(
  { equity, orders, holdings, events }: BacktestRows,
  securities: readonly PanelSecurity[],
  run: RunKey,
): Generator<ResultRows> {
  /** Id, symbol and name of each share. */
  const shares = securities.map(
    ({ instrument_id, symbol, name }) => `${instrument_id ?? NULL}\t${text(symbol)}\t${text(name)}`,
  );
  const share = (security: number) => shares[security] ?? `${NULL}\t\t${NULL}`;

  yield* pieces(
    'run_equity',
    run,
    equity,
    (row) =>
      `${row.date}\t${row.cash}\t${row.positions_value}\t${row.stale_value}\t${row.total_value}\t${row.nav_gross}\t${row.nav_net_of_costs}\t${row.nav_net_of_tax}\t${double(row.performance_index_gross)}\t${double(row.performance_index_net_of_costs)}\t${double(row.performance_index_net_of_tax)}\t${double(row.drawdown_net_of_tax_pct)}\t${row.cumulative_costs}\t${row.tax_accrued}\t${row.tax_paid}\t${double(row.turnover_pct)}\t${double(row.benchmark_index)}`,
  );

  const states = new Map<string, number>();
  let traded = 0;
  yield* pieces('run_orders', run, orders, (row, nr) => {
    const ofState = (states.get(row.state) ?? 0) + 1;
    states.set(row.state, ofState);
    const ofTraded = row.state === 'NOT_MADE' ? NULL : (traded += 1);
    const charges = row.charges === null ? NULL : JSON.stringify(row.charges);
    return `${nr}\t${ofState}\t${ofTraded}\t${row.date}\t${row.side}\t${share(row.security)}\t${row.state}\t${row.rule}\t${row.limited_by ?? NULL}\t${text(row.reason)}\t${row.rank ?? NULL}\t${row.wanted_quantity}\t${row.quantity}\t${row.price ?? NULL}\t${row.value}\t${charges}\t${row.realised_gain ?? NULL}\t${row.tax ?? NULL}`;
  });

  let [day, onDay] = ['', 0];
  yield* pieces('run_holdings', run, holdings, (row) => {
    [day, onDay] = [row.date, row.date === day ? onDay + 1 : 1];
    const sector = text(securities[row.security]?.sector ?? null);
    return `${day}\t${onDay}\t${share(row.security)}\t${sector}\t${row.quantity}\t${row.cost}\t${row.close ?? NULL}\t${row.close_date ?? NULL}\t${row.market_value}\t${row.held_since}`;
  });

  yield* pieces(
    'run_events',
    run,
    events,
    (row, nr) =>
      `${nr}\t${row.date}\t${share(row.security)}\t${row.kind}\t${text(row.message)}\t${row.amount ?? NULL}`,
  );
}

/** @param lineOf is given each row with its number, from 1. */
function* pieces<T>(
  table: ResultTable,
  { id, owner_user_id }: RunKey,
  rows: Iterable<T>,
  lineOf: (row: T, nr: number) => string,
): Generator<ResultRows> {
  const encoder = new TextEncoder();
  const start = `${id}\t${owner_user_id}\t`;
  let nr = 0;
  let lines = '';
  for (const row of rows) {
    lines += `${start}${lineOf(row, (nr += 1))}\n`;
    // Encoded together: line by line, each call costs more than its characters.
    if (lines.length < PIECE_CHARACTERS) continue;
    yield { table, lines: encoder.encode(lines) };
    lines = '';
  }
  if (lines !== '') yield { table, lines: encoder.encode(lines) };
}
