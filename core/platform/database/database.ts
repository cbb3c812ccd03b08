import type { Knex } from 'knex';
import pg from 'pg';
import { type HeldConnection, openHeldConnection } from './held-connection.ts';
import { knexOn, openPool, waitingIn, autocommitReads, whileHolding } from './connection-pools.ts';
import { tellSettings } from './transaction-settings.ts';
import { Decimal } from '../money.ts';
import type { Log } from '../log.ts';
import { Problem } from '../input/index.ts';
import { createReadRevision, takeTopics, tellChange, untouchTopics } from './topic-revisions.ts';
import { type ChangeTopics, type Topic, writtenTopics } from './topics.ts';
import { TIME_LIMITS, type TimeLimitTable } from '../time-limits.ts';
import { unavailability } from './unavailable.ts';

/** NUMERIC as Decimal and DATE as its text; everything else as pg gives it (int8 stays exact text). */
const types = {
  getTypeParser(oid: number, format?: string) {
    if (oid === pg.types.builtins.NUMERIC) return (value: string) => new Decimal(value);
    if (oid === pg.types.builtins.DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid as never, format as never) as (value: string) => unknown;
  },
};
// Without this, pg would send a Decimal as JSON.
(Decimal.prototype as unknown as { toPostgres: () => string }).toPostgres = function (this: Decimal) {
  return this.toFixed();
};

export type DbTransaction = Knex.Transaction;

/** What a change was about, carried to live sockets of every process as soon as it is committed. */
interface Announcement {
  channel: string;
  payload: Record<string, unknown>;
}

/** Sends a message to every listening process when the transaction commits, and never when it rolls back. */
export async function announce(trx: DbTransaction, { channel, payload }: Announcement): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [channel, JSON.stringify(payload)]);
}

/**
 * Reason of system work, with the owner if it is about the rows of one person. Of one moment: all statements see the same
 * state, and none can write.
 */
export type SystemWork = string | { why: string; owner?: string; isOneMoment?: boolean };

export interface DatabaseUrls {
  /** Address of the server itself for `held`, where `ownerUrl` is that of a pooler. */
  directUrl?: string;
  /** Role that owns the tables: migrations and named system work. */
  ownerUrl: string;
  /** Role under row-level security: everything done for a person. */
  appUrl: string;
}

/**
 * The one way to Postgres.
 *
 * - `asUser` runs under the restricted role with `app.user_id` set for that transaction: row-level security shows
 *   and accepts that owner's rows only.
 * - `change` is `asUser` for writes: it first takes the topics that it writes, so that one owner's writers of a topic
 *   queue up (no write skew, no deadlock between their rows), counts their revisions up for caches, and announces
 *   `portfolio_changed` with the topics on commit. Writers of different topics do not wait for each other: what must not
 *   change meanwhile is held too, or its rows are locked.
 * - `atOneMoment` is `asUser` for reads of which the parts must fit together: all statements see the same state. It
 *   cannot write.
 * - `asSystem` sees all owners and must say why. Work on one person's rows names the owner too: row-level security then holds
 *   for it as for that person, and a router in front of several databases knows where the rows are.
 * - `readAsUser` and `readAsSystem` are the cheapest, for reads of one statement or of a few: each is a transaction of its
 *   own, which takes one round trip. As in the transactions above, each statement sees what was committed before it.
 *
 * Callbacks must do no network I/O: notifications and frames are rows written here and delivered afterwards.
 *
 * All of them wait within the limits of `time-limits.ts`, then answer 503 UNAVAILABLE, or OVERLOADED after a wait for a
 * connection in use by other work of this process (`places.ts`). Of a change that was not answered in
 * time nothing is kept: its connection is broken off, and the server takes the transaction back when it reads that. There
 * is one moment in which nobody can know: COMMIT was sent, and the answer did not come. The refusal then says that the
 * change may have been saved. The same request under the same Idempotency-Key finds out: its receipt is a row of that
 * very transaction, so a repeat is answered with the first result or done for the first time, never done twice. Statements
 * of the plain pool commit by themselves and may be done though nobody was told: they are such as do no harm twice.
 */
