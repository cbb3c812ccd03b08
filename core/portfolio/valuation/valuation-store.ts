import type { Decimal, DbTransaction } from '../../platform/index.ts';
import type { PriceObservation, ValuableHolding } from './holding-value.ts';

/** What a valuation needs of a holding. Numbers stay the text they are stored as: the arithmetic reads that fastest. */
export interface HoldingToValue extends ValuableHolding {
  id: string;
  portfolio_id: string;
  quantity: string;
  current_price: string | null;
  prior_prices?: PriceObservation[];
}

/**
 * Holdings; one without a usable price comes with the prices it had before, newest first.
 * @param portfolioIds of any people, for the system; null for all holdings of the owner.
 */
export async function holdingsToValue(
  trx: DbTransaction,
  portfolioIds: readonly string[] | null = null,
): Promise<HoldingToValue[]> {
  const { rows: holdings } = await trx.raw<{ rows: HoldingToValue[] }>(
    `select h.id, h.portfolio_id, p.name as portfolio, h.symbol, h.name, h.asset_class, h.sector, h.currency, h.quantity::text,
       h.avg_buy_price::text, h.current_price::text, h.previous_close::text, h.priced_at,
       h.price_as_of::text, l.unknown_cost_quantity::text
     from portfolio.holdings h join portfolio.portfolios p on p.id = h.portfolio_id
     left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     ${portfolioIds === null ? '' : 'where h.portfolio_id = any(?::bigint[])'}
     order by p.name, h.symbol`,
    portfolioIds === null ? [] : ([[...portfolioIds]] as never),
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

/** @param portfolioId one portfolio, or null for all. */
export async function ledgerTotals(
  trx: DbTransaction,
  portfolioId: string | null = null,
): Promise<LedgerTotals[]> {
  const { rows } = await trx.raw<{ rows: LedgerTotals[] }>(
    `select currency, sum(realised_fifo) as realised_fifo, sum(realised_average) as realised_average, sum(dividends) as dividends,
       sum(purchases) as purchases, sum(sales) as sales, sum(fees) as fees,
       coalesce(array_agg(symbol order by symbol) filter (where unmatched_quantity > 0), '{}') as unmatched_symbols,
       coalesce(array_agg(symbol order by symbol) filter (where unknown_cost_sold > 0), '{}') as unknown_cost_symbols,
       sum(transactions_count)::int as transactions_count, min(first_date)::text as first_date
     from portfolio.positions where (?::bigint is null or portfolio_id = ?::bigint)
     group by currency order by currency`,
    [portfolioId, portfolioId] as string[],
  );
  return rows;
}
