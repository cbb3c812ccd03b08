import * as yup from 'yup';
import { view, type ViewOf } from '../../platform/schema/index.ts';
import { valueHistoryFields, provisionalFields } from '../../portfolio/index.ts';
import { asKnown, lineCoverageView } from '../measures/index.ts';
import { portfolioFilter } from '../report-query.ts';

/** `as_known=then` for the values as they were recorded. */
export const valueHistoryQuery = yup.object({ portfolio: portfolioFilter, as_known: asKnown }).noUnknown();
export type ValueHistoryQuery = yup.InferType<typeof valueHistoryQuery>;

/** GET /history. */
export const valueHistoryView = view({
  ...valueHistoryFields,
  ...provisionalFields,
  /** How much of the portfolio the values cover; null where that is everything. */
  coverage: lineCoverageView.nullable().defined(),
});
export type ValueHistory = ViewOf<typeof valueHistoryView>;
