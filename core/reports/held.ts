import type { Context } from '../platform/index.ts';
import { listPortfolios, type PortfolioArea, portfolioScope } from '../portfolio/index.ts';
import type { AssetClass } from '../market/instruments/index.ts';
import { exactSum } from '../finance/figures/index.ts';
import type { Cached } from './cached.ts';
import { oldPriceWarnings, type ReportWarning } from './warning.ts';

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

/** Holdings of a portfolio now, or of all portfolios for Networth. */
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
  /** That some prices are old; empty where none is. */
  old_prices: ReportWarning[];
  /** Names of all portfolios with targets of their own, or of one of their holdings. */
  with_targets: string[];
}

export type HeldFacts = ReturnType<typeof createHeldFacts>;

/**
 * Holdings with their values, which the reports of a page share; holdings without units are excluded. The query names a
 * portfolio, and defaults to Networth. @throws 404 PORTFOLIO_NOT_FOUND.
 */
export function createHeldFacts(
  context: Pick<Context, 'database'>,
  portfolio: Pick<PortfolioArea, 'holdings' | 'holdingsValuation' | 'rates'>,
  cached: Cached,
) {
  return cached(
    'facts of holdings',
    async (userId: string, query: { portfolio?: string }) =>
      await readHeld(context, portfolio, userId, query.portfolio),
  );
}

async function readHeld(
  { database }: Pick<Context, 'database'>,
  portfolio: Pick<PortfolioArea, 'holdings' | 'holdingsValuation' | 'rates'>,
  userId: string,
  wanted: string | undefined,
): Promise<HeldPortfolio> {
  const { portfolios, id, name, currency } = await database.readAsUser(userId, async (trx) => ({
    ...(await portfolioScope(trx, wanted)),
    portfolios: await listPortfolios(trx),
  }));
  const all = await portfolio.holdings.all(userId);
  const { freshness } = await portfolio.holdingsValuation.read(userId, { portfolio: wanted ?? null });
  const rows = all.filter((row) => row.quantity > 0 && (id === null || row.portfolio === name));
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
    name,
    currency,
    is_networth: id === null,
    target_allocation: portfolios.find((one) => one.id === id)?.target_allocation_json ?? null,
    holdings,
    total:
      holdings.length > 0 && valued.length === 0 ? null : exactSum(valued.map(({ value }) => value ?? 0)),
    converted: [...new Set(valued.map((one) => one.currency).filter((one) => one !== currency))],
    old_prices: oldPriceWarnings(freshness),
    with_targets: portfolios.filter(hasTargets(all)).map((one) => one.name),
  };
}

function hasTargets(holdings: readonly { portfolio: string; target_allocation_pct: number | null }[]) {
  const onHoldings = new Set(
    holdings.filter((one) => one.target_allocation_pct !== null).map((one) => one.portfolio),
  );
  return (one: Awaited<ReturnType<typeof listPortfolios>>[number]): boolean =>
    !one.is_protected &&
    (onHoldings.has(one.name) || Object.keys(one.target_allocation_json ?? {}).length > 0);
}
