import type { DbTransaction } from '../../platform/index.ts';
import type { PriceSource, StoredClose } from './history-store.ts';

/** A close as it is stored, with when it was written down. */
export interface RecordedClose extends StoredClose {
  recorded_at: Date;
}

/** The closes of an instrument from one day to another, both included, as traded and in the order of their days. */
export async function readRecordedCloses(
  trx: DbTransaction,
  id: string,
  from: string,
  to: string,
): Promise<RecordedClose[]> {
  const { rows } = await trx.raw<{
    rows: { day: string; close: string; source: PriceSource; recorded_at: Date }[];
  }>(
    `select day::text, trim_scale(close)::text as close, source, recorded_at from portfolio.price_history
     where instrument_id = ? and day between ?::date and ?::date order by day`,
    [id, from, to],
  );
  return rows;
}
