import type { DbTransaction } from '../../../platform/index.ts';
import type { PositionKey } from '../../positions/index.ts';

/** What a symbol of a portfolio comes to, by the ledger and as a holding. */
export interface Standing {
  portfolio: string;
  symbol: string;
  /** Of the holding; null where there is none. */
  quantity: number | null;
  /** Units sold that no purchase covers. */
  unmatched: number;
}

export const keyOf = ({ portfolio_id, symbol }: PositionKey): string => `${portfolio_id}\0${symbol}`;

/** How symbols stand, by `keyOf`. */
export async function standingsOf(
  trx: DbTransaction,
  keys: readonly PositionKey[],
): Promise<Map<string, Standing>> {
  const { rows } = await trx.raw<{ rows: (PositionKey & Standing)[] }>(
    `select k.portfolio_id::text, k.symbol, p.name as portfolio, h.quantity::float8 as quantity,
       coalesce(l.unmatched_quantity, 0)::float8 as unmatched
     from unnest(?::bigint[], ?::text[]) as k (portfolio_id, symbol)
     join portfolio.portfolios p on p.id = k.portfolio_id
     left join portfolio.holdings h on h.portfolio_id = k.portfolio_id and h.symbol = k.symbol
     left join portfolio.positions l on l.portfolio_id = k.portfolio_id and l.symbol = k.symbol`,
    [keys.map(({ portfolio_id }) => portfolio_id), keys.map(({ symbol }) => symbol)] as never,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Symbols that rows of an import are of, and how many of those rows were edited after it. */
export async function importedKeys(
  trx: DbTransaction,
  importId: string,
): Promise<{ keys: PositionKey[]; transactions: number; edited: number }> {
  const { rows } = await trx.raw<{ rows: (PositionKey & { count: number; edited: number })[] }>(
    `select portfolio_id::text, symbol, count(*)::int as count,
       count(*) filter (where updated_at > created_at)::int as edited
     from portfolio.transactions where import_id = ? group by 1, 2`,
    [importId],
  );
  return {
    keys: rows.map(({ portfolio_id, symbol }) => ({ portfolio_id, symbol })),
    transactions: rows.reduce((sum, { count }) => sum + count, 0),
    edited: rows.reduce((sum, { edited }) => sum + edited, 0),
  };
}

/** Deletes what is left of an import. @returns how many rows. */
export async function deleteImported(trx: DbTransaction, importId: string): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    'delete from portfolio.transactions where import_id = ?',
    [importId],
  );
  return rowCount;
}

/** Symbols for which units were recorded by hand that the books lacked, after an import of the same symbols. */
export async function openingsSince(
  trx: DbTransaction,
  importId: string,
  committedAt: Date,
): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select distinct o.symbol
     from portfolio.transactions o
     join (select distinct portfolio_id, symbol from portfolio.transactions where import_id = ?) t
       on t.portfolio_id = o.portfolio_id and t.symbol = o.symbol
     where o.type = 'TRANSFER_IN' and o.action_id is null and o.created_at > ?
       and o.import_id is null
     order by 1`,
    [importId, committedAt],
  );
  return rows.map(({ symbol }) => symbol);
}
