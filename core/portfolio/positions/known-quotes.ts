import type { DbTransaction } from '../../platform/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import type { HoldingModel } from '../models.ts';

type Quote = Pick<
  HoldingModel,
  'current_price' | 'previous_close' | 'priced_at' | 'price_source' | 'price_as_of'
>;

/**
 * The newest known quotes of symbols in any of the owner's portfolios, for holdings that have none yet. The answer looks
 * one of them up.
 */
export async function knownQuotes(
  trx: DbTransaction,
  wanted: { symbol: string; currency: string }[],
): Promise<(of: { symbol: string; currency: string }) => Quote | undefined> {
  const { rows } = await trx.raw<{ rows: (Quote & { symbol: string; currency: string })[] }>(
    `select distinct on (symbol, currency) symbol, currency, current_price, previous_close, priced_at, price_source,
       price_as_of
     from portfolio.holdings
     where current_price is not null and price_source is distinct from '${TRADE_SOURCE}' and (symbol, currency) in (select * from unnest(?::text[], ?::text[]))
     order by symbol, currency, coalesce(price_as_of, (priced_at at time zone 'Asia/Kolkata')::date) desc nulls last,
       priced_at desc nulls last`,
    [wanted.map(({ symbol }) => symbol), wanted.map(({ currency }) => currency)],
  );
  const known = new Map(
    rows.map(({ symbol, currency, ...quote }) => [`${symbol}\0${currency}`, quote as Quote]),
  );
  return ({ symbol, currency }) => known.get(`${symbol}\0${currency}`);
}
