import { createHash } from 'node:crypto';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Notice } from '../../notifications/index.ts';
import { dayInWords, addDays, DAY_MS, istDate, istTime } from '../../platform/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import type { Watcher } from '../watch/index.ts';
import type { CalendarEntry } from './built-in-events.ts';
import { dayOf } from './event-defaults.ts';
import { eventsBetween } from './events-service.ts';
import type { BuiltInKeeping } from './keep-built-in.ts';

const HOUR_MS = 3_600_000;
/** Whoever had a signal within so many days trades. */
const ACTIVE_DAYS = 7;

/** Tells people who trade options of a BLOCK or WARNING a day and an hour before it begins, and keeps their calendar. */
export function createEventWatcher(
  store: OptionsStore,
  calendar: Calendar,
  keeping: Pick<BuiltInKeeping, 'daily'>,
): Watcher {
  return {
    name: 'events',
    async look(userId, now) {
      await keeping.daily(userId, now);
      return await store.read(userId, async (workspace) => {
        const today = istDate(now);
        const limit = new Date(now.getTime() + DAY_MS).toISOString();
        const ahead = (await eventsBetween(workspace, today, addDays(today, 1), calendar)).filter(
          ({ severity, starts_at }) =>
            severity !== 'INFO' && starts_at > now.toISOString() && starts_at <= limit,
        );
        if (ahead.length === 0) return [];
        const concerns = await tradedUnderlyings(workspace, now);
        return noticesOf(
          ahead.filter(({ underlying }) =>
            underlying === null ? concerns.size > 0 : concerns.has(underlying) || concerns.has(null),
          ),
          now,
        );
      });
    },
  };
}

/** What a person has open trades or recent signals in; null among them is a signal that names none. */
async function tradedUnderlyings(workspace: Workspace, now: Date): Promise<Set<string | null>> {
  const since = istDate(new Date(now.getTime() - ACTIVE_DAYS * DAY_MS));
  const rows = await workspace.select<{ underlying: string | null }>(
    `select distinct underlying from signals where owner_user_id = :owner and day >= :since
     union select distinct underlying from positions where owner_user_id = :owner and is_open = 1`,
    { since },
  );
  return new Set(rows.map(({ underlying }) => underlying));
}

/** Events of one kind that begin together are one message. */
function noticesOf(events: readonly CalendarEntry[], now: Date): Notice[] {
  const together = new Map<string, CalendarEntry[]>();
  for (const event of events) {
    const key = `${event.category} ${event.severity} ${event.starts_at}`;
    together.set(key, [...(together.get(key) ?? []), event]);
  }
  return [...together].flatMap(([key, some]) => {
    const [first] = some;
    if (first === undefined) return [];
    const phase = Date.parse(first.starts_at) - now.getTime() <= HOUR_MS ? '1h' : '24h';
    const of = createHash('sha256')
      .update(some.map(({ id }) => id).join(' '))
      .digest('base64url')
      .slice(0, 12);
    return [
      {
        kind: 'options_event_ahead' as const,
        dedupKey: `options-event:${phase}:${key}:${of}`,
        title: `${some.length === 1 ? first.name : `${first.name} and ${some.length - 1} more`}: ${whenOf(first, now)}`,
        body: [
          ...some.map(
            ({ name, underlying }) =>
              `${name}${underlying === null || name.includes(underlying) ? '' : ` (${underlying})`}`,
          ),
          `${first.severity === 'BLOCK' ? 'New entries are blocked' : 'Take care with new entries'} ${spanOf(first)}.`,
          '/events shows the calendar.',
        ].join('\n'),
        payload: { events: some.map(({ id, starts_at, ends_at }) => ({ id, starts_at, ends_at })) },
      },
    ];
  });
}

const whenOf = ({ starts_at }: CalendarEntry, now: Date): string => {
  const time = istTime(new Date(starts_at));
  return `${dayOf(starts_at) === istDate(now) ? 'today' : 'tomorrow'} at ${time} IST`;
};

const spanOf = ({ starts_at, ends_at }: CalendarEntry): string => {
  const [from, to] = [new Date(starts_at), new Date(ends_at)];
  const later = dayOf(starts_at) === dayOf(ends_at) ? '' : `${dayInWords(dayOf(ends_at))}, `;
  return `from ${istTime(from)} to ${later}${istTime(to)} IST`;
};
