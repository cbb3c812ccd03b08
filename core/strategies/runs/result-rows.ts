import type { PanelSecurity } from '../panel/index.ts';
import type { RunResult } from './calculate.ts';
import type { ResultRows, ResultTable } from './thread-messages.ts';

/** Rows of one piece: a few hundred kilobytes. */
const AT_ONCE = 1000;

/** The rows of a result as its tables hold them, piece by piece, so that there is never a second copy of all of it. */
export function* resultRows(
  { equity, orders, holdings, events }: RunResult,
  securities: readonly PanelSecurity[],
): Generator<ResultRows> {
  const share = (security: number) => {
    const { instrument_id = null, symbol = '', name = null } = securities[security] ?? {};
    return { instrument_id, symbol, name };
  };
  yield* pieces('run_equity', equity, ({ date, ...row }) => ({ day: date, ...row }));

  const states = new Map<string, number>();
  let traded = 0;
  yield* pieces('run_orders', orders, ({ date, security, ...row }, nr) => {
    const state_nr = (states.get(row.state) ?? 0) + 1;
    states.set(row.state, state_nr);
    const trade_nr = row.state === 'NOT_MADE' ? null : (traded += 1);
    return { nr, state_nr, trade_nr, day: date, ...share(security), ...row };
  });

  let [day, onDay] = ['', 0];
  yield* pieces('run_holdings', holdings, ({ date, security, close_date, ...row }) => {
    [day, onDay] = [date, date === day ? onDay + 1 : 1];
    const sector = securities[security]?.sector ?? null;
    return { nr: onDay, day: date, ...share(security), sector, ...row, close_day: close_date };
  });

  yield* pieces('run_events', events, ({ date, security, ...row }, nr) => ({
    nr,
    day: date,
    ...share(security),
    ...row,
  }));
}

/** @param rowOf is given each row with its number, from 1. */
function* pieces<T>(
  table: ResultTable,
  all: readonly T[],
  rowOf: (row: T, nr: number) => object,
): Generator<ResultRows> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const rows = all.slice(at, at + AT_ONCE).map((row, place) => rowOf(row, at + place + 1));
    yield { table, rows: JSON.stringify(rows) };
  }
}
