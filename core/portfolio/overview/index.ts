export {
  createDashboardService,
  type DashboardPorts,
  type DashboardView,
  type Earnings,
  type GoalHighlight,
  type ReadSyncHealth,
} from './dashboard-service.ts';
export {
  createStandingService,
  type HoldingStanding,
  type LedgerEvidence,
  type LedgerFact,
  type Standing,
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
