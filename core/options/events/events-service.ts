import type { Calendar } from '../../market/calendar/index.ts';
import {
  addDays,
  type Context,
  dayAfter,
  dayInWords,
  daysBetween,
  istDate,
  istInstant,
} from '../../platform/index.ts';
import { type OptionsStore, type Workspace, writeAudit } from '../store/index.ts';
import { builtInEvents, byStart, type CalendarEntry, withoutReplaced } from './built-in-events.ts';
import { knownUntil } from './decision-dates.ts';
import { readEventFile } from './event-file.ts';
import { isBuiltIn, isSameEvent, readEvents, readEventsById, writeEvents } from './event-rows.ts';
import { type EventsView, type ImportedView, toEventView } from './event-view.ts';
import type { BuiltInKeeping } from './keep-built-in.ts';

/** No window that began earlier reaches into a day. */
const LONGEST_DAYS = 8;
/** So many events of an imported file are shown. */
const MOST_SHOWN = 50;
/** When decisions are known for fewer days than this, it is said. */
const SHORT_DAYS = 30;

export interface Events {
  /** What is on or begins within so many IST days, today among them, in the order of time. */
  upcoming(userId: string, days: number): Promise<EventsView>;
  /** What touches today in India, also what is over. */
  today(userId: string): Promise<EventsView>;
  /**
   * Takes the events of a file into the calendar; each is known again, so that the same file changes nothing. With a dry
   * run it only says what it would change.
   */
  import(
    userId: string,
    input: { content: string; dry_run?: boolean | undefined },
    actor: string,
  ): Promise<ImportedView>;
}

export function createEvents(
  { clock }: Pick<Context, 'clock'>,
  store: OptionsStore,
  calendar: Calendar,
  keeping: Pick<BuiltInKeeping, 'renew'>,
): Events {
  const answer = (from: string, to: string, entries: readonly CalendarEntry[], now: Date): EventsView => {
    const known_until = { RBI: knownUntil('RBI'), FED: knownUntil('FED') };
    return {
      from,
      to,
      items: entries.map((entry) => toEventView(entry, now)),
      known_until,
      warnings: Object.entries(known_until)
        .filter(([, until]) => daysBetween(istDate(now), until) < SHORT_DAYS)
        .map(
          ([name, until]) =>
            `Decision dates of the ${name === 'RBI' ? 'RBI' : 'Fed'} are known only until ${dayInWords(until)}. Import the later ones.`,
        ),
    };
  };

  return {
    async upcoming(userId, days) {
      const now = clock.now();
      const today = istDate(now);
      const to = addDays(today, days - 1);
      const entries = await store.read(
        userId,
        async (workspace) => await eventsBetween(workspace, today, to, calendar),
      );
      return answer(
        today,
        to,
        entries.filter(({ ends_at }) => ends_at >= now.toISOString()),
        now,
      );
    },
    async today(userId) {
      const now = clock.now();
      const day = istDate(now);
      const entries = await store.read(
        userId,
        async (workspace) => await eventsBetween(workspace, day, day, calendar),
      );
      return answer(day, day, entries, now);
    },
    async import(userId, { content, dry_run = false }, actor) {
      const now = clock.now();
      const { entries, errors } = readEventFile(content, calendar);
      const result = (known: ReadonlyMap<string, CalendarEntry>): ImportedView => {
        const isKnown = (entry: CalendarEntry, row = known.get(entry.id)) =>
          row !== undefined && isSameEvent(entry, row);
        const added = entries.filter(({ id }) => !known.has(id)).length;
        const unchanged = entries.filter((entry) => isKnown(entry)).length;
        return {
          dry_run,
          added,
          unchanged,
          changed: entries.length - added - unchanged,
          errors,
          items: entries
            .toSorted(byStart)
            .slice(0, MOST_SHOWN)
            .map((entry) => toEventView(entry, now)),
        };
      };
      const ids = entries.map(({ id }) => id);
      const before = await store.read(userId, async (workspace) => await readEventsById(workspace, ids));
      const preview = result(before);
      if (dry_run || preview.added + preview.changed === 0) return preview;
      return await store.change(userId, async (workspace) => {
        const done = result(await readEventsById(workspace, ids));
        await writeEvents(workspace, entries);
        await keeping.renew(workspace, now);
        const { added, changed, unchanged } = done;
        await writeAudit(
          workspace,
          {
            actor,
            action: 'EVENTS_IMPORTED',
            subject: 'market_events',
            reason: null,
            evidence: { added, changed, unchanged, rejected: errors.length },
          },
          now,
        );
        return done;
      });
    },
  };
}

/** What touches the IST days from one to another and is not cancelled, in the order of time. */
export async function eventsBetween(
  workspace: Workspace,
  from: string,
  to: string,
  calendar: Calendar,
): Promise<CalendarEntry[]> {
  const start = istInstant(from, '00:00').toISOString();
  const end = istInstant(dayAfter(to), '00:00').toISOString();
  const first = addDays(from, -LONGEST_DAYS);
  const own = (await readEvents(workspace, istInstant(first, '00:00').toISOString(), end)).filter(
    (entry) => !isBuiltIn(entry),
  );
  // Built-in ones are worked out here, so that a calendar is there before anything was reported, and beyond its rows.
  return [...own, ...withoutReplaced(builtInEvents(first, to, calendar), own)]
    .filter((entry) => !entry.is_cancelled && entry.ends_at >= start && entry.starts_at < end)
    .toSorted(byStart);
}
