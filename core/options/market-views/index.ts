export { createMarketViews, type MarketViews } from './market-views.ts';
export {
  type Calibration,
  calibrationView,
  type DataQuality,
  dataQualityView,
  type MarketPerformance,
  marketPerformanceView,
  marketQuery,
  type PromotionReport,
  promotionReportView,
} from './market-view.ts';
export { reliabilityOf, type Scored, scoresOf } from './scores.ts';
export { readUsefulness, type Usefulness, usefulnessCriteria } from './usefulness.ts';
