import type { Decimal, Transaction } from '../../platform/index.ts';
import { IS_REPLAYED, type PortfolioScope, ROW_MONEY } from '../../portfolio/index.ts';

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

export interface CostSum {
  currency: string;
  cost: Decimal;
  /** Symbols without a buy price. */
  costless: string[];
}

export interface PaidRow {
  id: string;
  date: string;
  symbol: string;
  amount: Decimal;
  currency: string;
  source: string;
}

const IN_SCOPE = '(?::bigint is null or portfolio_id = ?::bigint)';

/** @param span `since` is the first day of the first year; `after` the day before the twelve months begin. */
export async function readPaid(
  trx: Transaction,
  { id }: PortfolioScope,
  span: { since: string; after: string; until: string },
): Promise<PaidSum[]> {
  const { rows } = await trx.raw<{ rows: PaidSum[] }>(
    `select currency, extract(year from trade_date)::int as year, trade_date > ?::date as is_trailing,
       sum(${ROW_MONEY}) as amount, sum(fee_tax) as tax, count(*)::int as payments
     from portfolio.transactions t
     where type = 'DIVIDEND' and trade_date between ? and ? and ${IN_SCOPE} and ${IS_REPLAYED}
     group by 1, 2, 3 order by 1, 2, 3`,
    [span.after, span.since, span.until, id, id],
  );
  return rows;
}

/** The heaviest payments of the twelve months, by day. */
export async function readPayments(
  trx: Transaction,
  { id }: PortfolioScope,
  span: { after: string; until: string },
  most: number,
): Promise<PaidRow[]> {
  const { rows } = await trx.raw<{ rows: PaidRow[] }>(
    `select * from (
       select id, trade_date as date, symbol, ${ROW_MONEY} as amount, currency, source from portfolio.transactions t
       where type = 'DIVIDEND' and trade_date > ? and trade_date <= ? and ${IN_SCOPE} and ${IS_REPLAYED}
       order by abs(${ROW_MONEY}) desc, id limit ?
     ) heaviest order by date, id`,
    [span.after, span.until, id, id, most],
  );
  return rows;
}

/** Whether any transaction is on record: without one it is not known what was paid. */
export async function hasLedger(trx: Transaction, { id }: PortfolioScope): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { found: boolean }[] }>(
    `select exists (select from portfolio.transactions where ${IN_SCOPE}) as found`,
    [id, id],
  );
  return rows[0]?.found === true;
}

export async function readCost(trx: Transaction, { id }: PortfolioScope): Promise<CostSum[]> {
  const { rows } = await trx.raw<{ rows: CostSum[] }>(
    `select currency, coalesce(sum(quantity * avg_buy_price), 0) as cost,
       coalesce(array_agg(symbol order by symbol) filter (where avg_buy_price is null and quantity > 0), '{}') as costless
     from portfolio.holdings where ${IN_SCOPE} group by currency order by currency`,
    [id, id],
  );
  return rows;
}