export interface Database {
  asUser<T>(userId: string, work: (trx: DbTransaction) => PromiseLike<T>): Promise<T>;
  atOneMoment<T>(userId: string, work: (trx: DbTransaction) => PromiseLike<T>): Promise<T>;
  /**
   * @param topics all that it writes, and what it only holds.
   * @param isSeen false for a result of which nobody needs to hear: the revisions stay and nothing is announced.
   */
  change<T>(
    userId: string,
    topics: ChangeTopics,
    work: (trx: DbTransaction) => PromiseLike<T>,
    isSeen?: (result: T) => boolean,
  ): Promise<T>;
  asSystem<T>(why: SystemWork, work: (trx: DbTransaction) => PromiseLike<T>): Promise<T>;
  readAsUser<T>(userId: string, work: (db: DbTransaction) => PromiseLike<T>): Promise<T>;
  readAsSystem<T>(why: string, work: (db: DbTransaction) => PromiseLike<T>): Promise<T>;
  /**
   * The revision of some of an owner's topics, as one word: equal words mean that none of these changed. One indexed read,
   * which all reads that are made together share, whatever the topics.
   */
  revision(userId: string, topics: readonly Topic[]): Promise<string>;
  /** Plain pool of the table owner's role, for LISTEN, Agenda and bulk COPY of named system work. */
  readonly systemPool: pg.Pool;
  readonly urls: DatabaseUrls;
  /** Connection that listens and holds locks. */
  readonly held: HeldConnection;
  /** True if the pools go through a pooler in transaction mode. */
  readonly isPooled: boolean;
  /** Number of callers that wait for a connection of this process. */
  readonly waiting: () => number;
  /** How long it waits for what; connections beside the pools keep to them too. */
  readonly limits: TimeLimitTable;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** What `pg_stat_activity` shows. */
  applicationName?: string;
  limits?: TimeLimitTable;
  /** Connections of each pool at most. */
  most?: { app: number; system: number };
  /** Existing connection of the process; it is not closed with the database. */
  held?: HeldConnection;
}

/** Connections beside the pools: one that listens and holds locks, one for health, one for the usage of models. */
const BESIDE_POOLS = 3;
const ONE_MOMENT: Knex.TransactionConfig = { isolationLevel: 'repeatable read', readOnly: true };

/** How the pools share the connections of a process. */
export function poolSizes(connections: number): { app: number; system: number } {
  const system = Math.max(2, Math.floor((connections - BESIDE_POOLS) / 3));
  return { app: connections - BESIDE_POOLS - system, system };
}

