export { createRecordedValues } from './recorded-values.ts';
export {
  recordedCountsView,
  type RecordedCounts,
  recordedDifferencesQuery,
  type RecordedDifferenceView,
  recordedDifferenceView,
} from './view.ts';
