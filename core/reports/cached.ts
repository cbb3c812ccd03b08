import {
  answerJson,
  type Context,
  createCache,
  istDate,
  memoryShare,
  withTimeOf,
} from '../platform/index.ts';
import { canBeProvisional, markedReport, type ReadUndecided } from '../portfolio/index.ts';
import { REPORT_TOPICS, type ReportName } from './report-topics.ts';

/** Closes of indexes and price history belong to nobody: a report that found nothing changed is redone after this. */
const KEPT_MS = 60_000;
/** Limit for the reports of everybody together, in bytes of JSON: the objects take several times that memory. */
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

interface Answer {
  view: unknown;
  /** Bytes, since a text would be encoded anew for every answer. */
  body: Buffer;
}

/**
 * One store for all reports of this process. Each carries the mark of corporate actions that wait. A result is cached by
 * person, report and query until a topic of the report or the day in India changes.
 */
export function createCached(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  readUndecided: ReadUndecided,
  mostBytes = MOST_BYTES,
): Cached {
  const answers = createCache<Answer>({
    most: Number.POSITIVE_INFINITY,
    mostSize: mostBytes,
    sizeOf: ({ body }) => ANSWER_BYTES + body.length,
    keptMs: KEPT_MS,
    now: () => clock.now().getTime(),
  });

  async function current(
    userId: string,
    name: ReportName,
    word: string,
    compute: () => Promise<unknown>,
  ): Promise<Answer> {
    const restsOn = `${await database.revision(userId, REPORT_TOPICS[name])} ${istDate(clock.now())}`;
    return await answers.read(`${userId}\0${name}\0${word}`, restsOn, async () => {
      const view = await withTimeOf('report', async () => {
        const made = await compute();
        return canBeProvisional(made) ? markedReport(made, await readUndecided(userId)) : made;
      });
      // Others have their turn between the work and its text.
      await new Promise((resolve) => setImmediate(resolve));
      return { view, body: Buffer.from(answerJson(view)) };
    });
  }

  return <Q extends QueryFields, V>(name: ReportName, compute: (userId: string, query: Q) => Promise<V>) => {
    const find = (userId: string, query: Q) =>
      current(userId, name, wordOf(query), async () => await compute(userId, query));
    return {
      async read(userId: string, query: Q): Promise<V> {
        return (await find(userId, query)).view as V;
      },
      async readJson(userId: string, query: Q): Promise<Buffer> {
        return (await find(userId, query)).body;
      },
    };
  };
}

/** The same text for the same question, in whatever order it was written. */
function wordOf(query: QueryFields): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}
