export { createDaily, type Daily } from './daily.ts';
export { dailyQuery, dailyView, type DailyView, dayView, type DayView } from './daily-view.ts';
export { createPerformance, type Performance } from './performance.ts';
export {
  type Completeness,
  legacySummaryView,
  performanceQuery,
  performanceView,
  type PerformanceView,
} from './performance-view.ts';
export { LEAST_OBSERVATIONS, sharpeOf } from './sharpe.ts';
