import { createReadCloseRevisions } from '../../market/instruments/index.ts';
import { createCache, createTurns, type Database } from '../../platform/index.ts';
import { CLOSE_BYTES, type CloseArray, closeArray, updatedCloses } from './close-array.ts';
import { unpackedDays, unpackedNumerics } from './packed-numbers.ts';
import { earlier } from './prices-needed.ts';
import { type ClosesSpan, readPackedCloses } from './values-store.ts';

/** Instruments read by one query, to keep each query small. */
const AT_ONCE = 64;
/** Room for some four thousand instruments over ten years. */
const MOST_BYTES = 160_000_000;

/** The closes of one instrument. */
interface Kept {
  series: CloseArray;
  /** First known day; null for all days. */
  from: string | null;
  revision: string;
}

/**
 * The closes of instruments, shared by all people of the process. Instruments used longest ago are dropped first.
 */
export function createSharedCloses(
  database: Pick<Database, 'readAsSystem' | 'systemPool'>,
  mostBytes = MOST_BYTES,
) {
  const kept = createCache<Kept>({
    most: Number.POSITIVE_INFINITY,
    mostSize: mostBytes,
    sizeOf: ({ series }) => series.days.length * CLOSE_BYTES,
  });
  const revisionsOf = createReadCloseRevisions(database);
  // One reader at a time: the second finds the closes that the first one read.
  const turns = createTurns();

  /** Reads instruments from a day on. */
  async function* rows(spans: readonly ClosesSpan[]) {
    for (let at = 0; at < spans.length; at += AT_ONCE) {
      const some = spans.slice(at, at + AT_ONCE);
      const found = await database.readAsSystem('read closes that all people share', (trx) =>
        readPackedCloses(trx, some),
      );
      const byId = new Map(found.map((row) => [row.id, row]));
      for (const { id, from } of some) {
        const row = byId.get(id);
        const days = unpackedDays(row?.days ?? new Uint8Array());
        const closes = unpackedNumerics(row?.closes ?? new Uint8Array(), days.length);
        yield { id, from, read: { days, closes } };
      }
    }
  }

  async function read(wanted: ReadonlyMap<string, string | null>): Promise<Map<string, CloseArray>> {
    // Read before the closes: a close that is written meanwhile is read at the next call.
    const revisions = await revisionsOf(wanted.keys());
    const known = new Map([...wanted.keys()].map((id) => [id, kept.get(id)]));
    const found = new Map<string, CloseArray>();
    const spans: ClosesSpan[] = [];
    for (const [id, wantedFrom] of wanted) {
      const one = known.get(id);
      const from = earlier(one?.from, wantedFrom);
      if (one !== undefined && one.from === from && one.revision === revisions.get(id))
        found.set(id, one.series);
      else spans.push({ id, from });
    }
    for await (const { id, from, read: closes } of rows(spans)) {
      const one = known.get(id);
      const isLonger = one === undefined || one.from !== from;
      const series = isLonger ? closeArray(closes) : updatedCloses(one.series, closes);
      kept.set(id, { series, from, revision: revisions.get(id) ?? '' });
      found.set(id, series);
    }
    return found;
  }

  return {
    /**
     * The stored closes of instruments, from a day on at least. An array stays the same object while its closes do.
     * @param wanted the first day by instrument; null for all days.
     */
    read: (wanted: ReadonlyMap<string, string | null>): Promise<Map<string, CloseArray>> =>
      turns.run('', () => read(wanted)),
  };
}
