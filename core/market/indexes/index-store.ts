import type { DbTransaction } from '../../platform/index.ts';
import type { SeriesCode } from '../history/index.ts';
import type { IndexClose } from './index-close.ts';

/** The stored closes of an index up to a day, in order. */
export async function readCloses(trx: DbTransaction, code: SeriesCode, from: string): Promise<IndexClose[]> {
  const { rows } = await trx.raw<{ rows: IndexClose[] }>(
    `select day, close::float8 as value from portfolio.benchmark_snapshots
     where benchmark = ? and day >= ?::date order by day`,
    [code, from],
  );
  return rows;
}

/** A close that is to be kept. */
interface CloseToKeep {
  day: string;
  close: number;
}

/**
 * Writes one row an index and day. A day that is there keeps its close.
 * @returns how many days are new.
 */
export async function keepCloses(
  trx: DbTransaction,
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
