import * as yup from 'yup';
import { listOf, numberOrNull, text, textOrNull, view, type ViewOf } from '../../platform/schema/index.ts';
import { provisionalFields } from '../../portfolio/index.ts';
import { asKnown, lineLimitFields } from '../measures/index.ts';
import { portfolioFilter } from '../report-query.ts';

/** `as_known=then` for the values as they were recorded. */
export const valueHistoryQuery = yup.object({ portfolio: portfolioFilter, as_known: asKnown }).noUnknown();
export type ValueHistoryQuery = yup.InferType<typeof valueHistoryQuery>;

/** One point of the history; null is unknown. */
const historyPointView = view({ date: text, value: numberOrNull, invested: numberOrNull });
export type HistoryPoint = ViewOf<typeof historyPointView>;

/** GET /history: value and cost over time of one portfolio, or of all of them for Networth. */
export const valueHistoryView = view({
  portfolio: text,
  currency: text,
  points: listOf(historyPointView),
  /** The reason why there is no value line yet; null when there is one. */
  reason: textOrNull,
  /** Limits of the lines: values without a price, costs that are unknown. */
  notes: listOf(text),
  ...provisionalFields,
  ...lineLimitFields,
});
export type ValueHistory = ViewOf<typeof valueHistoryView>;
