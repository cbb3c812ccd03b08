export { createComparison } from './comparison.ts';
export {
  type ComparisonQuery,
  comparisonQuery,
  type ComparisonView,
  comparisonView,
} from './comparison-view.ts';
export { createPerformanceReport } from './performance-service.ts';
export { createReturnFacts, datedValuations, type ReturnFacts } from './return-facts.ts';
export {
  type PerformanceQuery,
  performanceQuery,
  type PeriodReturn,
  type PerformanceView,
  performanceView,
} from './view.ts';
