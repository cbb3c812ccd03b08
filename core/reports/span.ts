import { invalid, isCalendarDate } from '../platform/index.ts';

/** The days a report is about, both included; null is no limit. */
export interface Span {
  from: string | null;
  to: string | null;
}

/** @throws 422 VALIDATION_ERROR for what is no date, and for a span that ends before it begins. */
export function spanOf(query: { from?: string | null | undefined; to?: string | null | undefined }): Span {
  const span = { from: query.from ?? null, to: query.to ?? null };
  for (const field of ['from', 'to'] as const) {
    const day = span[field];
    if (day !== null && !isCalendarDate(day))
      throw invalid([{ field, message: `${field} must be a date such as 2026-01-31.` }]);
  }
  if (span.from !== null && span.to !== null && span.from > span.to)
    throw invalid([{ field: 'from', message: 'from must not be after to.' }]);
  return span;
}
