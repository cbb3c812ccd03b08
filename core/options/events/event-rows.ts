import type { Workspace } from '../store/index.ts';
import { BUILT_IN, type CalendarEntry } from './built-in-events.ts';
import { dayOf } from './event-defaults.ts';

interface EventRow {
  record_id: string;
  name: string;
  category: CalendarEntry['category'];
  severity: CalendarEntry['severity'];
  starts_at: string;
  ends_at: string;
  underlying: string | null;
  source: string;
  is_cancelled: number;
  payload_json: string;
}

const COLUMNS = [
  'record_id',
  'name',
  'category',
  'severity',
  'starts_at',
  'ends_at',
  'underlying',
  'source',
  'is_cancelled',
  'payload_json',
] as const;

const toEntry = ({ record_id, is_cancelled, payload_json, ...row }: EventRow): CalendarEntry => {
  const doubt = JSON.parse(payload_json) as { is_verified?: boolean; note?: string | null };
  return {
    id: record_id,
    name: row.name,
    category: row.category,
    severity: row.severity,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    underlying: row.underlying,
    source: row.source,
    is_cancelled: is_cancelled === 1,
    is_verified: doubt.is_verified ?? null,
    note: doubt.note ?? null,
  };
};

/** Events whose window touches a span of time, cancelled ones as well, in no order. */
export async function readEvents(workspace: Workspace, from: string, to: string): Promise<CalendarEntry[]> {
  const rows = await workspace
    .rows<EventRow>('market_events')
    .where('ends_at', '>=', from)
    .where('starts_at', '<', to)
    .select(...COLUMNS);
  return rows.map(toEntry);
}

export async function readEventsById(
  workspace: Workspace,
  ids: readonly string[],
): Promise<Map<string, CalendarEntry>> {
  const found = new Map<string, CalendarEntry>();
  for (let from = 0; from < ids.length; from += 500)
    for (const row of await workspace
      .rows<EventRow>('market_events')
      .whereIn('record_id', ids.slice(from, from + 500))
      .select(...COLUMNS))
      found.set(row.record_id, toEntry(row));
  return found;
}

/** Writes events over those with the same ids. */
export async function writeEvents(workspace: Workspace, entries: readonly CalendarEntry[]): Promise<void> {
  const rows = entries.map(({ id, is_cancelled, is_verified, note, ...rest }) => ({
    record_id: id,
    at: rest.starts_at,
    day: dayOf(rest.starts_at),
    payload_json: JSON.stringify({ is_verified, note }),
    name: rest.name,
    category: rest.category,
    severity: rest.severity,
    starts_at: rest.starts_at,
    ends_at: rest.ends_at,
    underlying: rest.underlying,
    source: rest.source,
    is_cancelled: is_cancelled ? 1 : 0,
  }));
  const [first] = rows;
  if (first === undefined) return;
  await workspace.insert('market_events', rows, {
    key: ['record_id'],
    columns: Object.keys(first).filter((column) => column !== 'record_id'),
  });
}

export async function deleteEvents(workspace: Workspace, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await workspace.rows('market_events').whereIn('record_id', ids).delete();
}

export const isBuiltIn = ({ id }: Pick<CalendarEntry, 'id'>): boolean => id.startsWith(BUILT_IN);

/** Whether two events say the same. */
export const isSameEvent = (one: CalendarEntry, other: CalendarEntry): boolean =>
  (Object.keys(one) as (keyof CalendarEntry)[]).every((key) => one[key] === other[key]);
