import type { Calendar } from '../../market/calendar/index.ts';
import { DAY_MS, istDate, istInstant } from '../../platform/index.ts';
import type { AfterBatch, BeforeBatch } from '../ingest/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import { builtInEvents, builtInRange, type CalendarEntry, withoutReplaced } from './built-in-events.ts';
import { deleteEvents, isBuiltIn, isSameEvent, readEvents, writeEvents } from './event-rows.ts';

/**
 * Keeps the built-in events of the days around today in a person's table of events: who may enter and how risky an entry is
 * are read from there. What is written follows from the calendar and from the person's own events alone.
 */
export interface BuiltInKeeping {
  /** Before the records of a batch: a trade that is reported first is weighed by a calendar that is there. */
  beforeBatch: BeforeBatch;
  /** After a batch: events that were reported take the places of built-in ones. */
  afterBatch: AfterBatch;
  /** In a change, whatever was written before. */
  renew(workspace: Workspace, now: Date): Promise<void>;
  /** Once a day. */
  daily(userId: string, now: Date): Promise<void>;
}

export function createBuiltInKeeping(calendar: Calendar, store: OptionsStore): BuiltInKeeping {
  /** The day for which a person's rows were found as they should be. A hint: without it they are read once more. */
  let day = '';
  const found = new Set<string>();
  const isFound = (userId: string, today: string): boolean => {
    if (day !== today) {
      found.clear();
      day = today;
    }
    return found.has(userId);
  };

  async function differences(
    workspace: Workspace,
    now: Date,
  ): Promise<{ missing: CalendarEntry[]; stale: string[] }> {
    const { from, to } = builtInRange(istDate(now));
    const start = istInstant(from, '00:00').toISOString();
    const end = new Date(istInstant(to, '00:00').getTime() + DAY_MS).toISOString();
    const rows = (await readEvents(workspace, start, end)).filter(({ starts_at }) => starts_at >= start);
    const wanted = withoutReplaced(
      builtInEvents(from, to, calendar),
      rows.filter((row) => !isBuiltIn(row)),
    );
    const known = new Map(rows.filter(isBuiltIn).map((row) => [row.id, row]));
    const missing = wanted.filter((one) => {
      const row = known.get(one.id);
      return row === undefined || !isSameEvent(one, row);
    });
    const ids = new Set(wanted.map(({ id }) => id));
    return { missing, stale: [...known.keys()].filter((id) => !ids.has(id)) };
  }

  async function renew(workspace: Workspace, now: Date): Promise<boolean> {
    const { missing, stale } = await differences(workspace, now);
    await deleteEvents(workspace, stale);
    await writeEvents(workspace, missing);
    return missing.length + stale.length > 0;
  }

  return {
    async beforeBatch(workspace, now) {
      if (isFound(workspace.userId, istDate(now))) return;
      // What was written may yet be undone: only what was found is remembered.
      if (!(await renew(workspace, now))) found.add(workspace.userId);
    },
    async afterBatch(workspace, { kinds }, now) {
      if (kinds.has('market_event')) await renew(workspace, now);
    },
    async renew(workspace, now) {
      await renew(workspace, now);
    },
    async daily(userId, now) {
      if (isFound(userId, istDate(now))) return;
      const { missing, stale } = await store.read(
        userId,
        async (workspace) => await differences(workspace, now),
      );
      if (missing.length + stale.length > 0)
        await store.change(userId, async (workspace) => await renew(workspace, now));
      found.add(userId);
    },
  };
}
