export { type BookFacts, createBookFactsService } from './book-facts-service.ts';
export { createDashboardService, type DashboardService } from './dashboard-service.ts';
export {
  createHoldingsValuationService,
  type HoldingValuation,
  type LedgerEvidence,
  type HoldingsValuation,
} from './holdings-valuation-service.ts';
export { createSymbolFactsService, type SymbolFacts } from './symbol-facts-service.ts';
export { createQualityService } from './quality-service.ts';
export {
  dashboardTotalsView,
  dashboardView,
  type DashboardView,
  type GoalHighlight,
  type HoldingPrice,
  holdingPriceFields,
  ledgerCountsView,
  priceAttemptFields,
  refusedValueView,
  type RefusedValue,
} from './view.ts';
export { createLifetimeGainService } from './lifetime-gain-service.ts';
export { createHoldingValueService } from './holding-value-service.ts';
