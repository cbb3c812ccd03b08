import * as yup from 'yup';
import { istDate, istInstant } from '../../../core/platform/index.ts';
import { isCalendarDate } from '../../../core/portfolio/index.ts';

const DAY_MS = 86_400_000;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A date, or a time with its zone. */
export const moment = yup
  .string()
  .test(
    'moment',
    '${path} must be a date such as 2026-01-31 or a time such as 2026-01-31T09:30:00Z.',
    (value) =>
      value === undefined ||
      isCalendarDate(value) ||
      // 30 February at ten would silently be a day of March.
      (TIME.test(value) && isCalendarDate(value.slice(0, 10)) && !Number.isNaN(new Date(value).getTime())),
  )
  .meta({
    json: { type: 'string', description: 'A date in India, or an ISO-8601 time with its zone.' },
  } as never)
  .optional();

/** A date means that whole day in India. */
export function instantOf(value: string | undefined, edge: 'start' | 'end'): string | undefined {
  if (value === undefined) return undefined;
  if (!isCalendarDate(value)) return new Date(value).toISOString();
  const start = istInstant(value, '00:00').getTime();
  return new Date(edge === 'start' ? start : start + DAY_MS - 1).toISOString();
}

/** The day in India that a moment lies on. */
export function dayOf(value: string | undefined): string | undefined {
  return value === undefined || isCalendarDate(value) ? value : istDate(new Date(value));
}
