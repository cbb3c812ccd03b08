import type { Transaction } from '../../platform/index.ts';

/**
 * Symbols of a portfolio (of all of them where none is given) whose transactions do not add up to what is held, in order; none
 * where the ledger is whole.
 */
export async function symbolsBeyondLedger(trx: Transaction, portfolioId: string | null): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select distinct h.symbol from portfolio.holdings h
       left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
       where (?::bigint is null or h.portfolio_id = ?::bigint) and l.quantity is distinct from h.quantity
       order by h.symbol`,
    [portfolioId, portfolioId] as string[],
  );
  return rows.map(({ symbol }) => symbol);
}
