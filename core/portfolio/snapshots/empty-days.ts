import { type DbTransaction, istInstant } from '../../platform/index.ts';
import type { SnapshotModel } from '../models.ts';
import { findPortfolio } from '../records/index.ts';
import { withUnits } from './kept-units.ts';
import { keptAmount } from './snapshot.ts';

/** First and last day, YYYY-MM-DD. */
export interface DaySpan {
  from: string;
  to: string;
}

/** A portfolio's days without any snapshot, after one whose holdings the books still know. */
export interface EmptyDays {
  owner_user_id: string;
  portfolio_id: string;
  portfolio: string;
  /** Base currency of the portfolio. */
  currency: string;
  /** Ascending, YYYY-MM-DD. */
  days: string[];
}

/** A day's end valued at the closes of the day; amounts in the base currency. */
export interface DayFromCloses {
  day: string;
  value: number;
  /** Null where unknown, like the figures below. */
  invested: number | null;
  dividends: number | null;
  holdings_count: number | null;
  is_converted: boolean;
}

/**
 * Days that closes can value. They cannot where the last snapshot before kept no units, or has some of a holding that was
 * removed since: without it the value would be of the rest alone.
 * @param db the system's for these people, a person's for their own.
 */
export async function readEmptyDays(
  db: DbTransaction,
  userIds: readonly string[],
  { from, to }: DaySpan,
): Promise<EmptyDays[]> {
  const { rows } = await db.raw<{ rows: EmptyDays[] }>(
    `with days as (
       select d::date::text as day, d::date::timestamp at time zone 'Asia/Kolkata' as begins,
         (d::date + 1)::timestamp at time zone 'Asia/Kolkata' as ends
       from generate_series(?::date, ?::date, interval '1 day') d)
     select p.owner_user_id::text, p.id::text as portfolio_id, p.name as portfolio, p.base_currency as currency,
       array_agg(days.day order by days.day) as days
     from portfolio.portfolios p cross join days
     where p.owner_user_id = any(?::bigint[])
       and not exists (
         select from portfolio.snapshots s where s.portfolio_id = p.id and s.currency = p.base_currency
           and s.hour >= days.begins and s.hour < days.ends)
       and exists (
         select from (
           select s.portfolio_id, s.hour, s.units from portfolio.snapshots s
           where s.portfolio_id = p.id and s.currency = p.base_currency and s.source = 'MEASURED' and s.hour < days.begins
           order by s.hour desc limit 1) last ${withUnits('last')}
         where u.units is not null and not exists (
           select from jsonb_object_keys(u.units) k (key)
           cross join lateral (select split_part(k.key, E'\\n', 1)::bigint as portfolio_id, split_part(k.key, E'\\n', 2) as symbol) held
           where not exists (select from portfolio.holdings h where h.portfolio_id = held.portfolio_id and h.symbol = held.symbol)
             and not exists (select from portfolio.positions l where l.portfolio_id = held.portfolio_id and l.symbol = held.symbol)))
     group by p.id, p.owner_user_id order by p.owner_user_id, p.id`,
    [from, to, [...userIds]] as never,
  );
  return rows;
}

/** Writes days as their last hour, unless the portfolio is gone. A recorded hour does not change. @returns snapshots written. */
export async function insertFromCloses(
  trx: DbTransaction,
  { owner_user_id, portfolio_id, currency }: Omit<EmptyDays, 'days' | 'portfolio'>,
  days: readonly DayFromCloses[],
): Promise<number> {
  if (days.length === 0 || (await findPortfolio(trx, portfolio_id)) === undefined) return 0;
  const written = (await trx('portfolio.snapshots')
    .insert(
      days.map(({ day, value, invested, dividends, holdings_count, is_converted }) => {
        const hour = istInstant(day, '23:00');
        const profit = invested === null ? null : value - invested;
        return {
          owner_user_id,
          portfolio_id,
          currency,
          hour,
          recorded_at: hour,
          source: 'FROM_CLOSES' satisfies SnapshotModel['source'],
          current_value: keptAmount(value),
          total_invested: keptAmount(invested),
          total_profit: keptAmount(profit),
          total_profit_pct:
            profit === null || invested === null || invested <= 0 ? null : (profit / invested) * 100,
          total_dividends: keptAmount(dividends),
          xirr: null,
          holdings_count,
          state: is_converted ? 'ESTIMATED' : 'AVAILABLE',
        };
      }),
    )
    .onConflict(['portfolio_id', 'hour', 'currency', 'owner_user_id'])
    .ignore()
    .returning('hour')) as unknown[];
  return written.length;
}
