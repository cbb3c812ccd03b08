import { toNumber, type DbTransaction } from '../../platform/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';
import type { HoldingRow } from '../records/index.ts';

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

/** Converts a row of holdings for a refresh. */
export function pricedHolding(row: HoldingRow): PricedHolding {
  return {
    id: row.id,
    owner_user_id: row.owner_user_id,
    portfolio: row.portfolio,
    symbol: row.symbol,
    name: row.name,
    isin: row.isin,
    asset_class: row.asset_class,
    currency: row.currency,
    current_price: row.current_price === null ? null : toNumber(row.current_price),
    previous_close: row.previous_close === null ? null : toNumber(row.previous_close),
    priced_at: row.priced_at,
    price_source: row.price_source,
    price_as_of: row.price_as_of,
    words_of: row.source === 'LEDGER' ? row.last_trade_on : null,
  };
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

/** People with holdings; those with the oldest prices come first. */
export async function readHolders(trx: DbTransaction): Promise<string[]> {
  const rows = (await trx('portfolio.holdings')
    .groupBy('owner_user_id')
    .orderByRaw('max(priced_at) nulls first, owner_user_id')
    .select('owner_user_id')) as { owner_user_id: string }[];
  return rows.map(({ owner_user_id }) => owner_user_id);
}
