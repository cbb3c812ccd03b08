export { type ComparisonQuery, type ComparisonView, createComparison } from './comparison.ts';
export { createPerformanceReport } from './performance-service.ts';
export { createReturnFacts, type DatedValuations, type ReturnFacts } from './return-facts.ts';
export type { PartialComparison } from './comparison.ts';
export type { ReturnPart } from './return-part.ts';
export type {
  BenchmarkReturn,
  PartialPeriods,
  PerformanceAmount,
  PerformanceFigure,
  PerformanceQuery,
  PerformanceView,
  PeriodReturn,
  SeriesPoint,
} from './view.ts';
