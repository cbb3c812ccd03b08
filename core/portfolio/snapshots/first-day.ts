import { SAMPLE_PEOPLE } from '../../identity/index.ts';
import type { DbTransaction } from '../../platform/index.ts';

/** The first day of anybody's books, of a transaction or a snapshot, YYYY-MM-DD; null where there is neither. */
export async function readFirstDayOfBooks(trx: DbTransaction): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { day: string | null }[] }>(
    // Each is the first entry of an index, of snapshots one for each portfolio.
    `select least((select min(trade_date) from portfolio.transactions where owner_user_id not in (${SAMPLE_PEOPLE})),
       ((select min(s.hour) from portfolio.portfolios p cross join lateral (
           select hour from portfolio.snapshots where portfolio_id = p.id order by hour limit 1) s
          where p.owner_user_id not in (${SAMPLE_PEOPLE}))
         at time zone 'Asia/Kolkata')::date) as day`,
  );
  return rows[0]?.day ?? null;
}
