import type { PriceSessions } from '../market/calendar/index.ts';
import type { ReadMarketState } from '../market/instruments/index.ts';
import {
  answerJson,
  type Context,
  createCache,
  createSlowWork,
  istDate,
  memoryShare,
} from '../platform/index.ts';
import {
  canBeProvisional,
  type Freshness,
  goesStaleAt,
  type HoldingView,
  markedReport,
  nextStale,
  type ReadUndecided,
} from '../portfolio/index.ts';
import { type ReportName, REPORT_DEPENDENCIES } from './report-topics.ts';

const MINUTE_MS = 60_000;
/** Limit in bytes of the JSON of all reports, and again of their objects: one line of ten years takes a megabyte. */
const MOST_BYTES = memoryShare({ of: 128, least: 16, most: 64 });
/** Bytes of an answer beside its text. */
const ANSWER_BYTES = 1000;

/** The query of a report; absent fields and fields of undefined or null are the same. */
type QueryFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A report that is worked out once for all who ask while nothing has changed. */
export interface CachedReport<Q, V> {
  /**
   * The report as of now, though it may have been calculated long before: never older than the last change of the person's
   * data that it rests on, and at most a minute older than market data. It is read-only, because all callers share it.
   */
  read(userId: string, query: Q): Promise<V>;
  /** The same as JSON in UTF-8, made once for all answers of a route. Read-only. */
  readJson(userId: string, query: Q): Promise<Buffer>;
}

/** Turns a computation into a report that is kept. `name` is unique among all reports, and says what it rests on. */
export type Cached = <Q extends QueryFields, V>(
  name: ReportName,
  compute: (userId: string, query: Q) => Promise<V>,
) => CachedReport<Q, V>;

/** A kept answer. */
interface Kept<T> {
  answer: T;
  /** The millisecond from which the answer differs, even if nothing is written. */
  until: number;
}

interface CachedParts {
  readUndecided: ReadUndecided;
  readMarketState: ReadMarketState;
  sessions: Pick<PriceSessions, 'stateAt'>;
}

/**
 * One store for all reports of this process; text is made only for answers that are text. Each report carries the mark of
 * corporate actions that wait. A result is cached by person, report and query until something that it rests on changes, or room
 * runs out.
 */
export function createCached(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { readUndecided, readMarketState, sessions }: CachedParts,
  mostBytes = MOST_BYTES,
): Cached {
  const store = <T>(sizeOf: (answer: T) => number) =>
    createCache<Kept<T>>({
      most: Number.POSITIVE_INFINITY,
      mostSize: mostBytes,
      sizeOf: ({ answer }) => sizeOf(answer),
      until: ({ until }) => until,
      now: () => clock.now().getTime(),
    });
  const views = store(bytesOf);
  const slowly = createSlowWork();
  const bodies = store<Buffer>(({ length }) => ANSWER_BYTES + length);
  /** The time as far as it counts. Sessions begin and end on whole minutes. */
  const timeOf = {
    day: (now: Date) => istDate(now),
    session: oncePerMinute((now) => `${istDate(now)} ${sessions.stateAt(now)}`),
    minute: (now: Date) => String(minuteOf(now)),
  };

  return <Q extends QueryFields, V>(name: ReportName, compute: (userId: string, query: Q) => Promise<V>) => {
    const on = REPORT_DEPENDENCIES[name];
    /** Read before the data: a change meanwhile makes the answer one of an older state. */
    const stateOf = async (userId: string): Promise<string> => {
      const time = timeOf[on.clock](clock.now());
      return [
        ...(await Promise.all([database.revision(userId, on.topics), readMarketState(on.market)])),
        time,
      ].join(' ');
    };
    const keyOf = (userId: string, query: Q): string => `${userId}\0${name}\0${wordOf(query)}`;
    const make = async (userId: string, query: Q): Promise<Kept<V>> => {
      const since = clock.now();
      const made = await compute(userId, query);
      const answer = canBeProvisional(made) ? markedReport(made, await readUndecided(userId)) : made;
      return { answer, until: goesStaleFrom(answer, since) };
    };
    /** Work under way always has a place, so that no report with a place waits for one without. */
    const view = async (userId: string, query: Q, state: string): Promise<Kept<V>> => {
      const key = keyOf(userId, query);
      const read = () => views.read(key, state, () => make(userId, query));
      return (await (views.find(key, state) ?? slowly(`${key}\0${state}`, read))) as Kept<V>;
    };
    return {
      read: async (userId: string, query: Q): Promise<V> =>
        (await view(userId, query, await stateOf(userId))).answer,
      async readJson(userId: string, query: Q): Promise<Buffer> {
        const state = await stateOf(userId);
        const { answer: body } = await bodies.read(keyOf(userId, query), state, async () => {
          const { answer, until } = await view(userId, query, state);
          // Others have their turn between the work and its text.
          await new Promise((resolve) => setImmediate(resolve));
          return { answer: Buffer.from(answerJson(answer)), until };
        });
        return body;
      },
    };
  };
}

const minuteOf = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS);

function oncePerMinute(wordOf: (now: Date) => string): (now: Date) => string {
  let last = { minute: Number.NaN, word: '' };
  return (now) => {
    const minute = minuteOf(now);
    if (last.minute !== minute) last = { minute, word: wordOf(now) };
    return last.word;
  };
}

/**
 * The millisecond in which a price that an answer calls fresh goes stale: in its freshness, in that of a goal's progress, or in
 * holdings. A copy of a freshness does not know it, and is used for a minute.
 * @param since the moment of the answer.
 */
function goesStaleFrom(answer: unknown, since: Date): number {
  const { freshness, progress, holdings } = (answer ?? {}) as Fresh & {
    progress?: Fresh;
    holdings?: unknown;
  };
  const shown = freshness ?? progress?.freshness ?? null;
  const ofAll =
    shown === null ? Number.POSITIVE_INFINITY : (goesStaleAt(shown) ?? since.getTime() + MINUTE_MS);
  const rows = (Array.isArray(holdings) ? holdings : []) as PricedRow[];
  const priced = rows.flatMap((row) => (row.price_state === 'FRESH' ? row.priced_at : []));
  return Math.min(ofAll, nextStale(priced, since));
}

interface Fresh {
  freshness?: Freshness | null;
}

interface PricedRow {
  price_state?: HoldingView['price_state'];
  priced_at: string | null;
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
