import type { Model, QueryBuilder } from 'objection';
import { type DbTransaction, pageWindow } from '../../platform/index.ts';
import { TransactionModel } from '../models.ts';
import { scopedTo } from './portfolio-scope.ts';
import { countTransactions, symbolSpellings } from '../positions/index.ts';
import type { TransactionQuery } from './query.ts';

export interface TransactionRow extends TransactionModel {
  portfolio: string;
  /** The applied scheme merger that this row records. */
  merger_action_id: string | null;
}

/** Transactions as `t`, to be narrowed. */
export const transactionRows = (trx: DbTransaction) =>
  TransactionModel.query(trx)
    .alias('t')
    .join('portfolio.portfolios as p', (join) => {
      join.on('p.owner_user_id', 't.owner_user_id').on('p.id', 't.portfolio_id');
    })
    .select(
      't.*',
      'p.name as portfolio',
      trx.raw(
        `(select m.id from portfolio.ledger_actions m where m.id = t.merged_by and m.status = 'APPLIED') as merger_action_id`,
      ),
    ) as QueryBuilder<Model, Model[]> as QueryBuilder<TransactionRow, TransactionRow[]>;

/**
 * One page of transactions, newest first unless asked otherwise, and how many there are in all; none of a portfolio that is not there.
 * The owner is named: row-level security alone lets Postgres plan with the rows of an average owner.
 */
export async function pageOfTransactions(
  trx: DbTransaction,
  userId: string,
  query: TransactionQuery,
): Promise<{ rows: TransactionRow[]; total: number }> {
  const portfolioId = await scopedTo(trx, query.portfolio);
  if (portfolioId === undefined) return { rows: [], total: 0 };
  const symbols = query.symbol === undefined ? null : await symbolSpellings(trx, query.symbol);
  const filtered = TransactionModel.query(trx)
    .alias('t')
    .where((where) => {
      void where.where('t.owner_user_id', userId);
      if (portfolioId !== null) void where.where('t.portfolio_id', portfolioId);
      if (symbols !== null) void where.whereIn('t.symbol', symbols);
      if (query.type !== undefined) void where.where('t.type', query.type);
      if (query.is_derived !== undefined)
        void where.where('t.source', query.is_derived ? '=' : '<>', 'ACTION');
      if (query.import_id !== undefined) void where.where('t.import_id', query.import_id);
      if (query.from !== undefined) void where.where('t.trade_date', '>=', query.from);
      if (query.to !== undefined) void where.where('t.trade_date', '<=', query.to);
    });
  const { page_size, offset } = pageWindow(query);
  const { type, is_derived, import_id, from, to } = query;
  const isCounted = import_id === undefined && from === undefined && to === undefined;
  const counted = isCounted
    ? countTransactions(trx, { portfolio_id: portfolioId, symbols, type, is_derived })
    : filtered.clone().resultSize();
  const direction = query.order ?? 'desc';
  const order = [
    { column: 't.trade_date', order: direction },
    { column: 't.id', order: direction },
  ];
  // Only the page is joined: the rows before it are entries of an index.
  const page = filtered.select('t.id').orderBy(order).limit(page_size).offset(offset);
  const found = transactionRows(trx).where('t.owner_user_id', userId).whereIn('t.id', page).orderBy(order);
  const [total, rows] = await Promise.all([counted, found]);
  return { rows, total };
}

/** The last day after `after` on which units of a symbol were bought, sold or moved, by symbol. Splits move none. */
export async function lastMovements(trx: DbTransaction, after: string): Promise<Map<string, string>> {
  const { rows } = await trx.raw<{ rows: { symbol: string; day: string }[] }>(
    `select symbol, max(trade_date)::text as day from portfolio.transactions
     where trade_date > ? and (type in ('TRANSFER_IN', 'TRANSFER_OUT', 'DEMERGER') or type in ('BUY', 'SELL') and price > 0)
     group by symbol`,
    [after],
  );
  return new Map(rows.map(({ symbol, day }) => [symbol, day]));
}

export async function findTransaction(trx: DbTransaction, id: string): Promise<TransactionRow | undefined> {
  return await transactionRows(trx).findById(id);
}
