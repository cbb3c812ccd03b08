import { portfolioScope } from '../records/index.ts';
import type { Context, DbTransaction } from '../../platform/index.ts';
import { type BookChange, readBookChanges } from './book-changes.ts';
import { withUnits } from './kept-units.ts';
import { positionKey } from './snapshot.ts';

/** Units by the key of their position, as the books call it now. */
type Units = Readonly<Record<string, number>>;

/** A day with a snapshot, as its last one has it. */
export interface RecordedDay {
  day: string;
  recorded_at: Date;
  value: number | null;
  invested: number | null;
  /** The value is of all holdings. A total that excludes some would rise on the day that they are priced. */
  is_whole: boolean;
  /** Null where they were not kept. Days with the same units share one object. */
  units: Units | null;
}

/** The last snapshot of each day (spec: Report rules 6), and the changes of the books since. */
export function createRecordedDays({ database }: Pick<Context, 'database'>) {
  return {
    /** @param name a portfolio; Networth where it is missing. @throws 404 PORTFOLIO_NOT_FOUND. */
    async read(userId: string, name?: string | null): Promise<RecordedDay[]> {
      return await database.asUser(userId, async (trx) => {
        const { own_id, currency } = await portfolioScope(trx, name);
        return own_id === null ? [] : await readRecordedDays(trx, own_id, currency);
      });
    },

    /**
     * Changes of the books after an instant that concern days up to another one.
     * @throws 404 PORTFOLIO_NOT_FOUND.
     */
    async changes(
      userId: string,
      name: string | null,
      span: { after: Date; until: string },
    ): Promise<BookChange[]> {
      return await database.asUser(
        userId,
        async (trx) => await readBookChanges(trx, await portfolioScope(trx, name), span),
      );
    },
  };
}

/**
 * The recorded days of a portfolio, oldest first. A day from closes was not recorded: it proves neither units nor a value.
 * @param currency of the amounts; snapshots in another currency are excluded. Null for the units of all snapshots.
 */
export async function readRecordedDays(
  trx: DbTransaction,
  portfolioId: string,
  currency: string | null,
): Promise<RecordedDay[]> {
  // Units are large and seldom change: they are sent where they differ from those of the day before. Those of one hour do not.
  const { rows } = await trx.raw<{ rows: (RecordedDay & { is_kept: boolean; is_changed: boolean })[] }>(
    `select day, recorded_at, value, invested, is_whole, units is not null as is_kept, is_changed,
       case when is_changed then units end as units
     from (
       select *, case when hour = lag(hour) over w then false else units is distinct from lag(units) over w end as is_changed
       from (
       select u.hour, r.day, r.recorded_at, u.units, r.current_value::float8 as value, r.total_invested::float8 as invested,
         r.state in ('AVAILABLE', 'ESTIMATED') as is_whole
       from (
         select distinct on (day) (recorded_at at time zone 'Asia/Kolkata')::date as day, *
         from portfolio.snapshots
         where portfolio_id = ? and source = 'MEASURED' and (?::text is null or currency = ?::text)
         order by day, recorded_at desc, currency
       ) r ${withUnits('r')}
       ) last window w as (order by day)
     ) changed order by day`,
    [portfolioId, currency, currency] as string[],
  );
  const { rows: renames } = await trx.raw<{ rows: Rename[] }>(
    `select c.portfolio_id::text, c.recorded, c.until::text, c.symbol, exists (
         select from portfolio.positions l where l.portfolio_id = c.portfolio_id and l.symbol = c.recorded
       ) as is_used
     from portfolio.current_symbols c order by c.until`,
  );
  const named = createNames(renames);
  let units: RecordedDay['units'] = null;
  return rows.map(({ is_kept, is_changed, ...row }) => {
    if (is_changed) units = row.units;
    return { ...row, units: is_kept && units !== null ? named(row.day, units) : null };
  });
}

/** The symbol that a position has since a day; `is_used`: another share goes by the old one now. */
interface Rename {
  portfolio_id: string;
  recorded: string;
  until: string;
  symbol: string;
  is_used: boolean;
}

/**
 * Names the units of a day as the books do now. A rename may be applied long after its day: until then a snapshot has the
 * old symbol, unless the ledger has a share that goes by it since.
 */
function createNames(renames: readonly Rename[]): (day: string, units: object) => Units {
  const byKey = new Map<string, Rename[]>();
  for (const one of renames) {
    const key = positionKey({ portfolio: one.portfolio_id, symbol: one.recorded });
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  const days = [...new Set(renames.map(({ until }) => until))];
  let [last, lastCount, named]: [object | null, number, Units] = [null, 0, {}];
  return (day, units) => {
    const count = days.filter((until) => until <= day).length;
    if (units === last && count === lastCount) return named;
    const sums: Record<string, number> = {};
    for (const [name, quantity] of Object.entries(units)) {
      const own = byKey.get(name) ?? [];
      const next = own.find(({ until }) => day < until) ?? own.findLast(({ is_used }) => !is_used);
      const key =
        next === undefined ? name : positionKey({ portfolio: next.portfolio_id, symbol: next.symbol });
      sums[key] = (sums[key] ?? 0) + Number(quantity);
    }
    [last, lastCount, named] = [units, count, sums];
    return named;
  };
}
