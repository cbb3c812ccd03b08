import { type DbTransaction, Decimal } from '../../platform/index.ts';
import type { PortfolioScope } from '../records/index.ts';
import { positionKey } from './snapshot.ts';
import type { UnitsOfDay } from './unit-changes.ts';

/** The last snapshot of a day. */
export interface Snapshot extends UnitsOfDay {
  value: Decimal | null;
  invested: Decimal | null;
  state: string;
  recorded_at: Date;
}

/** Days on which nothing changed share one object of units: it is sent and parsed once. */
export async function lastOfEachDay(
  trx: DbTransaction,
  { own_id, currency }: PortfolioScope,
): Promise<Snapshot[]> {
  const { rows } = await trx.raw<{ rows: (Snapshot & { is_kept: boolean; is_changed: boolean })[] }>(
    `select day, value, invested, state, recorded_at, units is not null as is_kept,
       units is distinct from lag(units) over w as is_changed,
       case when units is distinct from lag(units) over w then units end as units
     from (
       select distinct on (day) (recorded_at at time zone 'Asia/Kolkata')::date as day, current_value as value,
         total_invested as invested, state, recorded_at, units
       from portfolio.snapshots where portfolio_id = ? and currency = ? order by day, recorded_at desc
     ) last window w as (order by day) order by day`,
    [own_id, currency] as string[],
  );
  let units: UnitsOfDay['units'] = null;
  return rows.map(({ is_kept, is_changed, ...row }) => {
    if (is_changed) units = row.units;
    return { ...row, units: is_kept ? units : null };
  });
}

interface Rename {
  symbol: string;
  until: string;
}

/** The symbols of today, by the key that a position had before; the earliest change first. */
export async function readRenames(trx: DbTransaction): Promise<Map<string, Rename[]>> {
  const { rows } = await trx.raw<{ rows: (Rename & { portfolio_id: string; recorded: string })[] }>(
    `select portfolio_id::text, recorded, until::text, symbol from portfolio.current_symbols order by until`,
  );
  const renames = new Map<string, Rename[]>();
  for (const { portfolio_id, recorded, until, symbol } of rows) {
    const key = positionKey({ portfolio: portfolio_id, symbol: recorded });
    renames.set(key, [...(renames.get(key) ?? []), { symbol, until }]);
  }
  return renames;
}

/** Symbols whose units in the recalculated values are recorded ones: transactions do not explain the holding. */
export async function recordedSymbols(
  trx: DbTransaction,
  { id }: PortfolioScope,
): Promise<ReadonlySet<string>> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select h.symbol from portfolio.holdings h
       left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     where (?::bigint is null or h.portfolio_id = ?::bigint)
       and h.quantity is distinct from coalesce(l.quantity, 0)`,
    [id, id] as string[],
  );
  return new Set(rows.map(({ symbol }) => symbol));
}

/**
 * The units of snapshots by the symbols that the ledger has for them now. Days that share their units share the
 * result, unless a rename is between them.
 */
export function unitsByName(
  renames: ReadonlyMap<string, readonly Rename[]>,
  inLedger: ReadonlySet<string>,
): (record: UnitsOfDay) => UnitsOfDay['units'] {
  const days = [...new Set([...renames.values()].flat().map(({ until }) => until))].sort();
  let [last, lastNames, named]: [UnitsOfDay['units'], number, UnitsOfDay['units']] = [null, 0, null];
  return (record) => {
    const names = days.filter((until) => until <= record.day).length;
    if (record.units !== last || names !== lastNames) {
      [last, lastNames] = [record.units, names];
      named = bySymbol(underNamesOfToday(record, renames, inLedger));
    }
    return named;
  };
}

/**
 * The units of a snapshot as the ledger calls them now. A rename may be applied long after its day: until then a snapshot
 * has the old symbol, unless the ledger has a share that goes by it since.
 */
function underNamesOfToday(
  { day, units }: UnitsOfDay,
  renames: ReadonlyMap<string, readonly Rename[]>,
  inLedger: ReadonlySet<string>,
): UnitsOfDay['units'] {
  if (units === null || renames.size === 0) return units;
  const renamed: Record<string, string> = {};
  for (const [name, quantity] of Object.entries(units)) {
    const own = renames.get(name) ?? [];
    const next = own.find(({ until }) => day < until) ?? (inLedger.has(name) ? undefined : own.at(-1));
    const [portfolio = ''] = name.split('\n');
    const key = next === undefined ? name : positionKey({ portfolio, symbol: next.symbol });
    const other = renamed[key];
    renamed[key] = other === undefined ? quantity : new Decimal(other).plus(quantity).toFixed();
  }
  return renamed;
}

/** The symbol of a position's key: in the total of all portfolios it does not matter which of them holds a share. */
export const symbolOf = (key: string): string => key.slice(key.indexOf('\n') + 1);

function bySymbol(units: UnitsOfDay['units']): UnitsOfDay['units'] {
  if (units === null) return units;
  const sums: Record<string, string> = {};
  for (const [name, quantity] of Object.entries(units)) {
    const symbol = symbolOf(name);
    const other = sums[symbol];
    sums[symbol] = other === undefined ? quantity : new Decimal(other).plus(quantity).toFixed();
  }
  return sums;
}
