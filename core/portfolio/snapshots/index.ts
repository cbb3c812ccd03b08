export type { BookChange } from './book-changes.ts';
export type { DayFromCloses, DaySpan } from './empty-days.ts';
export { readFirstDayOfBooks } from './first-day.ts';
export { portfolioFilter, portfolioQuery } from './inputs.ts';
export type { PartialSnapshot } from './partial-snapshot.ts';
export { createRecordedDays, type RecordedDay, readRecordedDays } from './recorded-days.ts';
export { createSnapshotService, MOST_SNAPSHOTS } from './snapshot-service.ts';
export {
  createSnapshotThinning,
  type SnapshotSettings,
  snapshotSettingsInput,
  snapshotSettingsView,
} from './snapshot-thinning.ts';
export { newestSnapshots } from './snapshot-store.ts';
export {
  type ShownSnapshot,
  snapshotSeriesView,
  snapshotView,
  type SnapshotView,
  toSnapshotView,
} from './view.ts';
export {
  replayedPosition,
  positionKey,
  type PositionName,
  type SnapshotFields,
  snapshotFields,
  undatedCurrencies,
} from './snapshot.ts';
