import { type Context, notFound } from '../platform/index.ts';
import { type PortfolioArea, portfolioScope } from '../portfolio/index.ts';
import type { AssetClass } from '../market/instruments/index.ts';
import { exactSum } from '../finance/figures/index.ts';

/** A holding with its value in the currency of its portfolio; null with the reason where that is unknown. */
export interface Held {
  id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass;
  sector: string | null;
  /** Of `price`. */
  currency: string;
  quantity: number;
  price: number | null;
  priced_at: string | null;
  price_source: string | null;
  target_allocation_pct: number | null;
  /** Units of the portfolio's currency per unit of `currency`; null without a rate. */
  rate: number | null;
  value: number | null;
  reason: string | null;
}

/** What a portfolio holds now, or all of them for Networth. */
export interface HeldPortfolio {
  name: string;
  currency: string;
  is_networth: boolean;
  target_allocation: Record<string, number> | null;
  holdings: Held[];
  /** Of everything that could be valued; null where nothing could, 0 where nothing is held. */
  total: number | null;
  /** Currencies that were converted. */
  converted: string[];
}

/**
 * Reads what is held, valued as everywhere else; holdings of no units are excluded.
 * @param name a portfolio, or nothing for Networth. @throws 404 PORTFOLIO_NOT_FOUND.
 */
export async function readHeld(
  { database }: Pick<Context, 'database'>,
  portfolio: Pick<PortfolioArea, 'holdings' | 'portfolios' | 'rates'>,
  userId: string,
  name: string | undefined,
): Promise<HeldPortfolio> {
  const { id } = await database.readAsUser(userId, (trx) => portfolioScope(trx, name));
  const all = await portfolio.portfolios.list(userId);
  const found = all.find((one) => (id === null ? one.is_protected : one.id === id));
  if (found === undefined) throw notFound('PORTFOLIO');
  const rows = (await portfolio.holdings.all(userId)).filter(
    (row) => row.quantity > 0 && (found.is_protected || row.portfolio === found.name),
  );
  const currency = found.base_currency;
  const fx = await database.readAsUser(userId, (trx) =>
    portfolio.rates(trx, { from: rows.map((row) => row.currency), to: [currency] }),
  );
  const holdings = rows.map((row): Held => {
    const rate = fx(row.currency, currency)?.rate.toNumber() ?? null;
    const value = row.market_value === null || rate === null ? null : row.market_value * rate;
    return {
      id: row.id,
      portfolio: row.portfolio,
      symbol: row.symbol,
      name: row.name,
      isin: row.isin,
      asset_class: row.asset_class,
      sector: row.sector,
      currency: row.currency,
      quantity: row.quantity,
      price: row.current_price,
      priced_at: row.priced_at,
      price_source: row.price_source,
      target_allocation_pct: row.target_allocation_pct,
      rate,
      value,
      reason:
        value !== null
          ? null
          : row.market_value === null
            ? `No price for ${row.symbol}.`
            : `No exchange rate from ${row.currency} to ${currency}.`,
    };
  });
  const valued = holdings.filter(({ value }) => value !== null);
  return {
    name: found.name,
    currency,
    is_networth: found.is_protected,
    target_allocation: found.target_allocation,
    holdings,
    total:
      holdings.length > 0 && valued.length === 0 ? null : exactSum(valued.map(({ value }) => value ?? 0)),
    converted: [...new Set(valued.map((one) => one.currency).filter((one) => one !== currency))],
  };
}
