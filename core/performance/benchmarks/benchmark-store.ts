import type { Transaction } from '../../platform/index.ts';
import type { SeriesCode } from '../../market/history/index.ts';
import type { Measured } from './window.ts';

/** The stored closes of an index up to a day, in order. */
export async function readCloses(trx: Transaction, code: SeriesCode, from: string): Promise<Measured[]> {
  const { rows } = await trx.raw<{ rows: Measured[] }>(
    `select day, close::float8 as value from portfolio.benchmark_snapshots
     where benchmark = ? and day >= ?::date order by day`,
    [code, from],
  );
  return rows;
}

/** A close that is to be kept. */
export interface CloseToKeep {
  day: string;
  close: number;
}

/**
 * Writes one row an index and day. A day that is there keeps its close.
 * @returns how many days are new.
 */
export async function keepCloses(
  trx: Transaction,
  code: SeriesCode,
  closes: readonly CloseToKeep[],
  source: string,
  now: Date,
): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into portfolio.benchmark_snapshots (benchmark, day, close, source, as_of)
     select ?, given.day, given.close, ?, ? from unnest(?::date[], ?::numeric[]) as given (day, close)
     order by given.day
     on conflict (benchmark, day) do nothing`,
    [code, source, now, closes.map(({ day }) => day), closes.map(({ close }) => String(close))],
  );
  return rowCount;
}

/** The first day of anybody's books: of a transaction or a snapshot; null where there is neither. */
export async function firstDayOfBooks(trx: Transaction): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { day: string | null }[] }>(
    `select least((select min(trade_date) from portfolio.transactions),
       (select min(recorded_at at time zone 'Asia/Kolkata')::date from portfolio.snapshots)) as day`,
  );
  return rows[0]?.day ?? null;
}
