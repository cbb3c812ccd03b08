import type { DbTransaction } from '../../platform/index.ts';

/** The first day of anybody's books, of a transaction or a snapshot, YYYY-MM-DD; null where there is neither. */
export async function readFirstDayOfBooks(trx: DbTransaction): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { day: string | null }[] }>(
    // Each is the first entry of an index.
    `select least((select min(trade_date) from portfolio.transactions),
       ((select min(recorded_at) from portfolio.snapshots) at time zone 'Asia/Kolkata')::date) as day`,
  );
  return rows[0]?.day ?? null;
}
