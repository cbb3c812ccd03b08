import pg from 'pg';
import { systemTimers, type Timers } from '../clock.ts';
import type { HeldConnection } from './held-connection.ts';
import { isTimeout, NoAnswer } from './unavailable.ts';
import { openClient } from './watched-client.ts';
import type { Log } from '../log.ts';
import { pendingMigrations } from './migrate.ts';
import type { TimeLimits } from '../time-limits.ts';

/** How the database was found: null for a part that is well, else one line about what is wrong. */
interface DatabaseState {
  database: string | null;
  migrations: string | null;
}

/** Waiting work, counted by an index, and differences in books; null where the database could not say. */
interface Waiting {
  deliveries: number | null;
  jobs: number | null;
  /** Open differences between figures of all books, by identity. */
  differences: Record<string, number> | null;
}

/** Looks after the database for whoever watches the server. What it answers may be a second old; it never throws. */
export interface DatabaseCheck {
  state(): Promise<DatabaseState>;
  waiting(): Promise<Waiting>;
  close(): Promise<void>;
}

const UNKNOWN: Waiting = { deliveries: null, jobs: null, differences: null };
const KEPT_MS = 1000;
const COUNTS = `
  select (select count(*)::int from notifications.deliveries where state in ('PENDING', 'SENDING')) as deliveries,
    (select count(*)::int from jobs.runs where state in ('DUE', 'RUNNING')) as jobs,
    (select coalesce(json_object_agg(identity, found), '{}') from (
       select identity, count(*)::int as found from portfolio.book_audit_findings group by identity) f) as differences`;

/**
 * A check takes no place in the queue of the pools; concurrent callers share one check a second.
 * @param source the connection that the process holds; behind a pooler the pooler's address, for a connection of its own
 *   that is opened at the first check and kept.
 */
export function createDatabaseCheck(
  source: string | Pick<HeldConnection, 'session'>,
  log: Log,
  limits: TimeLimits,
  timers: Pick<Timers, 'now'> = systemTimers,
): DatabaseCheck {
  let connection: Promise<pg.Client> | null = null;
  let isClosed = false;

  function connected(): Promise<pg.Client> {
    if (typeof source !== 'string') return source.session().then(({ client }) => client);
    if (connection !== null) return connection;
    if (isClosed) return Promise.reject(new Error('closed'));
    const client = openClient(source, { name: 'munim:check', limits, isPooled: true });
    const opening = client.connect().then(() => client);
    const forget = () => {
      if (connection === opening) connection = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    opening.catch(forget);
    connection = opening;
    return opening;
  }

  /** Limits the wait: the connection that the process holds may wait longer than a check. @throws NoAnswer */
  async function inTime<T>(work: () => Promise<T>): Promise<T> {
    const done = new AbortController();
    const late = systemTimers.sleep(limits.waitMs, done.signal).then(() => {
      throw new NoAnswer('the database did not answer the check');
    });
    try {
      return await Promise.race([work(), late]);
    } finally {
      late.catch(() => undefined);
      done.abort();
    }
  }

  async function look(): Promise<DatabaseState> {
    try {
      const pending = await inTime(async () => await pendingMigrations(await connected()));
      const migrations = pending.length === 0 ? null : `behind by ${pending.length}: run npm run migrate`;
      return { database: null, migrations };
    } catch (error) {
      log.debug({ err: error }, 'the database check failed');
      // A server that refuses a statement is there; one that is starting or stopping is not.
      const isThere = error instanceof pg.DatabaseError && !/^(08|53|57P)/.test(error.code ?? '');
      if (isThere) return { database: null, migrations: 'cannot be read' };
      // The clock cannot tell: a timer may fire a millisecond early.
      const wrong = isTimeout(error) ? 'no answer in time' : 'cannot be reached';
      return { database: wrong, migrations: wrong };
    }
  }

  async function count(): Promise<Waiting> {
    try {
      const { rows } = await inTime(async () => await (await connected()).query<Waiting>(COUNTS));
      return rows[0] ?? UNKNOWN;
    } catch (error) {
      log.debug({ err: error }, 'pending work could not be counted');
      return UNKNOWN;
    }
  }

  return {
    state: keptFor(KEPT_MS, timers, look),
    waiting: keptFor(KEPT_MS, timers, count),
    async close() {
      isClosed = true;
      const client = await connection?.catch(() => null);
      connection = null;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Asks once for all who ask meanwhile and for a while after. */
function keptFor<T>(ms: number, timers: Pick<Timers, 'now'>, ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  let last: { answer: T; at: number } | null = null;
  return async () => {
    if (last !== null && timers.now() - last.at < ms) return last.answer;
    asking ??= ask()
      .then((answer) => {
        last = { answer, at: timers.now() };
        return answer;
      })
      .finally(() => {
        asking = null;
      });
    return await asking;
  };
}
