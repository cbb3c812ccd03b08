import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { ROW_AMOUNT, ROW_MONEY } from '../ledger/index.ts';
import { IS_REPLAYED } from './skipped-row-store.ts';

/** Dividends of a day in one currency. */
export interface DividendSum {
  currency: string;
  day: string;
  payments: number;
  /** Exact text. */
  gross: string;
  withheld: string;
}

/** Dividends of one currency, calendar year, and side of the day on which the twelve months begin. */
export interface PaidSum {
  currency: string;
  year: number;
  is_trailing: boolean;
  /** After tax withheld. */
  amount: Decimal;
  tax: Decimal;
  payments: number;
}

/** A dividend after tax withheld. */
export interface PaidRow {
  id: string;
  date: string;
  symbol: string;
  amount: Decimal;
  currency: string;
  source: string;
}

const IN_SCOPE = '(?::bigint is null or portfolio_id = ?::bigint)';

/** Dividends that were paid in a span of days, by day and currency. */
export async function readDividends(
  trx: DbTransaction,
  portfolioId: string | null,
  { from, to }: { from: string; to: string },
): Promise<DividendSum[]> {
  const { rows } = await trx.raw<{ rows: DividendSum[] }>(
    `select currency, trade_date::text as day, count(*)::int as payments,
       sum(${ROW_AMOUNT})::text as gross, sum(fee_tax)::text as withheld
     from portfolio.transactions t
     where type = 'DIVIDEND' and trade_date between ?::date and ?::date and ${IS_REPLAYED}
       and (?::bigint is null or portfolio_id = ?::bigint)
     group by currency, trade_date order by currency, trade_date`,
    [from, to, portfolioId, portfolioId] as string[],
  );
  return rows;
}

/**
 * Dividends by year.
 * @param span `since` is the first day of the first year; `after` the day before the twelve months begin.
 */
export async function readPaid(
  trx: DbTransaction,
  portfolioId: string | null,
  span: { since: string; after: string; until: string },
): Promise<PaidSum[]> {
  const { rows } = await trx.raw<{ rows: PaidSum[] }>(
    `select currency, extract(year from trade_date)::int as year, trade_date > ?::date as is_trailing,
       sum(${ROW_MONEY}) as amount, sum(fee_tax) as tax, count(*)::int as payments
     from portfolio.transactions t
     where type = 'DIVIDEND' and trade_date between ? and ? and ${IN_SCOPE} and ${IS_REPLAYED}
     group by 1, 2, 3 order by 1, 2, 3`,
    [span.after, span.since, span.until, portfolioId, portfolioId] as string[],
  );
  return rows;
}

/** The heaviest payments of the twelve months, by day. */
export async function readPayments(
  trx: DbTransaction,
  portfolioId: string | null,
  span: { after: string; until: string },
  most: number,
): Promise<PaidRow[]> {
  const { rows } = await trx.raw<{ rows: PaidRow[] }>(
    `select * from (
       select id, trade_date as date, symbol, ${ROW_MONEY} as amount, currency, source from portfolio.transactions t
       where type = 'DIVIDEND' and trade_date > ? and trade_date <= ? and ${IN_SCOPE} and ${IS_REPLAYED}
       order by abs(${ROW_MONEY}) desc, id limit ?
     ) heaviest order by date, id`,
    [span.after, span.until, portfolioId, portfolioId, most] as string[],
  );
  return rows;
}

/** Dividends of one position in a span of days, after tax withheld. */
interface PaidByPosition {
  portfolio_id: string;
  symbol: string;
  currency: string;
  amount: Decimal;
}

/** Dividends after one day and up to another, by position and currency. */
export async function readPaidByPosition(
  trx: DbTransaction,
  span: { after: string; until: string },
): Promise<PaidByPosition[]> {
  const { rows } = await trx.raw<{ rows: PaidByPosition[] }>(
    `select portfolio_id, symbol, currency, sum(${ROW_MONEY}) as amount
     from portfolio.transactions t
     where type = 'DIVIDEND' and trade_date > ? and trade_date <= ? and ${IS_REPLAYED}
     group by portfolio_id, symbol, currency order by portfolio_id, symbol`,
    [span.after, span.until],
  );
  return rows;
}
