import type { Calendar } from '../market/calendar/index.ts';
import { dayAfter, istDate, istInstant } from '../platform/index.ts';
import type { StrategyConfig } from '../strategies/index.ts';
import { PLAN_EXPIRY_HOURS } from './live-limits.ts';

const HOUR_MS = 3_600_000;

/**
 * When a plan that is made now may be neither approved nor placed any more (spec: Limits, plan_expiry_hours). Only hours of days
 * with a session of the NSE count, special sessions included: nobody can send orders on the others, and the plan of a Friday
 * would end before Monday opens. Where the calendar is not known, every weekday counts, so that a plan rather ends too early.
 * It is worked out once, when the plan is written; approval, placement and everything shown read what was written.
 * @param calendar of the NSE.
 */
export function planExpiry(
  calendar: Pick<Calendar, 'isSession' | 'sessionOnOrAfter'>,
  { plan_expiry_hours: hours = PLAN_EXPIRY_HOURS }: Pick<StrategyConfig, 'plan_expiry_hours'>,
  now: Date,
): Date {
  let at = now.getTime();
  let left = hours * HOUR_MS;
  for (;;) {
    const day = istDate(new Date(at));
    if (!calendar.isSession('NSE', day)) {
      at = istInstant(calendar.sessionOnOrAfter('NSE', day), '00:00').getTime();
      continue;
    }
    const end = istInstant(dayAfter(day), '00:00').getTime();
    if (at + left <= end) return new Date(at + left);
    left -= end - at;
    at = end;
  }
}
