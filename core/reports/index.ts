import type { Context } from '../context.ts';
import type { Goals } from '../goals/index.ts';
import type { Income } from '../income/index.ts';
import type { Instruments } from '../instruments/index.ts';
import type { Liabilities } from '../liabilities/index.ts';
import type { Benchmarks, Fx, MarketHistory } from '../market/index.ts';
import type { PortfolioArea } from '../portfolio/index.ts';
import { createAttributionReport } from './attribution/index.ts';
import { createCached } from './cached.ts';
import { createTax } from './tax/index.ts';
import { createDiversificationReport } from './diversification/index.ts';
import { createPerformanceReport, createReturnFacts } from './performance/index.ts';
import { createRiskReport } from './risk/index.ts';

export type { AttributionView, Contribution, LeftOutHolding } from './attribution/index.ts';
export type { DiversificationView, WeightedHolding, WeightedPart } from './diversification/index.ts';
export { type Explanation, type FigureInput, type InputKind, MOST_INPUTS } from './explanation.ts';

export type {
  BenchmarkReturn,
  PerformanceFigure,
  PerformanceQuery,
  PerformanceView,
  PeriodReturn,
  SeriesPoint,
} from './performance/index.ts';
export type { DayReturn, RiskFigure, RiskQuery, RiskView } from './risk/index.ts';
export type { ReportWarning } from './warning.ts';

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
  const facts = createReturnFacts(context, { portfolio: parts.portfolio, values: null, cached });
  return {
    performance: createPerformanceReport(context, { ...parts, facts, cached }),
    risk: createRiskReport(context, { facts, cached }),
    attribution: createAttributionReport(parts.portfolio, cached),
    diversification: createDiversificationReport(parts.portfolio, cached),
    /** Sales of a financial year with their lots, and Schedule 112A. */
    tax: createTax(context, parts, cached),
  };
}
