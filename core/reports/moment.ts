import * as yup from 'yup';
import { istDate, istInstant, isCalendarDate, DAY_MS } from '../platform/index.ts';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

const isMoment = (value: string) =>
  isCalendarDate(value) ||
  // 30 February at ten would silently be a day of March.
  (TIME.test(value) && isCalendarDate(value.slice(0, 10)) && !Number.isNaN(new Date(value).getTime()));

/** A date, or a time with its zone. */
export const moment = yup
  .string()
  .test(
    'moment',
    '${path} must be a date such as 2026-01-31 or a time such as 2026-01-31T09:30:00Z.',
    (value) => value === undefined || isMoment(value),
  )
  .meta({
    json: { type: 'string', description: 'A date in India, or an ISO-8601 time with its zone.' },
  } as never)
  .optional();

/** The same, read as the day in India that it lies on. */
export const momentOfDay = moment.transform((value: unknown) =>
  typeof value === 'string' && isMoment(value) && !isCalendarDate(value) ? istDate(new Date(value)) : value,
);

/** A date means that whole day in India. */
export function instantOf(value: string | undefined, edge: 'start' | 'end'): string | undefined {
  if (value === undefined) return undefined;
  if (!isCalendarDate(value)) return new Date(value).toISOString();
  const start = istInstant(value, '00:00').getTime();
  return new Date(edge === 'start' ? start : start + DAY_MS - 1).toISOString();
}
