import type { Context } from '../platform/index.ts';
import type { Goals } from '../goals/index.ts';
import type { Income } from '../income/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { Liabilities } from '../liabilities/index.ts';
import type { Fx, MarketHistory } from '../market/index.ts';
import type { PortfolioArea, ReadUndecided } from '../portfolio/index.ts';
import type { Quality } from '../quality/index.ts';
import { createActivity } from './activity/index.ts';
import { createAttributionReport } from './attribution/index.ts';
import { createDiversificationReport } from './diversification/index.ts';
import { createDividendYield } from './dividend-yield/index.ts';
import { createExports } from './export/index.ts';
import { createFundHoldings } from './fund-holdings/index.ts';
import { createGoalScenario } from './goal-scenario/index.ts';
import { createHeldFacts } from './held.ts';
import { createHoldingReport, createRecentCloses } from './holding/index.ts';
import { createIncomeProjection } from './income-projection/index.ts';
import { createGapWarnings } from './ledger-gaps.ts';
import { createLetter } from './letter/index.ts';
import { createMonthlyReturns } from './monthly-returns/index.ts';
import { createNetWorth } from './networth/index.ts';
import { createOverlap } from './overlap/index.ts';
import { createComparison, createPerformanceReport } from './performance/index.ts';
import { createRebalance } from './rebalance/index.ts';
import type { ReportFacts } from './report-facts.ts';
import { createRiskReport } from './risk/index.ts';
import { createSnapshotsReport } from './snapshots.ts';
import { createRealisedGains, createTax } from './tax/index.ts';
import { createTodos, type ReadCalendarTask, type ReadTradingTasks } from './todos/index.ts';
import { createUpcomingReport } from './upcoming/index.ts';
import { createHousehold, type HouseholdParts } from './household/index.ts';
import { createValueHistory } from './value-history/index.ts';
import type { Benchmarks } from '../performance/index.ts';

/** The areas whose facts the reports are made of; reports read them and change none of them. */
interface ReportParts {
  portfolio: PortfolioArea;
  history: MarketHistory;
  fx: Fx;
  benchmarks: Benchmarks;
  instruments: Instruments;
  income: Income;
  goals: Goals;
  liabilities: Liabilities;
  quality: Quality;
  /** Symbols with a corporate action that waits for a decision. */
  readUndecided: ReadUndecided;
  readTradingTasks: ReadTradingTasks;
  readCalendarTask: ReadCalendarTask;
  /** Members who agreed to show their totals to each other. */
  household: HouseholdParts['household'];
}

export type Reports = ReturnType<typeof createReports>;

/** Every report, each a read-only view with the reasons of what is unknown (spec: Reports, Report rules 1 to 13). */
export function createReports(
  context: Context,
  { cached, values, returns: facts, days }: ReportFacts,
  parts: ReportParts,
) {
  const gaps = createGapWarnings(parts.portfolio, parts.readUndecided);
  const diversification = createDiversificationReport(parts, cached);
  const held = createHeldFacts(context, parts.portfolio, cached);
  const calendar = createUpcomingReport(context, parts, cached);
  const todos = createTodos(parts);
  const reports = {
    values,
    days,
    performance: createPerformanceReport(context, { ...parts, facts, gaps, cached }),
    comparison: createComparison(parts.benchmarks, { facts, gaps, cached }),
    risk: createRiskReport(context, { facts, gaps, cached }),
    monthlyReturns: createMonthlyReturns({ facts, gaps, cached }),
    attribution: createAttributionReport(parts.portfolio, { gaps, cached }),
    diversification,
    /** One symbol, with everything that happened to it. */
    holding: createHoldingReport(context, { ...parts, diversification, calendar }, cached),
    /** Closes of holdings for the small lines of a list. */
    recentCloses: createRecentCloses(context, parts),
    incomeProjection: createIncomeProjection(context, parts, cached),
    dividendYield: createDividendYield(context, parts, cached),
    calendar,
    /** Tasks of the person. */
    todos,
    /** The week in one letter. */
    letter: createLetter(context, { ...parts, facts, calendar, todos }),
    goalScenario: createGoalScenario(context, parts, cached),
    activity: createActivity(context, cached),
    /** Totals of several people who agreed to that. */
    household: createHousehold(context, parts),
    /** Recorded hours of a portfolio. */
    snapshots: createSnapshotsReport(parts.portfolio, cached),
    /** Value and cost since the first transaction. */
    valueHistory: createValueHistory({ ...parts, values, facts }, cached),
    networth: createNetWorth(context, { ...parts, facts }, cached),
    fundHoldings: createFundHoldings(context, parts.portfolio),
    overlap: createOverlap(context, { ...parts, held }, cached),
    rebalance: createRebalance(context, held, cached),
    /** Sales of a financial year with their lots, and Schedule 112A. */
    tax: createTax(context, parts, cached),
    /** Gains of all sales by symbol and financial year, in one replay. */
    realised: createRealisedGains(context, parts),
  };
  /** The same reports as files. */
  return { ...reports, exports: createExports(context, { ...reports, income: parts.income }, cached) };
}
