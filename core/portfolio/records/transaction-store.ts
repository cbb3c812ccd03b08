import type { Model, QueryBuilder } from 'objection';
import { type DbTransaction, type PageQuery, pageWindow } from '../../platform/index.ts';
import { TransactionModel } from '../models.ts';
import { narrowedTo } from './portfolio-scope.ts';
import { symbolSpellings } from '../positions/index.ts';
import { hasPrice, rowAmount, type TransactionType } from '../ledger/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

export interface TransactionRow extends TransactionModel {
  portfolio: string;
}

/** A transaction as every door shows it. `amount` is before charges, in `currency`. */
export interface TransactionView {
  id: string;
  portfolio: string;
  symbol: string;
  /** The symbol of its day, where the position is called otherwise today. */
  recorded_symbol: string | null;
  date: string;
  type: TransactionType;
  quantity: number;
  /** Null where a row has none: splits, transfers and demergers. */
  price: number | null;
  fee_tax: number;
  amount: number | null;
  currency: string;
  isin: string | null;
  security_id: string | null;
  asset_class: AssetClass | null;
  note: string | null;
  execution_id: string | null;
  /** The exchange's time of day, HH:MM:SS; null where nobody told it. */
  executed_at: string | null;
  source: string;
  /** The decision about a corporate action that it follows from: such a row is not edited or deleted by itself. */
  action_id: string | null;
  created_at: string;
  updated_at: string;
}

export function transactionView(row: TransactionRow): TransactionView {
  return {
    id: row.id,
    portfolio: row.portfolio,
    symbol: row.symbol,
    recorded_symbol: row.recorded_symbol,
    date: row.trade_date,
    type: row.type,
    quantity: row.quantity.toNumber(),
    price: hasPrice(row.type) ? row.price.toNumber() : null,
    fee_tax: row.fee_tax.toNumber(),
    amount: rowAmount(row)?.toNumber() ?? null,
    currency: row.currency,
    isin: row.isin,
    security_id: row.security_id,
    asset_class: row.asset_class,
    note: row.note,
    execution_id: row.execution_id,
    executed_at: row.executed_at,
    source: row.source,
    action_id: row.action_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export interface TransactionQuery extends PageQuery {
  portfolio?: string | undefined;
  symbol?: string | undefined;
  type?: TransactionType | undefined;
  /** Only rows that follow from a corporate action, or only those that were recorded. */
  is_derived?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Transactions as `t`, to be narrowed. */
export const transactionRows = (trx: DbTransaction) =>
  TransactionModel.query(trx)
    .alias('t')
    .join('portfolio.portfolios as p', 'p.id', 't.portfolio_id')
    .select('t.*', 'p.name as portfolio') as QueryBuilder<Model, Model[]> as QueryBuilder<
    TransactionRow,
    TransactionRow[]
  >;

/** One page of transactions, newest first unless asked otherwise, and how many there are in all; none of a portfolio that is not there. */
export async function pageOfTransactions(
  trx: DbTransaction,
  query: TransactionQuery,
): Promise<{ rows: TransactionRow[]; total: number }> {
  const portfolioId = await narrowedTo(trx, query.portfolio);
  if (portfolioId === undefined) return { rows: [], total: 0 };
  const symbols = query.symbol === undefined ? null : await symbolSpellings(trx, query.symbol);
  const filtered = transactionRows(trx).where((where) => {
    if (portfolioId !== null) void where.where('t.portfolio_id', portfolioId);
    if (symbols !== null) void where.whereIn('t.symbol', symbols);
    if (query.type !== undefined) void where.where('t.type', query.type);
    if (query.is_derived !== undefined) void where.where('t.source', query.is_derived ? '=' : '<>', 'ACTION');
    if (query.from !== undefined) void where.where('t.trade_date', '>=', query.from);
    if (query.to !== undefined) void where.where('t.trade_date', '<=', query.to);
  });
  const { page_size, offset } = pageWindow(query);
  const total = await filtered.clone().resultSize();
  const direction = query.order ?? 'desc';
  const rows = await filtered
    .orderBy([
      { column: 't.trade_date', order: direction },
      { column: 't.id', order: direction },
    ])
    .limit(page_size)
    .offset(offset);
  return { rows, total };
}

export async function findTransaction(trx: DbTransaction, id: string): Promise<TransactionRow | undefined> {
  return await transactionRows(trx).findById(id);
}
