import type { DbTransaction } from '../../platform/index.ts';
import type { TransactionType } from '../ledger/index.ts';

/** Filters of a count; all given ones apply. */
interface CountedBy {
  portfolio_id?: string | null;
  symbols?: readonly string[] | null;
  type?: TransactionType | undefined;
  is_derived?: boolean | undefined;
}

/** Number of transactions, from the counts that every write updates. */
export async function countTransactions(
  trx: DbTransaction,
  { portfolio_id, symbols, type, is_derived }: CountedBy,
): Promise<number> {
  const counts = trx('portfolio.transaction_counts').sum('rows as total');
  if (portfolio_id !== undefined && portfolio_id !== null) void counts.where({ portfolio_id });
  if (symbols !== undefined && symbols !== null) void counts.whereIn('symbol', symbols);
  if (type !== undefined) void counts.where({ type });
  if (is_derived !== undefined) void counts.where({ is_derived });
  const [row] = (await counts) as { total: string | null }[];
  return Number(row?.total ?? 0);
}

/**
 * Number of a person's transactions without those that follow from a corporate action or that an applied merger replaces.
 * @param isDividend null for both, and `portfolio_id` null for all portfolios.
 */
export async function countRecorded(
  trx: DbTransaction,
  owner: string,
  { portfolio_id, isDividend }: { portfolio_id: string | null; isDividend: boolean | null },
): Promise<number> {
  const of = { portfolio_id, is_derived: false };
  const all = isDividend === true ? 0 : await countTransactions(trx, of);
  const dividends = isDividend === null ? 0 : await countTransactions(trx, { ...of, type: 'DIVIDEND' });
  // Of each merger, an index has the rows that it replaces.
  const { rows } = await trx.raw<{ rows: { merged: number }[] }>(
    `select coalesce(sum(of.merged), 0)::int as merged from portfolio.ledger_actions m cross join lateral (
       select count(*) as merged from portfolio.transactions t where t.merged_by = m.id and t.action_id is null
         and (:portfolio_id::bigint is null or t.portfolio_id = :portfolio_id)
         and (:isDividend::boolean is null or (t.type = 'DIVIDEND') = :isDividend)) of
     where m.owner_user_id = :owner and m.status = 'APPLIED'`,
    { owner, portfolio_id, isDividend } as unknown as Record<string, string>,
  );
  return (isDividend === true ? dividends : all - dividends) - (rows[0]?.merged ?? 0);
}

/**
 * The first and the last day of transactions as `days`, each one entry of an index: for few rows, Postgres would rather read
 * all of them to find the least, and it takes an average security for one of few rows.
 * @param security columns of the surrounding query with the portfolio, the symbol and perhaps the currency.
 */
export const daysOfSecurity = (security: {
  portfolio_id: string;
  symbol: string;
  currency?: string;
}): string => {
  const condition = Object.entries(security)
    .map(([column, named]) => `of.${column} = ${named}`)
    .join(' and ');
  const day = (order: string) =>
    `(select trade_date from portfolio.transactions of where ${condition} order by trade_date ${order} limit 1)`;
  return `lateral (select ${day('asc')} as first_day, ${day('desc')} as last_day) days`;
};
