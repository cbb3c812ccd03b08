import type { DbTransaction } from '../../platform/index.ts';
import { SAMPLE_PEOPLE } from '../../identity/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';

/** Classes without a market price (spec: Price refresh rules 5). */
export const UNPRICED_CLASSES: readonly AssetClass[] = ['Unlisted', 'Cash'];

/** A holding's instrument and its last price. */
export interface PricedHolding {
  id: string;
  owner_user_id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass;
  currency: string;
  current_price: number | null;
  previous_close: number | null;
  priced_at: Date | null;
  price_source: string | null;
  /** Day of the price at its market; null for prices without a provider. */
  price_as_of?: string | null;
  /** A fund's last value of another day than `current_price`. */
  guard_price?: number | null;
  /** The day of its symbol and ISIN: the last trade of a holding from the ledger; null is today. */
  words_of: string | null;
}

/** An instrument that people hold, without owner, quantity or price. */
export type HeldInstrument = Pick<
  PricedHolding,
  'symbol' | 'name' | 'isin' | 'asset_class' | 'currency' | 'words_of'
> & {
  owner_user_id: null;
};

/**
 * Holdings by portfolio and symbol. Those of a sample have prices of their own, and are not among them.
 * @param owners several people, for the system; null for the owner of the transaction.
 * @param isUnpriced only holdings of some units that know no price, or only that of a trade.
 */
export async function readPricedHoldings(
  trx: DbTransaction,
  owners: readonly string[] | null,
  isUnpriced = false,
): Promise<PricedHolding[]> {
  const { rows } = await trx.raw<{ rows: PricedHolding[] }>(
    `select h.id, h.owner_user_id, p.name as portfolio, h.symbol, h.name, h.isin, h.asset_class, h.currency,
       h.current_price::float8, h.previous_close::float8, h.priced_at, h.price_source, h.price_as_of,
       h.guard_price::float8,
       case when h.source = 'LEDGER' then l.last_date end as words_of
     from portfolio.holdings h join portfolio.portfolios p on p.id = h.portfolio_id
     left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     where h.owner_user_id not in (${SAMPLE_PEOPLE}) ${owners === null ? '' : 'and h.owner_user_id = any(?::bigint[])'}
       ${isUnpriced ? `and (h.current_price is null or h.price_source = '${TRADE_SOURCE}') and h.quantity > 0` : ''}
     order by p.name, h.symbol, h.id`,
    owners === null ? [] : ([[...owners]] as never),
  );
  return rows;
}

/** Instruments with a market price that these people hold, each once; the most held come first. */
export async function heldInstruments(
  trx: DbTransaction,
  people: readonly string[],
): Promise<HeldInstrument[]> {
  const { rows } = await trx.raw<{ rows: HeldInstrument[] }>(
    `select h.symbol, h.name, h.isin, h.asset_class, h.currency, null as owner_user_id,
       case when h.source = 'LEDGER' then l.last_date end as words_of
     from portfolio.holdings h
     left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     where h.owner_user_id = any(?::bigint[]) and h.asset_class <> all(?::text[])
     group by 1, 2, 3, 4, 5, 7 order by count(*) desc, 1, 2, 3, 4, 5, 7`,
    [[...people], [...UNPRICED_CLASSES]],
  );
  return rows;
}

/** Real people with holdings; those with the oldest prices come first. */
export async function readHolders(trx: DbTransaction): Promise<string[]> {
  const rows = (await trx('portfolio.holdings')
    .whereRaw(`owner_user_id not in (${SAMPLE_PEOPLE})`)
    .groupBy('owner_user_id')
    .orderByRaw('max(priced_at) nulls first, owner_user_id')
    .select('owner_user_id')) as { owner_user_id: string }[];
  return rows.map(({ owner_user_id }) => owner_user_id);
}
