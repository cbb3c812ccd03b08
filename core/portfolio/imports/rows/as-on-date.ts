import { parseDate } from '../../../platform/index.ts';

/** A time of day may come before the date: "as of 02:21 PM ET, 2025/01/02". */
const AS_ON =
  /\bas (?:on|of|at)\s*:?\s*(?:\d{1,2}:\d\d[^,\n]{0,12},\s*)?(\d{1,4}[-/. ][\da-z]{1,9}[-/. ,]+\d{2,4}|[a-z]{3,9} \d{1,2},? \d{4})/i;

/** The first day, YYYY-MM-DD, that a text names with "as on", "as of" or "as at"; null where it names none. */
export function asOnDate(text: string, order: 'dmy' | 'mdy'): string | null {
  const found = AS_ON.exec(text)?.[1];
  const parsed = found === undefined ? null : parseDate(found.trim(), order);
  return parsed === null || 'problem' in parsed ? null : parsed.value;
}
