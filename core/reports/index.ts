import type { Context } from '../context.ts';
import type { Goals } from '../goals/index.ts';
import type { Income } from '../income/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { Liabilities } from '../liabilities/index.ts';
import type { Fx, MarketHistory } from '../market/index.ts';
import type { PortfolioArea, SnapshotQuery } from '../portfolio/index.ts';
import { createActivity } from './activity/index.ts';
import { createAttributionReport } from './attribution/index.ts';
import { createCached } from './cached.ts';
import { createDiversificationReport } from './diversification/index.ts';
import { createDividendYield } from './dividend-yield/index.ts';
import { createValues } from '../performance/engine/index.ts';
import { createExports } from './export/index.ts';
import { createFundHoldings } from './fund-holdings/index.ts';
import { createGoalScenario } from './goal-scenario/index.ts';
import { createIncomeProjection } from './income-projection/index.ts';
import { createGapWarnings } from './ledger-gaps.ts';
import { createMonthlyReturns } from './monthly-returns/index.ts';
import { createNetWorth } from './networth/index.ts';
import { createOverlap } from './overlap/index.ts';
import { createComparison, createPerformanceReport, createReturnFacts } from './performance/index.ts';
import { createRebalance } from './rebalance/index.ts';
import { createRiskReport } from './risk/index.ts';
import { createTax } from './tax/index.ts';
import { createUpcomingReport } from './upcoming/index.ts';
import type { Benchmarks } from '../performance/index.ts';

export {
  ACTIVITY_TYPES,
  activityQuery,
  type ActivityRow,
  type ActivityType,
  type ActivityView,
} from './activity/index.ts';
export type { AttributionView, Contribution, LeftOutHolding } from './attribution/index.ts';
export type { DiversificationView, WeightedHolding, WeightedPart } from './diversification/index.ts';
export { dividendYieldQuery, type DividendYieldView } from './dividend-yield/index.ts';
export {
  EXPORT_FORMATS,
  EXPORT_REPORTS,
  type ExportFile,
  type ExportFormat,
  type ExportQuery,
  type ExportReport,
} from './export/index.ts';
export {
  type Definition,
  type DefinitionGroup,
  DEFINITIONS,
  type DefinitionsView,
  definitionsView,
  type Differences,
} from './definitions/index.ts';
export {
  type Explanation,
  explanationsOrNull,
  type FigureInput,
  type InputKind,
  MOST_INPUTS,
} from './explanation.ts';
export { instantOf, moment, momentOfDay } from './moment.ts';
export { reasonsOf, reportQuery } from './report-query.ts';
export { goalScenarioInput, type GoalScenarioView } from './goal-scenario/index.ts';
export { incomeProjectionQuery, type IncomeProjectionView } from './income-projection/index.ts';
export type { MonthlyReturnsView, MonthReturn, PartialMonths } from './monthly-returns/index.ts';
export {
  type AccountWorth,
  type DebtWorth,
  LIABILITY_BASES,
  type NetWorthPoint,
  netWorthQuery,
  type NetWorthView,
} from './networth/index.ts';
export {
  UPCOMING_SOURCES,
  UPCOMING_TYPES,
  type UpcomingRow,
  upcomingQuery,
  type UpcomingType,
  type UpcomingView,
} from './upcoming/index.ts';
export {
  type FundHolding,
  type FundHoldingsDay,
  type FundHoldingsInput,
  fundHoldingsInput,
  type FundHoldingsView,
} from './fund-holdings/index.ts';
export type {
  ExposedStock,
  ExposureSource,
  FundSnapshot,
  HeldFund,
  OverlapView,
  OverlapWarning,
} from './overlap/index.ts';
export type {
  RebalanceBucket,
  RebalanceLeftOut,
  RebalanceView,
  SuggestedTrade,
} from './rebalance/index.ts';
export {
  LARGEST_TAX_PAGE,
  type LotAlternative,
  type RemainingLot,
  type Schedule112aRow,
  type Schedule112aView,
  type TaxAlternative,
  type TaxLot,
  type TaxReportPage,
  type TaxReportView,
  type TermTotals,
  type UnmatchedSell,
} from './tax/index.ts';

export type {
  BenchmarkReturn,
  ComparisonView,
  PartialComparison,
  PartialPeriods,
  PerformanceAmount,
  PerformanceFigure,
  PerformanceQuery,
  PerformanceView,
  PeriodReturn,
  SeriesPoint,
} from './performance/index.ts';
export {
  type DayReturn,
  type PartialRisk,
  type RiskFigure,
  riskQuery,
  type RiskView,
  riskView,
} from './risk/index.ts';
export { type ReportWarning, warnings } from './warning.ts';

/** The areas whose facts the reports are made of; reports read them and change none of them. */
export interface ReportParts {
  portfolio: PortfolioArea;
  history: MarketHistory;
  fx: Fx;
  benchmarks: Benchmarks;
  instruments: Instruments;
  income: Income;
  goals: Goals;
  liabilities: Liabilities;
}

export type Reports = ReturnType<typeof createReports>;

/** Every report, each a read-only view with the reasons of what is unknown (spec: Reports, Report rules 1 to 13). */
export function createReports(context: Context, parts: ReportParts) {
  const cached = createCached(context);
  const values = createValues(context, parts);
  const facts = createReturnFacts(context, { portfolio: parts.portfolio, values, cached });
  const gaps = createGapWarnings(parts.portfolio);
  const reports = {
    /** Daily values since the first transaction, worked out from ledger, closes and rates. */
    values,
    /** Values of a portfolio by day with the money that moved: the snapshots, and the ledger's days before the first. */
    days: async (userId: string, portfolio: string | null) => await facts.daily(userId, portfolio),
    performance: createPerformanceReport(context, { ...parts, facts, gaps, cached }),
    comparison: createComparison(context, parts.benchmarks, { facts, gaps, cached }),
    risk: createRiskReport(context, { facts, gaps, cached }),
    monthlyReturns: createMonthlyReturns({ facts, gaps, cached }),
    attribution: createAttributionReport(parts.portfolio, { gaps, cached }),
    diversification: createDiversificationReport(parts.portfolio, cached),
    incomeProjection: createIncomeProjection(context, parts, cached),
    dividendYield: createDividendYield(context, parts, cached),
    calendar: createUpcomingReport(context, parts, cached),
    goalScenario: createGoalScenario(context, parts, cached),
    activity: createActivity(context, cached),
    /** Recorded hours of a portfolio. */
    snapshots: cached('snapshots', (userId, query: SnapshotQuery) =>
      parts.portfolio.snapshots.list(userId, query),
    ),
    networth: createNetWorth(context, parts, cached),
    fundHoldings: createFundHoldings(context, parts.portfolio),
    overlap: createOverlap(context, parts, cached),
    rebalance: createRebalance(context, parts.portfolio, cached),
    /** Sales of a financial year with their lots, and Schedule 112A. */
    tax: createTax(context, parts, cached),
  };
  /** The same reports as files. */
  return { ...reports, exports: createExports(context, { ...reports, income: parts.income }, cached) };
}
