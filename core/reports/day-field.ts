import * as yup from 'yup';
import { isCalendarDate } from '../portfolio/index.ts';

/** A day in a report's question, YYYY-MM-DD; may be left out. */
export const optionalDay = yup
  .string()
  .test(
    'date',
    '${path} must be a date such as 2026-01-31.',
    (value) => value === undefined || isCalendarDate(value),
  )
  .optional();
