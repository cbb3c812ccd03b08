import * as yup from 'yup';
import { reportQueryFields } from '../report-query.ts';

/** Rows of each list in one answer, where no number is named, and at most. */
export const TAX_PAGE = 200;
export const LARGEST_TAX_PAGE = 1000;

const taxFields = {
  ...reportQueryFields,
  /** Such as 2025-26; the running year where none is named. */
  fy: yup.string().max(20).optional(),
};
const taxQuery = yup.object(taxFields).noUnknown();
export type TaxQuery = yup.InferType<typeof taxQuery>;

/** One page of each list of the report. */
const taxPageQuery = yup
  .object({
    ...taxFields,
    page: yup.number().integer().min(1).max(1_000_000).optional(),
    page_size: yup.number().integer().min(1).max(LARGEST_TAX_PAGE).optional(),
  })
  .noUnknown();
export type TaxPageQuery = yup.InferType<typeof taxPageQuery>;

/** The same as JSON, or Schedule 112A of the year as CSV. */
export const taxFileQuery = taxPageQuery.shape({
  format: yup
    .string()
    .oneOf(['json', '112a'] as const, 'format must be json or 112a.')
    .optional(),
});
