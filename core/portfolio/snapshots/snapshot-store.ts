import { Decimal, istDate, istHour, istInstant, type DbTransaction } from '../../platform/index.ts';
import type { PortfolioModel } from '../models.ts';
import type { HoldingToValue } from '../valuation/index.ts';
import type { MeasuredPortfolio } from './partial-snapshot.ts';
import { keptAmount, positionKey, type SnapshotFields } from './snapshot.ts';
import type { ShownSnapshot } from './view.ts';

/** The owner's portfolios, Networth first; `is_recorded` if one has a snapshot of this hour in its base currency. */
export async function portfoliosOfHour(
  trx: DbTransaction,
  now: Date,
): Promise<
  (Pick<PortfolioModel, 'id' | 'name' | 'base_currency' | 'is_protected'> & { is_recorded: boolean })[]
> {
  const { rows } = await trx.raw<{ rows: Awaited<ReturnType<typeof portfoliosOfHour>> }>(
    `select p.id, p.name, p.base_currency, p.is_protected, exists (
         select from portfolio.snapshots s
         where s.portfolio_id = p.id and s.hour = ? and s.currency = p.base_currency
       ) as is_recorded
     from portfolio.portfolios p order by p.is_protected desc, p.name`,
    [istHour(now)],
  );
  return rows;
}

interface MeasuredHour {
  portfolio: { own_id: string; currency: string };
  of: MeasuredPortfolio;
  fields: SnapshotFields;
}

/**
 * Writes this hour of portfolios, except of those that have it or are gone: a change that deletes a portfolio takes the
 * topic of snapshots too, so it cannot run in between. Series use the last snapshot of each day, so the units of earlier
 * ones are dropped.
 * @returns snapshots written.
 */
export async function insertSnapshots(
  trx: DbTransaction,
  measured: readonly MeasuredHour[],
  now: Date,
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { written: number }[] }>(
    `with written as (
       insert into portfolio.snapshots (owner_user_id, portfolio_id, hour, currency, recorded_at, current_value,
         total_invested, total_profit, total_profit_pct, total_dividends, xirr, holdings_count, state, units)
       select p.owner_user_id, p.id, ?, v.currency, ?, v.current_value,
         v.total_invested, v.total_profit, v.total_profit_pct, v.total_dividends, v.xirr, v.holdings_count, v.state, v.units
       from json_to_recordset(?) as v (portfolio_id bigint, currency text, current_value numeric, total_invested numeric,
         total_profit numeric, total_profit_pct float8, total_dividends numeric, xirr float8, holdings_count int, state text,
         units jsonb)
       join portfolio.portfolios p on p.id = v.portfolio_id
       on conflict (portfolio_id, hour, currency, owner_user_id) do nothing
       returning portfolio_id),
     dropped as (
       update portfolio.snapshots s set units = null from written w
       where s.portfolio_id = w.portfolio_id and s.hour >= ? and s.hour < ? and s.units is not null)
     select count(*)::int as written from written`,
    [
      istHour(now),
      now,
      JSON.stringify(measured.map(snapshotRow)),
      istInstant(istDate(now), '00:00'),
      istHour(now),
    ],
  );
  return rows[0]?.written ?? 0;
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
    holdings.flatMap(({ holding }) => {
      const { portfolio_id: portfolio, symbol, quantity } = holding as HoldingToValue;
      const units = new Decimal(quantity);
      return units.isZero() ? [] : [[positionKey({ portfolio, symbol }), units.toFixed()]];
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