/** Opens the pools. Nothing connects before the first use. */
export function openDatabase(urls: DatabaseUrls, log: Log, options: DatabaseOptions = {}): Database {
  const { applicationName: name = 'munim', limits = TIME_LIMITS } = options;
  const isPooled = urls.directUrl !== undefined;
  const { most = { app: 10, system: 8 } } = options;
  let isClosing = false;
  const open = (address: string, max: number): pg.Pool => {
    const pool = openPool(address, { name, max, limits, isPooled });
    // A pool without this listener ends the process when an idle connection drops.
    pool.on('error', (error) => {
      // The pool does not wait for the end of its connections: a server that stops right after may be quicker.
      if (!isClosing) log.warn({ err: error }, 'an idle database connection was lost');
    });
    return pool;
  };
  const knexLog = {
    // By default, Knex writes to the terminal.
    warn: (message: unknown) => log.warn(String(message)),
    error: (message: unknown) => log.error(String(message)),
  };
  const held =
    options.held ?? openHeldConnection(urls.directUrl ?? urls.ownerUrl, 'munim:listen', log, limits.held);
  const appPool = open(urls.appUrl, most.app);
  const systemPool = open(urls.ownerUrl, most.system);
  const app = knexOn(appPool, { types, log: knexLog });
  const system = knexOn(systemPool, { types, log: knexLog });

  const inTransaction = <T>(
    userId: string,
    work: (trx: DbTransaction) => PromiseLike<T>,
    options: Knex.TransactionConfig = {},
  ): Promise<T> =>
    guarded(() =>
      app.transaction(async (trx) => {
        await tellSettings(trx, [['app.user_id', userId]]);
        return await whileHolding(() => work(trx));
      }, options),
    );

  const asUser: Database['asUser'] = (userId, work) => inTransaction(userId, work);

  const asSystem: Database['asSystem'] = (about, work) => {
    const { why, owner, isOneMoment = false } = typeof about === 'string' ? { why: about } : about;
    log.trace({ why, owner }, 'system work');
    return guarded(() =>
      system.transaction(
        async (trx) => {
          await tellSettings(trx, owner === undefined ? [] : [['app.user_id', owner]]);
          return await whileHolding(() => work(trx));
        },
        isOneMoment ? ONE_MOMENT : {},
      ),
    );
  };

  return {
    asUser,
    atOneMoment: (userId, work) => inTransaction(userId, work, ONE_MOMENT),
    async change(userId, topics, work, isSeen) {
      let isWorkDone = false;
      try {
        return await asUser(userId, async (trx) => {
          await takeTopics(trx, [userId], topics);
          const result = await work(trx);
          if (isSeen?.(result) === false) await untouchTopics(trx, userId, writtenTopics(topics));
          else await tellChange(trx, [userId], writtenTopics(topics));
          isWorkDone = true;
          return result;
        });
      } catch (error) {
        throw isWorkDone ? unlessSaved(error) : error;
      }
    },
    asSystem,
    readAsUser: (userId, work) =>
      guarded(() => autocommitReads([['app.user_id', userId]], () => work(reader(app)))),
    readAsSystem(why, work) {
      log.trace({ why }, 'system work');
      return guarded(() => autocommitReads([], () => work(reader(system))));
    },
    revision: createReadRevision(systemPool),
    systemPool,
    urls,
    held,
    isPooled,
    waiting: () => waitingIn(appPool) + waitingIn(systemPool),
    limits,
    async close() {
      isClosing = true;
      const closing = [appPool.end(), systemPool.end()];
      await Promise.all(options.held === undefined ? [...closing, held.close()] : closing);
    },
  };
}

/** A pool as readers take it: they also run within transactions, and use nothing that only a transaction has. */
function reader(pool: Knex): DbTransaction {
  return pool as DbTransaction;
}

/** Answers the 503 of `unavailability` for whatever the database refuses for now; every other error passes. */
async function guarded<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailability(error, true) ?? error;
  }
}

/** The refusal of a change whose COMMIT was not answered; every other error as it is. */
function unlessSaved(error: unknown): unknown {
  if (!(error instanceof Problem) || error.code !== 'UNAVAILABLE') return error;
  const { cause, retryAfter = 5 } = error;
  // Whatever else the server says to COMMIT, it says of a transaction that it took back.
  const isTakenBack = cause instanceof pg.DatabaseError && !/^(08|57P)/.test(cause.code ?? '');
  if (isTakenBack) return error;
  return new Problem(
    503,
    'UNAVAILABLE',
    'The database connection was lost while saving. Check whether the change was saved before you try again.',
    { retryAfter, cause },
  );
}

/** The SQLSTATE of an error of the database, however it is wrapped. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, nativeError, cause } = (error ?? {}) as {
    code?: unknown;
    nativeError?: unknown;
    cause?: unknown;
  };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return [nativeError, cause].filter((each) => each instanceof Error).map(sqlStateOf)[0];
}

/**
 * Does a write; where a unique index stands against it, `refusal` says what is there already. Objection wraps the
 * driver's error, and not always in its own class for it.
 */
export async function unlessUnique<T>(write: () => PromiseLike<T>, refusal: () => Problem): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw sqlStateOf(error) === '23505' ? refusal() : error;
  }
}

/** Deletes a row; where another row still needs it, `refusal` says which. */
export async function unlessReferenced<T>(write: () => PromiseLike<T>, refusal: () => Problem): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw ['23001', '23503'].includes(sqlStateOf(error) ?? '') ? refusal() : error;
  }
}
