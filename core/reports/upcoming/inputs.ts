import * as yup from 'yup';
import { dayInWords, daysBetween, type FieldError, dayField, addDays } from '../../platform/index.ts';

/** How far the calendar looks where no span is named (spec: Limits). */
const DEFAULT_WINDOW_DAYS = 90;
/** Ten years at once. */
const LONGEST_WINDOW_DAYS = 3660;

export const upcomingQuery = yup.object({ from: dayField.optional(), to: dayField.optional() }).noUnknown();
export type UpcomingQuery = yup.InferType<typeof upcomingQuery>;

/** The span that is asked for: from today, or the day given, through the next 90 days. */
export function windowOf({ from, to }: UpcomingQuery, today: string): { from: string; to: string } {
  const first = from ?? today;
  return { from: first, to: to ?? addDays(first, DEFAULT_WINDOW_DAYS) };
}

export function windowErrors({ from, to }: { from: string; to: string }): FieldError[] {
  if (to < from) return [{ field: 'to', message: `to must not be before ${dayInWords(from)}.` }];
  if (daysBetween(from, to) > LONGEST_WINDOW_DAYS)
    return [{ field: 'to', message: 'Choose at most ten years at once.' }];
  return [];
}
