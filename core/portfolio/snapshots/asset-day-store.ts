import type { Decimal, DbTransaction } from '../../platform/index.ts';
import type { TotalState } from '../valuation/index.ts';

/** What everything was worth at the end of a day. */
export interface AssetDay {
  day: string;
  value: Decimal | null;
  state: TotalState;
}

/** The last snapshot of Networth of each day in India, ascending. */
export async function readAssetDays(
  trx: DbTransaction,
  span: { from: string | null; to: string | null },
): Promise<AssetDay[]> {
  const { rows } = await trx.raw<{ rows: AssetDay[] }>(
    `select distinct on (day) day, current_value as value, state from (
       select (s.recorded_at at time zone 'Asia/Kolkata')::date as day, s.recorded_at, s.current_value, s.state
       from portfolio.snapshots s join portfolio.portfolios p on p.id = s.portfolio_id where p.is_protected
         and s.currency = p.base_currency
     ) hours
     where (?::date is null or day >= ?::date) and (?::date is null or day <= ?::date)
     order by day, recorded_at desc`,
    [span.from, span.from, span.to, span.to],
  );
  return rows;
}
