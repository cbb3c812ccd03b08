export { createBetaStore, type HoldingBeta, type HoldingWithoutBeta } from './beta-store.ts';
export { closePricingLines, priceEverybody, withClosePrices } from './after-change.ts';
export { type ClosePricingResult, type ClosePricingService, createClosePricing } from './close-pricing.ts';
export { createHoldingsBackfill, type HoldingsBackfill } from './holdings-backfill.ts';
export {
  closeBefore,
  decideQuote,
  type IsCloseBefore,
  isPricedByHand,
  observedAt,
} from './quote-decision.ts';
export type { PricedHolding } from './priced-holding.ts';
export { createQuoteService } from './quote-service.ts';
export type { RefreshProgress } from './refresh-progress.ts';
export { reasonWords } from './refresh-reasons.ts';
export { createPriceRefresh, type PriceRefresh } from './price-refresh.ts';
export type { PriceRound } from './price-round.ts';
export { refreshInput, type RefreshView, refreshView } from './view.ts';
export { createSamplePrices } from './sample-prices.ts';
export { withRates } from './with-rates.ts';
