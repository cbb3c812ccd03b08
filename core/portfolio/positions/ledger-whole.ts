import type { Transaction } from '../../platform/index.ts';
import type { PortfolioModel } from '../models.ts';

/**
 * Symbols of a portfolio (of all of them for Networth) whose transactions do not add up to what is held, in order; none
 * where the ledger is whole.
 */
export async function symbolsBeyondLedger(trx: Transaction, portfolio: PortfolioModel): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select distinct h.symbol from portfolio.holdings h
       left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
       where (?::boolean or h.portfolio_id = ?::bigint) and l.quantity is distinct from h.quantity
       order by h.symbol`,
    [portfolio.is_protected, portfolio.id],
  );
  return rows.map(({ symbol }) => symbol);
}
