export { type BookChange, type RecordedDay, type RecordedDays } from './book-changes.ts';
export { createDailyValueService } from './daily-value-service.ts';
export {
  type DailyValues,
  type Payments,
  type RecordedValues,
} from './daily-value.ts';
export { readFirstDayOfBooks } from './first-day.ts';
export { createHistoryService } from './history-service.ts';
export { portfolioFilter, portfolioQuery } from './inputs.ts';
export type { PartialSnapshot } from './partial-snapshot.ts';
export { createReplayedLedgers } from './replayed-ledger.ts';
export {
  createSnapshotService,
  MOST_SNAPSHOTS,
} from './snapshot-service.ts';
export {
  type HistoryPoint,
  snapshotSeriesView,
  snapshotView,
  type SnapshotView,
  toSnapshotView,
  valueHistoryFields,
} from './view.ts';
export {
  ledgerFlows,
  type PositionName,
  type SnapshotFields,
  snapshotFields,
  undatedCurrencies,
} from './snapshot.ts';
