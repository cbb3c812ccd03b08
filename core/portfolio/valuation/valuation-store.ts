import { HAND_DAYS } from '../../market/calendar/index.ts';
import type { Decimal, DbTransaction } from '../../platform/index.ts';
import type { PriceObservation, ValuableHolding } from './holding-value.ts';

/** What a valuation needs of a holding. Numbers stay the text they are stored as: the arithmetic reads that fastest. */
export interface HoldingToValue extends ValuableHolding {
  id: string;
  owner_user_id: string;
  portfolio_id: string;
  quantity: string;
  current_price: string | null;
  prior_prices?: PriceObservation[];
}

/** Rows of these people for the system, which sees all; everything a person sees without `owners`. */
const ofOwners = (column: string, owners?: readonly string[]): string =>
  owners === undefined ? '' : `where ${column} = any(?::bigint[])`;

/** Answers of a refresh after which a person prices a holding. That no source is switched on says nothing of a share or fund. */
const IS_UNPRICED = `(a.reason in ('PRICED_BY_HAND', 'NOT_FOUND', 'NO_PRICE', 'NAV_UNRESOLVED')
  or (a.reason = 'NO_PROVIDER' and h.asset_class in ('Bond', 'Commodity')))`;

/**
 * Days for which the price of holding `h` in portfolio `p` counts, null where a market prices it. By hand is what is unlisted,
 * and a price of a form, file or statement where the last refresh found no source for it. Its own interval comes before that
 * of its portfolio and that of Networth.
 */
export const HAND_DAYS_COLUMN = `case when h.asset_class = 'Unlisted' or (h.price_source in ('MANUAL', 'CSV', 'STATEMENT')
    and exists (select from portfolio.price_attempts a where a.holding_id = h.id and a.owner_user_id = h.owner_user_id
      and ${IS_UNPRICED}))
  then coalesce(h.price_interval_days, p.price_interval_days, (select n.price_interval_days from portfolio.portfolios n
    where n.owner_user_id = h.owner_user_id and n.is_protected), ${HAND_DAYS}) end as hand_days`;

/**
 * Every holding; one without a usable price comes with the prices it had before, newest first.
 * @param owners for the system: of these people.
 */
export async function holdingsToValue(
  trx: DbTransaction,
  owners?: readonly string[],
): Promise<HoldingToValue[]> {
  const { rows: holdings } = await trx.raw<{ rows: HoldingToValue[] }>(
    `select h.id, h.owner_user_id, h.portfolio_id, p.name as portfolio, h.symbol, h.name, h.asset_class, h.sector, h.currency, h.quantity::text,
       h.avg_buy_price::text, h.current_price::text, h.previous_close::text, h.priced_at,
       h.price_as_of::text, h.price_source, ${HAND_DAYS_COLUMN}, l.last_trade_on::text, l.unknown_cost_quantity::text
     from portfolio.holdings h join portfolio.portfolios p on p.id = h.portfolio_id
     left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     ${ofOwners('h.owner_user_id', owners)} order by p.name, h.symbol`,
    owners === undefined ? [] : [[...owners]],
  );
  const unpriced = holdings.filter((row) => !(Number(row.current_price) > 0));
  if (unpriced.length === 0) return holdings;
  const { rows } = await trx.raw<{
    rows: { holding_id: string; price: Decimal; observed_at: string }[];
  }>(
    `select distinct on (holding_id) holding_id, price, valuation_date::text as observed_at
     from portfolio.holding_price_updates where holding_id = any(?::bigint[]) and price > 0
     order by holding_id, valuation_date desc, id desc`,
    [unpriced.map((row) => row.id)],
  );
  const known = new Map(
    rows.map(({ holding_id, price, observed_at }) => [holding_id, [{ price, observed_at }]]),
  );
  for (const row of unpriced) row.prior_prices = known.get(row.id) ?? [];
  return holdings;
}

/** What the ledgers add up to, in one currency. */
export interface LedgerTotals {
  owner_user_id: string;
  currency: string;
  realised_fifo: Decimal;
  realised_average: Decimal;
  dividends: Decimal;
  purchases: Decimal;
  sales: Decimal;
  fees: Decimal;
  unmatched_symbols: string[];
  unknown_cost_symbols: string[];
  transactions_count: number;
  first_date: string | null;
}

/** @param of one portfolio; for the system all of some people; everything a person sees without. */
export async function ledgerTotals(
  trx: DbTransaction,
  of: { portfolio?: string | null; owners?: readonly string[] } = {},
): Promise<LedgerTotals[]> {
  const { portfolio = null, owners } = of;
  const { rows } = await trx.raw<{ rows: LedgerTotals[] }>(
    `select owner_user_id, currency, sum(realised_fifo) as realised_fifo, sum(realised_average) as realised_average, sum(dividends) as dividends,
       sum(purchases) as purchases, sum(sales) as sales, sum(fees) as fees,
       coalesce(array_agg(symbol order by symbol) filter (where unmatched_quantity > 0), '{}') as unmatched_symbols,
       coalesce(array_agg(symbol order by symbol) filter (where unknown_cost_sold > 0), '{}') as unknown_cost_symbols,
       sum(transactions_count)::int as transactions_count, min(first_date)::text as first_date
     from portfolio.positions
     ${portfolio === null ? ofOwners('owner_user_id', owners) : 'where portfolio_id = ?::bigint'}
     group by owner_user_id, currency order by currency`,
    portfolio !== null ? [portfolio] : owners === undefined ? [] : [[...owners]],
  );
  return rows;
}
