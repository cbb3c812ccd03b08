import * as yup from 'yup';
import { view, type ViewOf } from '../../platform/schema/index.ts';
import { valueHistoryFields } from '../../portfolio/index.ts';
import { asKnown, lineLimitFields } from '../measures/index.ts';
import { portfolioFilter } from '../report-query.ts';

/** `as_known=then` for the values as they were recorded. */
export const valueHistoryQuery = yup.object({ portfolio: portfolioFilter, as_known: asKnown }).noUnknown();
export type ValueHistoryQuery = yup.InferType<typeof valueHistoryQuery>;

/** GET /history. */
export const valueHistoryView = view({
  ...valueHistoryFields,
  ...lineLimitFields,
});
export type ValueHistory = ViewOf<typeof valueHistoryView>;
