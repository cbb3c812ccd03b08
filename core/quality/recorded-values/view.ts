import * as yup from 'yup';
import { pageQuery } from '../../platform/index.ts';
import { portfolioFilter } from '../../portfolio/index.ts';
import {
  date,
  dateOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { DIFFERENCE_CAUSES } from './compare.ts';

export const recordedDifferencesQuery = yup.object({ ...pageQuery, portfolio: portfolioFilter }).noUnknown();
export type RecordedDifferencesQuery = yup.InferType<typeof recordedDifferencesQuery>;

/** Recorded days, first and last, whose value is another than the recalculated one, for one cause. */
export const recordedDifferenceView = view({
  portfolio: text,
  currency: text,
  from: date,
  to: date,
  /** Recorded days from `from` to `to`. */
  days: whole,
  /** The day with the largest difference; `difference` is recalculated less recorded, `pct` its percentage of the recorded value. */
  largest: view({
    day: date,
    recorded: number,
    recalculated: number,
    difference: number,
    pct: numberOrNull,
  }),
  cause: oneOf(...DIFFERENCE_CAUSES),
  /** The cause in words. */
  message: text,
  /** The day of the change in the books; null where the record does not say. */
  changed_on: dateOrNull,
  import_id: textOrNull,
  file_name: textOrNull,
  /** With other units on the day with the largest difference: at most 20 of `symbols_count`. */
  symbols: listOf(text),
  symbols_count: whole,
});
export type RecordedDifferenceView = ViewOf<typeof recordedDifferenceView>;

/** Of Networth, for the counts of data quality. */
export const recordedCountsView = view({
  /** Recorded days whose recalculated value is known. */
  compared_days: whole,
  differing_days: whole,
  differences: whole,
  /** Differences whose cause is unknown. */
  unknown_causes: whole,
});
export type RecordedCounts = ViewOf<typeof recordedCountsView>;
