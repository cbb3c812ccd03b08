export { createDaily, type Daily } from './daily.ts';
export { dailyQuery, dailyView, type DailyView, type DayView } from './daily-view.ts';
export { createPerformance, type Performance } from './performance.ts';
export {
  legacySummaryView,
  performanceQuery,
  performanceView,
  type PerformanceView,
} from './performance-view.ts';
export { sharpeOf } from './sharpe.ts';
