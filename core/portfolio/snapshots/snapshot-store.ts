import { fixedText, istDate, istHour, istInstant, type DbTransaction } from '../../platform/index.ts';
import type { PortfolioModel } from '../models.ts';
import type { HoldingToValue } from '../valuation/index.ts';
import { withUnits } from './kept-units.ts';
import type { MeasuredPortfolio } from './partial-snapshot.ts';
import { keptAmount, positionKey, type SnapshotFields } from './snapshot.ts';
import type { ShownSnapshot } from './view.ts';

/** A portfolio; `is_recorded` if it has a snapshot of this hour in its base currency. */
type PortfolioOfHour = Pick<
  PortfolioModel,
  'id' | 'name' | 'base_currency' | 'is_protected' | 'owner_user_id'
> & { is_recorded: boolean };

/** Portfolios of people by owner, Networth first. A person without any has no entry. */
export async function portfoliosOfHour(
  trx: DbTransaction,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, PortfolioOfHour[]>> {
  const { rows } = await trx.raw<{ rows: PortfolioOfHour[] }>(
    `select p.owner_user_id, p.id, p.name, p.base_currency, p.is_protected, exists (
         select from portfolio.snapshots s
         where s.portfolio_id = p.id and s.hour = ? and s.currency = p.base_currency
       ) as is_recorded
     from portfolio.portfolios p where p.owner_user_id = any(?::bigint[]) order by p.is_protected desc, p.name`,
    [istHour(now), [...userIds]] as never,
  );
  const found = new Map<string, PortfolioOfHour[]>();
  for (const row of rows) {
    const own = found.get(row.owner_user_id);
    if (own === undefined) found.set(row.owner_user_id, [row]);
    else own.push(row);
  }
  return found;
}

/** Longer pauses between snapshots store the units anew: a portfolio that never kept any is not searched further. */
const LONGEST_REFERENCE = '40 days';

interface MeasuredHour {
  portfolio: { own_id: string; currency: string };
  of: MeasuredPortfolio;
  fields: SnapshotFields;
}

/**
 * Writes this hour of portfolios, except of those that have it or are gone: a change that deletes a portfolio takes the
 * topic of snapshots too, so it cannot run in between. Series use the last snapshot of each day, so the units of earlier
 * ones are dropped. Units that are those of the last snapshot before today are stored as its hour.
 * @returns snapshots written, and their owners, each once.
 */
export async function insertSnapshots(
  trx: DbTransaction,
  measured: readonly MeasuredHour[],
  now: Date,
): Promise<{ written: number; changed: string[] }> {
  const today = istInstant(istDate(now), '00:00');
  const { rows } = await trx.raw<{ rows: { written: number; owner: string }[] }>(
    `with written as (
       insert into portfolio.snapshots (owner_user_id, portfolio_id, hour, currency, recorded_at, current_value,
         total_invested, total_profit, total_profit_pct, total_dividends, xirr, holdings_count, state, units)
       select p.owner_user_id, p.id, ?, v.currency, ?, v.current_value,
         v.total_invested, v.total_profit, v.total_profit_pct, v.total_dividends, v.xirr, v.holdings_count, v.state,
         case when v.units = u.units then to_jsonb(extract(epoch from u.hour)::bigint) else v.units end
       from json_to_recordset(?) as v (portfolio_id bigint, currency text, current_value numeric, total_invested numeric,
         total_profit numeric, total_profit_pct float8, total_dividends numeric, xirr float8, holdings_count int, state text,
         units jsonb)
       join portfolio.portfolios p on p.id = v.portfolio_id
       left join lateral (
         select portfolio_id, hour, units from portfolio.snapshots
         where portfolio_id = p.id and hour >= ?::timestamptz - interval '${LONGEST_REFERENCE}' and hour < ? and units is not null
         order by hour desc, recorded_at desc limit 1
       ) last on true ${withUnits('last')}
       on conflict (portfolio_id, hour, currency, owner_user_id) do nothing
       returning portfolio_id, owner_user_id),
     dropped as (
       update portfolio.snapshots s set units = null from written w
       where s.portfolio_id = w.portfolio_id and s.hour >= ? and s.hour < ? and s.units is not null
         -- after a clock that stepped back, later snapshots may name it
         and not exists (select from portfolio.snapshots l where l.portfolio_id = w.portfolio_id and l.hour > ?))
     select owner_user_id::text as owner, count(*)::int as written from written group by owner_user_id`,
    [
      istHour(now),
      now,
      JSON.stringify(measured.map(snapshotRow)),
      today,
      today,
      today,
      istHour(now),
      istHour(now),
    ],
  );
  return {
    written: rows.reduce((sum, { written }) => sum + written, 0),
    changed: rows.map(({ owner }) => owner),
  };
}

function snapshotRow({ portfolio, of, fields }: MeasuredHour) {
  return {
    portfolio_id: portfolio.own_id,
    currency: portfolio.currency,
    current_value: keptAmount(fields.current_value),
    total_invested: keptAmount(fields.total_invested),
    total_profit: keptAmount(fields.total_profit),
    total_profit_pct: fields.total_profit_pct,
    total_dividends: keptAmount(fields.total_dividends),
    xirr: fields.xirr,
    holdings_count: fields.holdings_count,
    state: fields.state,
    units: unitsOf(of),
  };
}

/** The units behind the value, by the key of the position. */
function unitsOf({ holdings }: MeasuredPortfolio): Record<string, string> {
  return Object.fromEntries(
    holdings.map(({ holding, quantity }) => {
      const { portfolio_id: portfolio, symbol } = holding as HoldingToValue;
      return [positionKey({ portfolio, symbol }), fixedText(quantity)];
    }),
  );
}

/** The newest snapshots of these people's Networth in its currency, newest first; at most `each` of each person. */
export async function newestSnapshots(
  trx: DbTransaction,
  owners: readonly string[],
  each: number,
): Promise<ShownSnapshot[]> {
  const { rows } = await trx.raw<{ rows: ShownSnapshot[] }>(
    `select s.* from portfolio.portfolios p cross join lateral (
       select owner_user_id, recorded_at, source, current_value, total_invested, total_profit, total_profit_pct, total_dividends,
         xirr, holdings_count, state
       from portfolio.snapshots where portfolio_id = p.id and currency = p.base_currency order by hour desc limit ?
     ) s
     where p.is_protected and p.owner_user_id = any(?::bigint[])`,
    [each, [...owners]],
  );
  return rows;
}
