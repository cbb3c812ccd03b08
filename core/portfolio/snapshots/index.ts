export { type AssetDay, readAssetDays } from './asset-day-store.ts';
export { createDailyValueService } from './daily-value-service.ts';
export {
  type DailyValues,
  type Payments,
  type RecordedValues,
} from './daily-value.ts';
export { readFirstDayOfBooks } from './first-day.ts';
export { createHistoryService, type ValueHistory } from './history-service.ts';
export type { PartialSnapshot } from './partial-snapshot.ts';
export { createReplayedLedgers } from './replayed-ledger.ts';
export {
  createSnapshotService,
  type CurrentSnapshot,
  MOST_SNAPSHOTS,
  type SnapshotQuery,
  type SnapshotSeries,
} from './snapshot-service.ts';
export { type SnapshotView, snapshotView } from './snapshot-view.ts';
export { type PositionName, type SnapshotFields, undatedCurrencies } from './snapshot.ts';
