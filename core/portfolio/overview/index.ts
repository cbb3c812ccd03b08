export { createDashboardService, type DashboardService, type ReadSyncHealth } from './dashboard-service.ts';
export {
  createHoldingsValuationService,
  type HoldingValuation,
  type LedgerEvidence,
  type LedgerFact,
  type HoldingsValuation,
} from './holdings-valuation-service.ts';
export { createSymbolFactsService, type SymbolFacts } from './symbol-facts-service.ts';
export { createQualityService, type QualityOverview } from './quality-service.ts';
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
export { createHoldingValueService, type DividendsPaid, type HoldingValue } from './holding-value-service.ts';
