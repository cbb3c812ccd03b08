import type { DbTransaction, Decimal } from '../../platform/index.ts';

/** A price of an earlier day than the one that its holding has. */
export interface OlderPrice {
  owner_user_id: string;
  portfolio_id: string;
  symbol: string;
  currency: string;
  /** YYYY-MM-DD */
  day: string;
  /** Above zero, exact. */
  price: string;
  source: string;
}

/** Sources whose closes the history of the market keeps. */
const KEPT = ['NSE', 'AMFI', 'FILE', 'YAHOO', 'MFAPI'];

/**
 * Files prices under their days: the holding keeps its newer price, and its past gains a value. A price by hand is of its
 * portfolio and takes the place of an earlier one of that day; any other leaves what is filed as it is.
 * @returns the owners of prices that are new.
 */
export async function fileOlderPrices(trx: DbTransaction, prices: readonly OlderPrice[]): Promise<string[]> {
  const filed = prices.filter(({ source }) => !KEPT.includes(source));
  if (filed.length === 0) return [];
  const { rows } = await trx.raw<{ rows: { owner: string }[] }>(
    `insert into portfolio.observed_prices as known (owner_user_id, symbol, currency, day, price, source, portfolio_id)
     select distinct on (o.owner_user_id, o.symbol, o.currency, o.day, own.portfolio_id)
       o.owner_user_id, o.symbol, o.currency, o.day, o.price, o.source, own.portfolio_id
     from jsonb_to_recordset(?::jsonb) as o (owner_user_id bigint, portfolio_id bigint, symbol text, currency text, day date,
         price numeric, source text)
       cross join lateral (select case when o.source in ('MANUAL', 'CSV') then o.portfolio_id else 0 end) as own (portfolio_id)
     on conflict (owner_user_id, symbol, currency, day, portfolio_id) do update
       set price = excluded.price, source = excluded.source
       where excluded.source = 'MANUAL' and known.price <> excluded.price
     returning owner_user_id::text as owner`,
    [JSON.stringify(filed)],
  );
  return [...new Set(rows.map(({ owner }) => owner))];
}

/** The newest filed price of a holding before a day; null for none. */
export async function priceBefore(
  trx: DbTransaction,
  { owner_user_id, portfolio_id, symbol, currency }: Omit<OlderPrice, 'day' | 'price' | 'source'>,
  day: string,
): Promise<Decimal | null> {
  const { rows } = await trx.raw<{ rows: { price: Decimal }[] }>(
    `select price from portfolio.observed_prices
     where owner_user_id = ? and symbol = ? and currency = ? and day < ?::date and portfolio_id in (0, ?::bigint)
     order by day desc, portfolio_id desc limit 1`,
    [owner_user_id, symbol, currency, day, portfolio_id],
  );
  return rows[0]?.price ?? null;
}
