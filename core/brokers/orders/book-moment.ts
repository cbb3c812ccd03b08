import { isCalendarDate, istInstant } from '../../platform/index.ts';
import { textOf } from '../adapters/index.ts';

/** A moment as both brokers write it in their books, `2026-03-02 09:15:04` in India; null for anything else. To the minute. */
export function momentOf(value: unknown): Date | null {
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)[ T]([01]\d:[0-5]\d|2[0-3]:[0-5]\d)/.exec(textOf(value)) ?? [];
  return isCalendarDate(day) ? istInstant(day, time) : null;
}
