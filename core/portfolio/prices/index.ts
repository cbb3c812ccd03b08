export { createBetaStore, type HoldingBeta, type HoldingWithoutBeta } from './beta-store.ts';
export { closePricingLines, priceEverybody, withClosePrices } from './after-change.ts';
export {
  type ClosePricing,
  type ClosePricingResult,
  type ClosePricingService,
  createClosePricing,
} from './close-pricing.ts';
export { createHoldingsBackfill, type HoldingsBackfill } from './holdings-backfill.ts';
export type { PriceAttempt } from './price-attempt-store.ts';
export {
  closeBefore,
  decideQuote,
  type IsCloseBefore,
  observedAt,
  type ProviderQuote,
  type QuoteDecision,
} from './quote-decision.ts';
export {
  createQuoteService,
  type HoldingQuote,
  type PricedHolding,
  type QuoteService,
  StaleHoldings,
} from './quote-service.ts';
export type { RefreshProgress } from './refresh-progress.ts';
export { type RefreshReason, reasonWords } from './refresh-reasons.ts';
export { createPriceRefresh, type PriceRefresh } from './price-refresh.ts';
export { createRefreshService } from './refresh-service.ts';
export {
  refreshInput,
  type RefreshOutcome,
  type RefreshStatus,
  type RefreshView,
  refreshView,
} from './view.ts';
export { withRates } from './with-rates.ts';
