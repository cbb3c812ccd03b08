export { createRecordedValues } from './recorded-values.ts';
export {
  recordedCountsView,
  type RecordedCounts,
  recordedDifferencesQuery,
  type RecordedDifferencesQuery,
  type RecordedDifferenceView,
  recordedDifferenceView,
} from './view.ts';
