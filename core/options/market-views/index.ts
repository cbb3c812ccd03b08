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
export { type Bin, reliabilityOf, type Scored, type Scores, scoresOf } from './scores.ts';
export { readUsefulness, RESOLVED_NEEDED, type Usefulness, usefulnessCriteria } from './usefulness.ts';
