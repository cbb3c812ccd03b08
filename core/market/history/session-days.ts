import type { Calendar, Exchange } from '../calendar/index.ts';
import type { SessionDays } from './price-validation.ts';
import { DAY_MS, istDate } from '../../platform/index.ts';

/** NSE opened in November 1994; nothing is asked of days before. */
const FIRST = '1990-01-01';
const LAST = '2199-12-31';

/** An exchange's sessions by number, for looking at many days in a row. */
export function sessionDaysOf(calendar: Calendar, exchange: Exchange): SessionDays {
  const sessions = calendar.sessionsBetween(exchange, FIRST, LAST);
  const ordinals = new Map(sessions.map((day, at) => [day, at]));
  return {
    ordinal: (day) => ordinals.get(day) ?? null,
    isCertain: (day) => calendar.confidence(exchange, day) === 'CURATED',
    at: (ordinal) => sessions[ordinal] ?? LAST,
  };
}

/** A close is final some time after the session: the exchange works out its average of the last half hour first. */
const FINAL_AFTER_MS = 30 * 60_000;

/** The last session whose close is final at an instant; of what no exchange lists, the one before today in India. */
export function lastFinalSession(calendar: Calendar, exchange: Exchange | null, now: Date): string {
  // Values of funds come out in the night after the session.
  if (exchange === null) return calendar.previousSession('NSE', istDate(now));
  const today = calendar.dateAt(exchange, now);
  const last = calendar.sessionOnOrBefore(exchange, today);
  if (last < today) return last;
  const { close } = calendar.sessionHours(exchange, today);
  // Where the hours are not on record the whole day has to be over.
  const end = close?.getTime() ?? Date.parse(today) + DAY_MS;
  return now.getTime() >= end + FINAL_AFTER_MS ? today : calendar.previousSession(exchange, today);
}
