import type { Calendar } from '../core/market/calendar/index.ts';
import { istDate, istTime } from '../core/platform/index.ts';

/** After the last trades have been matched and their prices published. */
const AFTER_CLOSE_MS = 15 * 60_000;
/** On a day whose hours nobody announced in time: later than any session so far has ended. */
const HOURS_UNKNOWN = '21:30';

/**
 * When the evening report of a date is due: a quarter of an hour after NSE's session really closes. Null for the usual time,
 * also on a day without a session.
 */
export const eveningTime =
  (calendar: Pick<Calendar, 'isSession' | 'sessionHours'>) =>
  (date: string): string | null => {
    if (!calendar.isSession('NSE', date)) return null;
    const { close } = calendar.sessionHours('NSE', date);
    if (close === null) return HOURS_UNKNOWN;
    const due = new Date(close.getTime() + AFTER_CLOSE_MS);
    return istDate(due) === date ? istTime(due) : '23:59';
  };
