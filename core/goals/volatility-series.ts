import type { PortfolioSeries } from '../finance/returns/index.ts';

/** Daily values of a portfolio with its cash flows, as far back as they are known. */
export interface VolatilitySeries extends Omit<PortfolioSeries, 'portfolio' | 'dividends'> {
  /** Why there are no days; null where there are. */
  ledger_reason: string | null;
  /** The covered share of the value, below 1, of days that are not covered whole. */
  shares: ReadonlyMap<string, number>;
  /** The last day with a value, where the last session is a later one; null where it is not. */
  ends_on: string | null;
}

/**
 * Reads the series that the reports of returns and of risk measure; cached while nothing changes.
 * @param portfolio its name; null for all of them together. @throws 404 PORTFOLIO_NOT_FOUND.
 */
export type ReadVolatilitySeries = (userId: string, portfolio: string | null) => Promise<VolatilitySeries>;
