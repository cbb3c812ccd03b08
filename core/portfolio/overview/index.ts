export {
  createDashboardService,
  type DashboardPorts,
  type DashboardView,
  type Earnings,
  type GoalHighlight,
  type ReadSyncHealth,
} from './dashboard-service.ts';
export {
  createHoldingsValuationService,
  type HoldingValuation,
  type LedgerEvidence,
  type LedgerFact,
  type HoldingsValuation,
} from './holdings-valuation-service.ts';
export {
  createQualityService,
  type HoldingPrice,
  type LedgerCounts,
  type PriceState,
  type QualityOverview,
  type RefusedValue,
} from './quality-service.ts';
export { createWorthService, type DividendsPaid, type HoldingWorth } from './worth-service.ts';
