import type { Transaction } from '../platform/index.ts';
import type { PortfolioModel } from './models.ts';

/** True when the transactions add up to every holding of the portfolio (of all of them for Networth). */
export async function isLedgerWhole(trx: Transaction, portfolio: PortfolioModel): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { is_whole: boolean }[] }>(
    `select not exists (
       select 1 from portfolio.holdings h
       left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
       where (?::boolean or h.portfolio_id = ?::bigint) and l.quantity is distinct from h.quantity
     ) as is_whole`,
    [portfolio.is_protected, portfolio.id],
  );
  return rows[0]?.is_whole === true;
}
