import type { DbTransaction } from '../../platform/index.ts';
import type { PositionKey } from './position-key.ts';

/** Symbols of which no row counts: they have no position. */
export async function symbolsWithoutPosition(
  trx: DbTransaction,
  portfolioId: string | null,
): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: PositionKey[] }>(
    `select distinct t.portfolio_id, t.symbol from portfolio.transaction_counts t
     left join portfolio.positions l on l.portfolio_id = t.portfolio_id and l.symbol = t.symbol
     where l.symbol is null and (?::bigint is null or t.portfolio_id = ?::bigint)`,
    [portfolioId, portfolioId] as string[],
  );
  return rows;
}

/** Whether any transaction is on record: without one it is not known what was paid. */
export async function hasLedger(trx: DbTransaction, portfolioId: string | null): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { found: boolean }[] }>(
    `select exists (select from portfolio.transactions where ?::bigint is null or portfolio_id = ?::bigint) as found`,
    [portfolioId, portfolioId] as string[],
  );
  return rows[0]?.found === true;
}
