import type { Calendar } from '../../market/calendar/index.ts';
import { addDays, dayAfter } from '../../platform/index.ts';
import type { Severity } from '../records/index.ts';
import { DECISION_DATES } from './decision-dates.ts';
import { type Category, dayOf, EVENT_DEFAULTS } from './event-defaults.ts';
import { expiriesBetween } from './expiries.ts';

/** An event of the calendar. Moments are ISO texts in UTC. */
export interface CalendarEntry {
  /** Begins with builtin: or import: where it was not reported by a process. */
  id: string;
  name: string;
  category: Category;
  severity: Severity;
  starts_at: string;
  ends_at: string;
  underlying: string | null;
  source: string;
  is_cancelled: boolean;
  /** False where nobody held it against its source; null for what a person or a process says. */
  is_verified: boolean | null;
  /** What is doubtful or unusual about it. */
  note: string | null;
}

export const BUILT_IN = 'builtin:';

/** What everybody's calendar has by itself, on the IST days from one to another: decisions, expiries and holidays. */
export function builtInEvents(from: string, to: string, calendar: Calendar): CalendarEntry[] {
  const entries: CalendarEntry[] = [];
  const add = (
    category: Category,
    day: string,
    rest: Pick<CalendarEntry, 'name' | 'source' | 'is_verified' | 'note'> & {
      severity?: Severity;
      underlying?: string;
    },
  ) => {
    const { severity, window } = EVENT_DEFAULTS[category];
    const { starts_at, ends_at } = window(day, calendar);
    const underlying = rest.underlying ?? null;
    if (dayOf(starts_at) < from || dayOf(starts_at) > to) return;
    entries.push({
      id: `${BUILT_IN}${category}:${underlying === null ? '' : `${underlying}:`}${day}`,
      category,
      severity,
      underlying,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      is_cancelled: false,
      ...rest,
    });
  };
  for (const { category, day, ...rest } of DECISION_DATES) add(category, day, { ...rest, note: null });
  for (const { underlying, day, isMonthly, movedBy, isCertain, source } of expiriesBetween(
    from,
    to,
    calendar,
  ))
    add('EXPIRY', day, {
      name: `${underlying} ${isMonthly ? 'monthly' : 'weekly'} expiry`,
      severity: isMonthly ? 'WARNING' : 'INFO',
      underlying,
      source,
      is_verified: isCertain,
      note: expiryNote(movedBy, isCertain),
    });
  for (let day = from; day <= to; day = dayAfter(day)) {
    const { kind, reason, confidence } = calendar.day('NSE', day);
    if (kind === 'HOLIDAY' && confidence === 'CURATED')
      add('HOLIDAY', day, {
        name: `NSE holiday: ${reason ?? 'closed'}`,
        source: 'calendar of the exchange',
        is_verified: true,
        note: null,
      });
  }
  return entries.toSorted(byStart);
}

const expiryNote = (movedBy: string | null, isCertain: boolean): string | null => {
  if (!isCertain)
    return 'The exchange holidays of that year are not published yet, so the day may still change.';
  return movedBy === null ? null : `Moved to the session before ${movedBy}.`;
};

export const byStart = (one: CalendarEntry, other: CalendarEntry): number =>
  one.starts_at === other.starts_at ? (one.id < other.id ? -1 : 1) : one.starts_at < other.starts_at ? -1 : 1;

/** Events of one kind, day and underlying: somebody's own takes the place of the built-in one. */
const placeOf = ({ category, underlying, starts_at }: CalendarEntry): string =>
  `${category} ${underlying ?? ''} ${dayOf(starts_at)}`;

/** The built-in events that no own one takes the place of; one that is cancelled does as well. */
export function withoutReplaced(
  builtIn: readonly CalendarEntry[],
  own: readonly CalendarEntry[],
): CalendarEntry[] {
  const places = new Set(own.map(placeOf));
  return builtIn.filter((one) => !places.has(placeOf(one)));
}

/** The days on which built-in events are written into the workspaces, around a day. */
const BUILT_IN_DAYS = { back: 45, ahead: 45 } as const;
export const builtInRange = (today: string): { from: string; to: string } => ({
  from: addDays(today, -BUILT_IN_DAYS.back),
  to: addDays(today, BUILT_IN_DAYS.ahead),
});
