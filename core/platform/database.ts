import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { Decimal } from './money.ts';
import type { Log } from './log.ts';
import { survivesLostConnections } from './lost-connection.ts';
import { Problem } from './problem.ts';
import { createSharedRead } from './shared-read.ts';

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

export type Transaction = Knex.Transaction;

/** What a change was about, carried to live sockets of every process as soon as it is committed. */
export interface Announcement {
  channel: string;
  payload: Record<string, unknown>;
}

/** Sends a message to every listening process when the transaction commits, and never when it rolls back. */
export async function announce(trx: Transaction, { channel, payload }: Announcement): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [channel, JSON.stringify(payload)]);
}

export interface DatabaseUrls {
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
 * - `change` is `asUser` for writes: it first takes the owner's revision row, so that one owner's writers queue up
 *   (no write skew, no deadlock between their rows), counts the revision up for caches, and announces
 *   `portfolio_changed` on commit.
 * - `asSystem` sees all owners and must say why.
 *
 * Callbacks must do no network I/O: notifications and frames are rows written here and delivered afterwards.
 */
export interface Database {
  asUser<T>(userId: string, work: (trx: Transaction) => PromiseLike<T>): Promise<T>;
  /** @param isSeen false for a result of which nobody needs to hear: the revision stays and nothing is announced. */
  change<T>(
    userId: string,
    work: (trx: Transaction) => PromiseLike<T>,
    isSeen?: (result: T) => boolean,
  ): Promise<T>;
  asSystem<T>(why: string, work: (trx: Transaction) => PromiseLike<T>): Promise<T>;
  /**
   * The owner's revision: equal revisions mean that nothing of theirs changed. One indexed read, which all who ask in the
   * same turn of the event loop share.
   */
  revision(userId: string): Promise<string>;
  /** Plain pool of the table owner's role, for LISTEN, Agenda and bulk COPY of named system work. */
  readonly systemPool: pg.Pool;
  readonly urls: DatabaseUrls;
  close(): Promise<void>;
}

/** Opens both pools. Nothing connects before the first use. */
export function openDatabase(urls: DatabaseUrls, log: Log, applicationName = 'munim'): Database {
  const open = (connectionString: string, max: number) =>
    knexFactory({
      client: 'pg',
      connection: {
        connectionString,
        types,
        application_name: applicationName,
        connectionTimeoutMillis: 5000,
      } as Knex.PgConnectionConfig,
      pool: { min: 0, max, acquireTimeoutMillis: 10_000 },
      // Knex writes to the terminal by itself otherwise, for instance about lost connections.
      log: {
        warn: (message: unknown) => log.warn(String(message)),
        error: (message: unknown) => log.error(String(message)),
      },
    });
  const app = open(urls.appUrl, 10);
  const system = open(urls.ownerUrl, 4);
  const systemPool = new pg.Pool({
    connectionString: urls.ownerUrl,
    application_name: applicationName,
    max: 4,
    connectionTimeoutMillis: 5000,
  });
  // A pool without this listener ends the process when an idle connection drops.
  systemPool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  survivesLostConnections(systemPool);

  const asUser = <T>(userId: string, work: (trx: Transaction) => PromiseLike<T>): Promise<T> =>
    guarded(() =>
      app.transaction(async (trx) => {
        await trx.raw(`select set_config('app.user_id', ?, true)`, [userId]);
        return await work(trx);
      }),
    );

  const revisionOf = createSharedRead(async (userIds) => {
    const { rows } = await guarded(() =>
      systemPool.query<{ owner: string; revision: string }>({
        name: 'owner_revisions',
        text: 'select owner_user_id as owner, revision from portfolio.revisions where owner_user_id = any($1)',
        values: [userIds],
      }),
    );
    return new Map(rows.map(({ owner, revision }) => [owner, revision]));
  });

  return {
    asUser,
    change: (userId, work, isSeen) =>
      asUser(userId, async (trx) => {
        const { rows } = await trx.raw<{ rows: { revision: string }[] }>(
          `insert into portfolio.revisions (owner_user_id, revision) values (?, 1)
           on conflict (owner_user_id) do update set revision = portfolio.revisions.revision + 1
           returning revision`,
          [userId],
        );
        const result = await work(trx);
        if (isSeen?.(result) === false) {
          // The row stays locked to the end either way.
          await trx.raw('update portfolio.revisions set revision = revision - 1 where owner_user_id = ?', [
            userId,
          ]);
          return result;
        }
        await announce(trx, {
          channel: 'portfolio_changed',
          payload: { user_id: userId, revision: rows[0]?.revision },
        });
        return result;
      }),
    asSystem: (why, work) => {
      log.trace({ why }, 'system work');
      return guarded(() => system.transaction(async (trx) => await work(trx)));
    },
    revision: async (userId) => (await revisionOf(userId)) ?? '0',
    systemPool,
    urls,
    async close() {
      await Promise.all([app.destroy(), system.destroy(), systemPool.end()]);
    },
  };
}

const CONNECTION_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
]);

/** Turns a lost or refused connection into 503 UNAVAILABLE; every other error passes. */
async function guarded<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as { code?: string } | null)?.code;
    const message = error instanceof Error ? error.message : '';
    const lost =
      (code !== undefined && CONNECTION_FAILURES.has(code)) ||
      /Connection terminated|timeout exceeded when trying to connect|Timeout acquiring a connection/.test(
        message,
      );
    if (!lost) throw error;
    throw new Problem(
      503,
      'UNAVAILABLE',
      'The database cannot be reached right now. Try again in a moment.',
      {
        retryAfter: 5,
        cause: error,
      },
    );
  }
}

/**
 * Does a write; where a unique index stands against it, `refusal` says what is there already. Objection wraps the
 * driver's error, and not always in its own class for it.
 */
export async function unlessUnique<T>(write: () => PromiseLike<T>, refusal: () => Problem): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, nativeError } = (error ?? {}) as { code?: unknown; nativeError?: { code?: unknown } };
    throw code === '23505' || nativeError?.code === '23505' ? refusal() : error;
  }
}
