export type { FigureLimit } from './measures/index.ts';
export { type Reports, createReports } from './reports-area.ts';
export {
  type ActivityQuery,
  activityQuery,
  type ActivityRow,
  type ActivityType,
  type ActivityView,
  activityView,
} from './activity/index.ts';
export { type AttributionView, attributionView } from './attribution/index.ts';
export {
  type Definition,
  type DefinitionsView,
  definitionsView,
  toDefinitionsView,
} from './definitions/index.ts';
export { type DiversificationView, diversificationView } from './diversification/index.ts';
export { type DividendYieldView, dividendYieldView } from './dividend-yield/index.ts';
export { type Explanation, type FigureInput } from './explanation.ts';
export { type ExportQuery, exportQuery } from './export/index.ts';
export {
  fundHoldingsDayQuery,
  fundHoldingsDayView,
  type FundHoldingsInput,
  fundHoldingsInput,
  fundHoldingsQuery,
  type FundHoldingsView,
  fundHoldingsView,
} from './fund-holdings/index.ts';
export {
  type GoalScenarioInput,
  goalScenarioInput,
  goalScenarioQuery,
  type GoalScenarioView,
  goalScenarioView,
} from './goal-scenario/index.ts';
export {
  type HoldingReport,
  holdingReportQuery,
  holdingReportView,
  type OpenLot,
  type RecentCloses,
  recentClosesQuery,
  recentClosesView,
} from './holding/index.ts';
export {
  incomeProjectionQuery,
  type IncomeProjectionView,
  incomeProjectionView,
} from './income-projection/index.ts';
export { type HouseholdView, householdView } from './household/index.ts';
export {
  isWorthSending,
  type LetterMover,
  type LetterQuery,
  letterQuery,
  type LetterView,
  letterView,
  type MovementRecord,
} from './letter/index.ts';
export { type MonthlyReturnsView, monthlyReturnsView } from './monthly-returns/index.ts';
export { netWorthQuery, type NetWorthView, netWorthView } from './networth/index.ts';
export {
  type ExposedStock,
  type FundSnapshot,
  type HeldFund,
  type OverlapView,
  overlapView,
} from './overlap/index.ts';
export {
  type ComparisonQuery,
  comparisonQuery,
  type ComparisonView,
  comparisonView,
  type PerformanceQuery,
  performanceQuery,
  type PeriodReturn,
  type PerformanceView,
  performanceView,
} from './performance/index.ts';
export { type RebalanceView, rebalanceView, type SuggestedTrade } from './rebalance/index.ts';
export { type ValueHistory, valueHistoryQuery, valueHistoryView } from './value-history/index.ts';
export { createReportFacts } from './report-facts.ts';
export { portfolioQuery, type ReportQuery, reportQuery } from './report-query.ts';
export { type RiskQuery, riskQuery, type RiskView, riskView } from './risk/index.ts';
export { snapshotsQuery } from './snapshots.ts';
export {
  type RemainingLot,
  type TaxAlternative,
  taxFileQuery,
  type TaxLot,
  type TaxPageQuery,
  type TaxReportPage,
  taxReportPageView,
  type TaxReportView,
  type TermTotals,
  type UnmatchedSell,
} from './tax/index.ts';
export { todosView, type TodosView } from './todos/index.ts';
export {
  type UpcomingRow,
  type UpcomingQuery,
  upcomingQuery,
  type UpcomingType,
  type UpcomingView,
  upcomingView,
} from './upcoming/index.ts';
export { type ReportWarning } from './warning.ts';
