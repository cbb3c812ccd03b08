import type { Calendar } from '../../market/calendar/index.ts';
import { dayInWords, istDate, istInstant, istTime, momentInWords } from '../../platform/index.ts';
import type { Sending } from '../plan-view.ts';

/** The hours in which orders are sent on a usual session, HH:MM in India. */
interface PlacementSettings {
  POLICY_MARKET_OPEN: string;
  POLICY_MARKET_CLOSE: string;
}
type Sessions = Pick<Calendar, 'sessionHours' | 'sessionOnOrAfter' | 'nextSession' | 'sessionReason'>;

/**
 * When orders may be sent on a day (spec: POLICY_MARKET_OPEN, POLICY_MARKET_CLOSE; Policy rules 2): on a session of the NSE,
 * within the hours of the settings and never outside those of the exchange. A special session has hours of its own.
 * @returns null on a day without a session, where its hours are not known, and where none are left.
 */
function placementHours(
  calendar: Sessions,
  hours: PlacementSettings,
  day: string,
): { from: Date; until: Date } | null {
  const { open, close } = calendar.sessionHours('NSE', day);
  if (open === null) return null;
  const [from, until] = [
    istInstant(day, hours.POLICY_MARKET_OPEN),
    istInstant(day, hours.POLICY_MARKET_CLOSE),
  ];
  // An evening session lies outside the usual hours altogether.
  const isUsual = open < until && open >= istInstant(day, '09:00');
  if (!isUsual) return { from: open, until: close };
  const own = { from: from > open ? from : open, until: until < close ? until : close };
  return own.from < own.until ? own : null;
}

/** Whether orders may be sent now. */
export function isPlacementTime(calendar: Sessions, hours: PlacementSettings, now: Date): boolean {
  const of = placementHours(calendar, hours, istDate(now));
  return of !== null && of.from <= now && now < of.until;
}

/** When orders are no more sent on the day of a moment at which they may be; null where its hours are not known. */
export function placementEnd(calendar: Sessions, hours: PlacementSettings, now: Date): Date | null {
  const of = placementHours(calendar, hours, istDate(now));
  return of !== null && of.until > now ? of.until : null;
}

/**
 * The next time before its expiry at which the orders of a plan can be sent, in words. Names sessions with unknown hours, since
 * nothing is sent in them.
 */
export function sendingOf(
  calendar: Sessions,
  hours: PlacementSettings,
  { expires_at: end }: { expires_at: Date },
  now: Date,
): Sending {
  const unknown: string[] = [];
  for (
    let day = calendar.sessionOnOrAfter('NSE', istDate(now));
    istInstant(day, '00:00') < end;
    day = calendar.nextSession('NSE', day)
  ) {
    if (calendar.sessionHours('NSE', day).open === null) {
      const reason = calendar.sessionReason('NSE', day);
      unknown.push(`${weekdayInWords(day)}${reason === null ? '' : ` (${reason})`}`);
      continue;
    }
    const of = placementHours(calendar, hours, day);
    if (of === null || of.until <= now || of.from >= end) continue;
    const until = of.until < end ? of.until : end;
    const words = `Can be sent on ${weekdayInWords(day)}, ${istTime(of.from)} to ${istTime(until)}${until < of.until ? ', when it expires' : ''}.`;
    return {
      from: of.from.toISOString(),
      until: until.toISOString(),
      words: [words, ...unknownWords(unknown)].join(' '),
    };
  }
  return {
    from: null,
    until: null,
    words: [
      `Cannot be sent: it expires on ${momentInWords(end)}, before orders can be sent again.`,
      ...unknownWords(unknown),
    ].join(' '),
  };
}

/** `Monday, 30 Nov 2026` */
const weekdayInWords = (day: string): string =>
  `${new Date(day).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}, ${dayInWords(day)}`;

const unknownWords = (days: readonly string[]): string[] =>
  days.length === 0
    ? []
    : [
        `The hours of the ${days.length === 1 ? 'session' : 'sessions'} on ${days.join(' and ')} are not known, so nothing is sent then.`,
      ];
