export { createComparison } from './comparison.ts';
export {
  type ComparisonQuery,
  comparisonQuery,
  type ComparisonView,
  comparisonView,
} from './comparison-view.ts';
export { createPerformanceReport } from './performance-service.ts';
export { createReturnFacts, type DatedValuations, type ReturnFacts } from './return-facts.ts';
export type { CoveredDaily } from './covered-daily.ts';
export {
  type PerformanceAmount,
  type PerformanceFigure,
  type PerformanceQuery,
  performanceQuery,
  type PeriodReturn,
  type PerformanceView,
  performanceView,
} from './view.ts';
