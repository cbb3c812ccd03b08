import * as yup from 'yup';
import { SERIES_CODES } from '../../market/index.ts';
import { comparisonFields, periodComparisonFields, PERIODS } from '../../performance/index.ts';
import { listOf, view, type ViewOf } from '../../platform/schema/index.ts';
import { asKnown, lineLimitFields, limitsField } from '../measures/index.ts';
import { portfolioFilter } from '../report-query.ts';
import { warnings } from '../warning.ts';

export const comparisonQuery = yup
  .object({
    portfolio: portfolioFilter,
    /** The large-cap index of the portfolio's currency where none is named. */
    benchmark: yup.string().oneOf(SERIES_CODES).optional(),
    /** The longest that both sides have, a year at most, where none is named. */
    period: yup.string().oneOf(PERIODS).optional(),
    as_known: asKnown,
  })
  .noUnknown();
export type ComparisonQuery = yup.InferType<typeof comparisonQuery>;

/** GET /comparison (spec: Report rules 4). */
export const comparisonView = view({
  ...comparisonFields,
  periods: listOf(view({ ...periodComparisonFields, ...limitsField })),
  warnings,
  ...lineLimitFields,
});
export type ComparisonView = ViewOf<typeof comparisonView>;
