import { type DbTransaction, Decimal } from '../../platform/index.ts';
import { type DayNumber, dayNumber } from './daily-series.ts';
import type { HeldUnits } from './recorded-units.ts';

/** A holding whose quantity differs from that of its transactions. */
interface UnexplainedHolding {
  portfolio_id: string;
  symbol: string;
  currency: string;
  quantity: string | null;
  average: number | null;
}

/**
 * The holdings of a person that transactions do not explain, with the units that the last snapshot of each day has of them
 * and, for today, those of now.
 */
export async function readRecordedHoldings(
  trx: DbTransaction,
  unexplained: readonly UnexplainedHolding[],
  today: DayNumber,
): Promise<HeldUnits[]> {
  if (unexplained.length === 0) return [];
  const ids = [...new Set(unexplained.map(({ portfolio_id }) => portfolio_id))];
  // Units are large and seldom change: they are sent where they differ from those of the day before.
  const { rows } = await trx.raw<{
    rows: { portfolio_id: string; day: string; units: Record<string, string> | null }[];
  }>(
    `select portfolio_id, day, case when units is distinct from lag(units) over w then units end as units from (
       select distinct on (portfolio_id, day) portfolio_id,
         (recorded_at at time zone 'Asia/Kolkata')::date as day, units
       from portfolio.snapshots where portfolio_id = any(?::bigint[]) and units is not null
       order by portfolio_id, day, recorded_at desc
     ) last window w as (partition by portfolio_id order by day) order by portfolio_id, day`,
    [ids],
  );
  const { rows: renamed } = await trx.raw<{
    rows: { portfolio_id: string; recorded: string; symbol: string }[];
  }>(
    'select portfolio_id, recorded, symbol from portfolio.current_symbols where portfolio_id = any(?::bigint[])',
    [ids],
  );
  return unexplained.map(({ portfolio_id, symbol, currency, quantity, average }) => {
    const earlier = renamed.filter((one) => one.portfolio_id === portfolio_id && one.symbol === symbol);
    // As a snapshot names them.
    const keys = [symbol, ...earlier.map(({ recorded }) => recorded)].map(
      (name) => `${portfolio_id}\n${name}`,
    );
    const held: HeldUnits = { portfolio: portfolio_id, symbol, currency, days: [], units: [], average };
    let units = 0;
    const see = (day: DayNumber): void => {
      held.days.push(day);
      held.units.push(units);
    };
    for (const one of rows.filter((row) => row.portfolio_id === portfolio_id)) {
      const day = dayNumber(one.day);
      if (day >= today) break;
      const kept = one.units;
      if (kept !== null) units = Number(keys.map((key) => kept[key]).find((text) => text !== undefined) ?? 0);
      see(day);
    }
    units = new Decimal(quantity ?? 0).toNumber();
    see(today);
    return held;
  });
}
