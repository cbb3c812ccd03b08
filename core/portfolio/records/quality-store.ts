import type { PriceAttemptModel } from '../models.ts';
import {
  date,
  dateOrNull,
  number,
  numberOrNull,
  text,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import type { PositionKey } from '../positions/index.ts';
import {
  keptPage,
  type Page,
  type PageQuery,
  pageWindow,
  takeTopics,
  type DbTransaction,
} from '../../platform/index.ts';

/** The last attempt on each holding that was ever tried, or on one of them. */
export async function readAttempts(
  trx: DbTransaction,
  holdingId: string | null = null,
): Promise<PriceAttemptModel[]> {
  const { rows } = await trx.raw<{ rows: PriceAttemptModel[] }>(
    `select a.holding_id, a.owner_user_id, greatest(a.attempted_at, r.attempted_at) as attempted_at, a.status, a.reason,
       a.tried, a.offered_price, a.offered_as_of, a.offered_source, a.failing_since
     from portfolio.price_attempts a left join portfolio.price_rounds r on r.owner_user_id = a.owner_user_id
     where ?::bigint is null or a.holding_id = ?::bigint`,
    [holdingId as string, holdingId as string],
  );
  return rows;
}

/** A row of the ledger that is in no figure, with what it says. */
export const excludedTransactionView = view({
  transaction_id: text,
  portfolio: text,
  symbol: text,
  date,
  type: text,
  quantity: number,
  /** Null where a row has none: splits and transfers. */
  price: numberOrNull,
  currency: text,
  code: text,
  reason: text,
});
export type ExcludedTransaction = ViewOf<typeof excludedTransactionView>;

/** Rows that the replay excludes, newest first. */
export async function pageOfExcluded(
  trx: DbTransaction,
  query: PageQuery,
): Promise<Page<ExcludedTransaction>> {
  return await keptPage(trx, 'portfolio.skipped_rows', {}, query, async ({ page_size, offset }) => {
    const { rows } = await trx.raw<{ rows: ExcludedTransaction[] }>(
      `select s.transaction_id::text, p.name as portfolio, s.symbol, s.trade_date::text as date, t.type,
       t.quantity::float8,
       case when t.type not in ('SPLIT', 'TRANSFER_IN', 'TRANSFER_OUT', 'DEMERGER') then t.price::float8 end as price,
       t.currency, s.code, s.reason
     from (select * from portfolio.skipped_rows order by trade_date desc, transaction_id desc limit ? offset ?) s
     join portfolio.portfolios p on p.id = s.portfolio_id
     join portfolio.transactions t on t.id = s.transaction_id
     order by s.trade_date desc, s.transaction_id desc`,
      [page_size, offset],
    );
    return rows;
  });
}

/** How many rows the replay excludes, by code. */
export async function countExcluded(trx: DbTransaction): Promise<{ code: string; count: number }[]> {
  const { rows } = await trx.raw<{ rows: { code: string; count: number }[] }>(
    'select code, count(*)::int as count from portfolio.skipped_rows group by code order by count desc, code',
  );
  return rows;
}

/** Sold units of a symbol for which no purchase is known. */
export const unmatchedSaleView = view({
  portfolio: text,
  symbol: text,
  currency: text,
  quantity: number,
  last_date: dateOrNull,
});
export type UnmatchedSale = ViewOf<typeof unmatchedSaleView>;

export async function pageOfUnmatched(trx: DbTransaction, query: PageQuery): Promise<Page<UnmatchedSale>> {
  const { page, page_size, offset } = pageWindow(query);
  const total = await countUnmatched(trx);
  const { rows } = await trx.raw<{ rows: UnmatchedSale[] }>(
    `select p.name as portfolio, l.symbol, l.currency, l.unmatched_quantity::float8 as quantity,
       l.last_date::text as last_date
     from portfolio.positions l join portfolio.portfolios p on p.id = l.portfolio_id
     where l.unmatched_quantity <> 0 order by p.name, l.symbol limit ? offset ?`,
    [page_size, offset],
  );
  return { items: rows, page, page_size, total };
}

export async function countUnmatched(trx: DbTransaction): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    'select count(*)::int as count from portfolio.positions where unmatched_quantity <> 0',
  );
  return rows[0]?.count ?? 0;
}

/** Every symbol of the owner's ledger. */
export async function ledgerKeys(trx: DbTransaction): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: PositionKey[] }>(
    'select distinct portfolio_id::text, symbol from portfolio.transactions order by 1, 2',
  );
  return rows;
}

/**
 * True once, for a ledger that nobody has looked through yet; a second one that asks meanwhile waits and gets false.
 * Writers of the ledger wait until the end of the transaction.
 */
export async function beginReview(trx: DbTransaction, userId: string, at: Date): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into portfolio.ledger_reviews (owner_user_id, reviewed_at) values (?, ?)
     on conflict (owner_user_id) do nothing`,
    [userId, at],
  );
  if (rowCount === 1) await takeTopics(trx, [userId], { writes: [], holds: ['ledger'] });
  return rowCount === 1;
}

/** The symbols among these that were sold without a known purchase. */
export async function unmatchedOf(trx: DbTransaction, keys: readonly PositionKey[]): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select distinct symbol from portfolio.positions
     where unmatched_quantity > 0 and (portfolio_id, symbol) in (select * from unnest(?::bigint[], ?::text[]))
     order by symbol`,
    [keys.map(({ portfolio_id }) => portfolio_id), keys.map(({ symbol }) => symbol)],
  );
  return rows.map(({ symbol }) => symbol);
}
