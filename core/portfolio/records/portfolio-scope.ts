import { notFound, type DbTransaction } from '../../platform/index.ts';
import type { PortfolioModel } from '../models.ts';
import { isNetworth, NETWORTH } from './inputs.ts';
import { findPortfolioByName, findNetworth } from './portfolio-store.ts';

/** What a portfolio's name from outside stands for: one portfolio, or all of them together under the name Networth. */
export interface PortfolioScope {
  /** The portfolio whose rows count; null for all of them. */
  id: string | null;
  /** The portfolio that snapshots are kept under; null while Networth is not made yet, and has none. */
  own_id: string | null;
  name: string;
  /** Currency that its totals are told in. */
  currency: string;
}

/** What rows of all portfolios are told in until somebody chose another currency. */
const USUAL_CURRENCY = 'INR';

/** The scope that a row of `portfolios` stands for. */
export function scopeOf(
  row: Pick<PortfolioModel, 'id' | 'name' | 'base_currency' | 'is_protected'>,
): PortfolioScope & { own_id: string } {
  const { id, is_protected, name, base_currency: currency } = row;
  return { id: is_protected ? null : id, own_id: id, name, currency };
}

/** Networth, which is there before its row is made. */
export const networthScope = (row: PortfolioModel | undefined): PortfolioScope =>
  row === undefined ? { id: null, own_id: null, name: NETWORTH, currency: USUAL_CURRENCY } : scopeOf(row);

/**
 * Who is meant by a name from outside: whatever its case and the blanks around it, as names are unique in the database.
 * @param name nothing, or nothing but blanks, means Networth, which is there before its row is made.
 * @returns undefined where there is no such portfolio.
 */
export async function findScope(
  trx: DbTransaction,
  name: string | null | undefined,
): Promise<PortfolioScope | undefined> {
  const wanted = name?.trim() || NETWORTH;
  if (isNetworth(wanted)) return networthScope(await findNetworth(trx));
  const row = await findPortfolioByName(trx, wanted);
  return row && scopeOf(row);
}

/**
 * What a list is narrowed to by a name that may be left out.
 * @returns the portfolio's id; null for all of them; undefined where there is no such portfolio and the list is empty.
 */
export async function scopedTo(
  trx: DbTransaction,
  name: string | undefined,
): Promise<string | null | undefined> {
  return name === undefined ? null : (await findScope(trx, name))?.id;
}

/** Who is meant by a name from outside, where nothing can be told without it. @throws 404 PORTFOLIO_NOT_FOUND */
export async function portfolioScope(
  trx: DbTransaction,
  name: string | null | undefined,
): Promise<PortfolioScope> {
  const scope = await findScope(trx, name);
  if (scope === undefined) throw notFound('PORTFOLIO');
  return scope;
}
