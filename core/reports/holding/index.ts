export { type HoldingPricesParts, readHoldingPrices } from './holding-prices.ts';
export { createHoldingReport } from './holding-service.ts';
export { type HoldingReport, holdingReportQuery, holdingReportView, type OpenLot } from './view.ts';
export {
  createRecentCloses,
  type RecentCloses,
  recentClosesQuery,
  recentClosesView,
} from './recent-closes.ts';
