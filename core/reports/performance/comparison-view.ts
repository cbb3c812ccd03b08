import * as yup from 'yup';
import { SERIES_CODES } from '../../market/index.ts';
import { comparisonFields, comparisonLines, periodComparisonView, PERIODS } from '../../performance/index.ts';
import { listOf, view, type ViewOf } from '../../platform/schema/index.ts';
import { coverageFields } from '../../portfolio/index.ts';
import { portfolioFilter } from '../report-query.ts';
import { warnings } from '../warning.ts';

export const comparisonQuery = yup
  .object({
    portfolio: portfolioFilter,
    /** The large-cap index of the portfolio's currency where none is named. */
    benchmark: yup.string().oneOf(SERIES_CODES).optional(),
    /** The longest that both sides have, a year at most, where none is named. */
    period: yup.string().oneOf(PERIODS).optional(),
  })
  .noUnknown();
export type ComparisonQuery = yup.InferType<typeof comparisonQuery>;

/**
 * A comparison of the holdings that are known throughout: the periods that the whole does not give, or gives for days long
 * past, and the lines of one of them.
 */
const partialComparisonView = view({
  ...coverageFields,
  periods: listOf(periodComparisonView),
  /** Null where the whole has the period that is shown. */
  lines: view(comparisonLines).nullable().defined(),
});

/** GET /comparison (spec: Report rules 4). */
export const comparisonView = view({
  ...comparisonFields,
  warnings,
  partial: partialComparisonView.nullable().defined(),
});
export type ComparisonView = ViewOf<typeof comparisonView>;
