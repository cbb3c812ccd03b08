import { notFound, type Transaction } from '../platform/index.ts';
import { NETWORTH } from '../portfolio/index.ts';

/** Whose rows a report is about: one portfolio, or all of them under the name Networth. */
export interface PortfolioScope {
  /** Null for all portfolios. */
  id: string | null;
  name: string;
  /** Currency that its totals are told in. */
  currency: string;
}

/** @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND */
export async function portfolioScope(trx: Transaction, name?: string | null): Promise<PortfolioScope> {
  const wanted = name?.trim() || NETWORTH;
  const { rows } = await trx.raw<{
    rows: { id: string; name: string; currency: string; is_protected: boolean }[];
  }>(
    'select id, name, base_currency as currency, is_protected from portfolio.portfolios where lower(name) = lower(?)',
    [wanted],
  );
  const [row] = rows;
  if (row !== undefined)
    return { id: row.is_protected ? null : row.id, name: row.name, currency: row.currency };
  // Networth is made at the first change; before it there is nothing in it.
  if (wanted.toLowerCase() === NETWORTH.toLowerCase()) return { id: null, name: NETWORTH, currency: 'INR' };
  throw notFound('PORTFOLIO');
}
