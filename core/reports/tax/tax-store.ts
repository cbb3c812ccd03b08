import type { Transaction } from '../../platform/index.ts';
import { IS_REPLAYED, ROW_AMOUNT } from '../../portfolio/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/** What a holding says of a symbol, beside its ledger. */
export interface HeldLabel {
  portfolio_id: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass | null;
}

export interface DividendSum {
  currency: string;
  day: string;
  payments: number;
  /** Exact text. */
  gross: string;
  withheld: string;
}

/** Symbols of which no row counts: they have no position. */
export async function symbolsWithoutPosition(
  trx: Transaction,
  portfolioId: string | null,
): Promise<{ portfolio_id: string; symbol: string }[]> {
  const { rows } = await trx.raw<{ rows: { portfolio_id: string; symbol: string }[] }>(
    `select distinct t.portfolio_id, t.symbol from portfolio.transactions t
     left join portfolio.positions l on l.portfolio_id = t.portfolio_id and l.symbol = t.symbol
     where l.symbol is null and (?::bigint is null or t.portfolio_id = ?::bigint)`,
    [portfolioId, portfolioId] as string[],
  );
  return rows;
}

export async function readHeldLabels(trx: Transaction): Promise<HeldLabel[]> {
  const { rows } = await trx.raw<{ rows: HeldLabel[] }>(
    `select portfolio_id::text, symbol, name, isin, asset_class from portfolio.holdings order by id`,
  );
  return rows;
}

/** Dividends that were paid in a span of days, by day and currency. */
export async function readDividends(
  trx: Transaction,
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
