import {
  answerJson,
  type Context,
  createCache,
  createSlowWork,
  istDate,
  memoryShare,
} from '../platform/index.ts';
import { canBeProvisional, markedReport, type ReadUndecided } from '../portfolio/index.ts';
import { REPORT_TOPICS, type ReportName } from './report-topics.ts';

/** Closes of indexes and price history belong to nobody: a report that found nothing changed is redone after this. */
const KEPT_MS = 60_000;
/** Limit in bytes of the JSON of everybody's reports together, and again of the objects: one line of ten years takes a megabyte. */
const MOST_BYTES = memoryShare({ of: 128, least: 16, most: 64 });
/** Bytes of an answer beside its text. */
const ANSWER_BYTES = 1000;

/** The query of a report; absent fields and fields of undefined or null are the same. */
type QueryFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A report that is worked out once for all who ask while nothing has changed. */
export interface CachedReport<Q, V> {
  /** At most a minute old, never older than the last change of what it rests on, and of today. Nobody may write into it. */
  read(userId: string, query: Q): Promise<V>;
  /** The same as JSON in UTF-8, made once: what a route answers. Nobody may write into it. */
  readJson(userId: string, query: Q): Promise<Buffer>;
}

/** Turns a computation into a report that is kept. `name` is unique among all reports, and says what it rests on. */
export type Cached = <Q extends QueryFields, V>(
  name: ReportName,
  compute: (userId: string, query: Q) => Promise<V>,
) => CachedReport<Q, V>;

/**
 * One store for all reports of this process; text is made only for answers that are text. Each carries the mark of corporate actions that wait. A result is cached by
 * person, report and query until a topic of the report or the day in India changes.
 */
export function createCached(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  readUndecided: ReadUndecided,
  mostBytes = MOST_BYTES,
): Cached {
  const store = <T>(sizeOf: (value: T) => number) =>
    createCache<T>({
      most: Number.POSITIVE_INFINITY,
      mostSize: mostBytes,
      sizeOf,
      keptMs: KEPT_MS,
      now: () => clock.now().getTime(),
    });
  const views = store(bytesOf);
  const slowly = createSlowWork();
  const bodies = store<Buffer>(({ length }) => ANSWER_BYTES + length);

  return <Q extends QueryFields, V>(name: ReportName, compute: (userId: string, query: Q) => Promise<V>) => {
    const restsOn = async (userId: string): Promise<string> =>
      `${await database.revision(userId, REPORT_TOPICS[name])} ${istDate(clock.now())}`;
    const keyOf = (userId: string, query: Q): string => `${userId}\0${name}\0${wordOf(query)}`;
    const make = async (userId: string, query: Q): Promise<V> => {
      const made = await compute(userId, query);
      return canBeProvisional(made) ? markedReport(made, await readUndecided(userId)) : made;
    };
    /** Work under way always has a place, so that no report with a place waits for one without. */
    const view = async (userId: string, query: Q, state: string): Promise<V> => {
      const key = keyOf(userId, query);
      const read = () => views.read(key, state, () => make(userId, query));
      return (await (views.find(key, state) ?? slowly(`${key}\0${state}`, read))) as V;
    };
    return {
      read: async (userId: string, query: Q): Promise<V> => await view(userId, query, await restsOn(userId)),
      async readJson(userId: string, query: Q): Promise<Buffer> {
        const state = await restsOn(userId);
        return await bodies.read(keyOf(userId, query), state, async () => {
          const made = await view(userId, query, state);
          // Others have their turn between the work and its text.
          await new Promise((resolve) => setImmediate(resolve));
          return Buffer.from(answerJson(made));
        });
      },
    };
  };
}

const POINTER_BYTES = 8;
/** Of a number with a fraction that is no element of a list of numbers, and of an object or a list beside its fields. */
const BOX_BYTES = 16;

/** Elements of a long list that are measured: a line of days is alike throughout. */
const MEASURED = 64;

/** About what a value takes of the heap: plain data, where nothing is shared. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return BOX_BYTES + value.length;
  if (typeof value === 'number') return Number.isInteger(value) ? 0 : BOX_BYTES;
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) return BOX_BYTES + value.byteLength;
  if (Array.isArray(value) && value.length > MEASURED) {
    const every = Math.ceil(value.length / MEASURED);
    const some = value.filter((_, at) => at % every === 0);
    return (bytesOf(some) / some.length) * value.length;
  }
  let bytes = 2 * BOX_BYTES;
  for (const field of Object.values(value)) bytes += POINTER_BYTES + bytesOf(field);
  return bytes;
}

/** The same text for the same question, in whatever order it was written. */
function wordOf(query: QueryFields): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}
