import { createCache, createTurns, type Database } from '../../platform/index.ts';
import { CLOSE_BYTES, type CloseArray, closeArray, withTail } from './close-array.ts';
import { type DayNumber, dayNumber, dayText } from './daily-series.ts';
import { unpackedDays, unpackedNumerics } from './packed-numbers.ts';
import { earlier } from './prices-needed.ts';
import { type ClosesSpan, readMarks, readPackedCloses } from './values-store.ts';

/** Recent closes are checked every time, older ones every 15 minutes: only imports correct them. */
const RECENT_DAYS = 45;
const ALL_CHECKED_MS = 15 * 60_000;
/** Instruments read by one query, to keep each query small. */
const AT_ONCE = 64;
/** Room for some four thousand instruments over ten years. */
const MOST_BYTES = 160_000_000;

/** The closes of one instrument. */
interface Kept {
  series: CloseArray;
  /** First known day; null for all days. */
  from: string | null;
  /** First day of the recent closes. `older` and `recent` are hashes of the closes before and from this day. */
  recentFrom: string;
  older: string;
  recent: string;
  olderCheckedAt: number;
}

/**
 * The closes of instruments, shared by all people of the process. Instruments used longest ago are dropped first.
 */
export function createSharedCloses(database: Pick<Database, 'readAsSystem'>, mostBytes = MOST_BYTES) {
  const kept = createCache<Kept>({
    most: Number.POSITIVE_INFINITY,
    mostSize: mostBytes,
    sizeOf: ({ series }) => series.days.length * CLOSE_BYTES,
  });
  // One reader at a time: the second finds the closes that the first one read.
  const turns = createTurns();
  const ask = <T>(work: Parameters<typeof database.readAsSystem<T>>[1]): Promise<T> =>
    database.readAsSystem('read closes that all people share', work);

  async function marksOf(spans: readonly ClosesSpan[]): Promise<Map<string, string>> {
    return spans.length === 0 ? new Map() : await ask((trx) => readMarks(trx, spans));
  }

  /** Reads instruments from a day on. */
  async function* rows(spans: readonly ClosesSpan[]) {
    for (let at = 0; at < spans.length; at += AT_ONCE) {
      const some = spans.slice(at, at + AT_ONCE);
      const found = await ask((trx) => readPackedCloses(trx, some));
      const byId = new Map(found.map((row) => [row.id, row]));
      for (const { id } of some) {
        const row = byId.get(id);
        const days = unpackedDays(row?.days ?? new Uint8Array());
        const closes = unpackedNumerics(row?.closes ?? new Uint8Array(), days.length);
        yield { id, tail: { days, closes }, older: row?.older ?? '' };
      }
    }
  }

  async function read(
    wanted: ReadonlyMap<string, string | null>,
    today: DayNumber,
    now: number,
  ): Promise<Map<string, CloseArray>> {
    const known = new Map<string, Kept>();
    for (const [id, from] of wanted) {
      const one = kept.get(id);
      // Kept closes that begin later than wanted are read anew.
      if (one !== undefined && earlier(one.from, from) === one.from) known.set(id, one);
    }
    const due = [...known].filter(([, one]) => now - one.olderCheckedAt >= ALL_CHECKED_MS);
    const olderNow = await marksOf(due.map(([id, one]) => ({ id, from: one.from, until: one.recentFrom })));
    for (const [id, one] of due) {
      if ((olderNow.get(id) ?? '') === one.older) one.olderCheckedAt = now;
      else known.delete(id);
    }
    const recentFrom = dayText(today - RECENT_DAYS);
    const recentNow = await marksOf(
      [...wanted.keys()].map((id) => ({ id, from: known.get(id)?.recentFrom ?? recentFrom, until: null })),
    );
    const found = new Map([...known].map(([id, one]) => [id, one.series]));
    const keep = (id: string, one: Omit<Kept, 'recent'>): void => {
      kept.set(id, { ...one, recent: recentNow.get(id) ?? '' });
      found.set(id, one.series);
    };
    const changed = [...known].filter(([id, one]) => (recentNow.get(id) ?? '') !== one.recent);
    for await (const { id, tail } of rows(
      changed.map(([id, one]) => ({ id, from: one.recentFrom, until: one.recentFrom })),
    )) {
      const one = known.get(id);
      if (one !== undefined)
        keep(id, { ...one, series: withTail(one.series, dayNumber(one.recentFrom), tail) });
    }
    const missing = [...wanted].filter(([id]) => !known.has(id));
    const spans = missing.map(([id, from]) => ({
      id,
      from: earlier(kept.get(id)?.from, from),
      until: recentFrom,
    }));
    const fromOf = new Map(spans.map(({ id, from }) => [id, from]));
    for await (const { id, tail, older } of rows(spans))
      keep(id, {
        series: closeArray(tail),
        from: fromOf.get(id) ?? null,
        recentFrom,
        older,
        olderCheckedAt: now,
      });
    return found;
  }

  return {
    /**
     * The stored closes of instruments, from a day on at least. An array stays the same object while none of its closes changes.
     * @param wanted the first day by instrument; null for all days.
     * @param now milliseconds.
     */
    read: (
      wanted: ReadonlyMap<string, string | null>,
      today: DayNumber,
      now: number,
    ): Promise<Map<string, CloseArray>> => turns.run('', () => read(wanted, today, now)),
  };
}
