import * as yup from 'yup';
import { isCalendarDate, pageQuery } from '../../portfolio/index.ts';
import { ACTIVITY_TYPES } from './view.ts';

const day = yup
  .string()
  .test(
    'date',
    '${path} must be a date such as 2026-01-31.',
    (value) => value === undefined || isCalendarDate(value),
  )
  .optional();

/** `from` and `to` are days in India, both included, on which something came on record. */
export const activityQuery = yup
  .object({
    ...pageQuery,
    portfolio: yup.string().max(80).optional(),
    from: day,
    to: day,
    type: yup.string().oneOf(ACTIVITY_TYPES).optional(),
  })
  .noUnknown();
export type ActivityQuery = yup.InferType<typeof activityQuery>;
