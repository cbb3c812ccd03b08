export { criteriaAhead } from './gate-view.ts';
export { createGoLive, type GoLive } from './go-live.ts';
export {
  type Changed,
  changedView,
  confidenceView,
  type ConfidenceView,
  type GoLiveStatus,
  goLiveStatusView,
  type HistoryPage,
  historyPage,
  historyQuery,
  revertInput,
  stepInput,
} from './go-live-view.ts';
export { INTERVAL, meanInterval } from './mean-interval.ts';
export { createPromotionWatch } from './promotion-watch.ts';
export { type Action, decide, isUp, MODE_WORDS, STEPS, targetOf } from './steps.ts';
