import type { Knex } from 'knex';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import {
  type Context,
  openKnex,
  openSqlite,
  Problem,
  SqliteError,
  type TimeLimitTable,
} from '../../platform/index.ts';
import { pausedPerson } from '../../identity/index.ts';
import { createCourtesy } from './courtesy.ts';
import { migrateStore } from './migrate.ts';
import { hasNoTables, storeFailure } from './unavailable.ts';
import { type Workspace, workspaceOf } from './workspace.ts';

/** Where the workspace is by default, under DATA_DIR. */
export const STORE_FILE = path.join('options', 'options.sqlite');
/** A store that could not be opened is tried again after so long. */
const TRY_AGAIN_MS = 5_000;
const CONNECTIONS = 4;
/** Whole numbers and sums of them are numbers, as SQLite has them: all of ours are far below 2^53. */
const WHOLE = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    WHOLE.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * The options workspace: what a trading process reported, and what was made of it. It is a file of its own, or a database
 * that OPTIONS_DATABASE_URL names. It opens with its first use, and nothing else needs it.
 */
export interface OptionsStore {
  readonly dialect: 'sqlite' | 'postgres';
  /** Where it is, for people. */
  readonly place: string;
  /**
   * Reads a person's rows. Several statements may see different moments.
   * @throws Problem 503 OPTIONS_UNAVAILABLE
   */
  read<T>(userId: string, work: (workspace: Workspace) => Promise<T>): Promise<T>;
  /**
   * Reads as `read` does, by a connection of its own: neither writers nor long reads are waited for. It is for one short
   * statement that a trading process waits for.
   * @throws Problem 503 OPTIONS_UNAVAILABLE
   */
  readSoon<T>(userId: string, work: (workspace: Workspace) => Promise<T>): Promise<T>;
  /**
   * Lets a question of `readSoon` that is under way be answered first, for a short while: for work in many parts, between them.
   */
  courtesy(this: void): Promise<void>;
  /**
   * Changes a person's rows, all or nothing, and counts their revision up. Nobody else writes meanwhile. For a person who is
   * paused or removed by then nothing is written, unless the change is one `ofShutOut` people: it deletes.
   * @throws Problem 401 PERSON_PAUSED, 503 OPTIONS_UNAVAILABLE
   */
  change<T>(
    userId: string,
    work: (workspace: Workspace) => Promise<T>,
    also?: { ofShutOut?: boolean },
  ): Promise<T>;
  /** Counts up with each change of a person's rows, by whatever process. */
  revision(userId: string): Promise<number>;
  /** Work over everybody's rows, which says why: tokens, jobs, backups. */
  asSystem<T>(why: string, work: (knex: Knex) => Promise<T>): Promise<T>;
  /** Why it is away, for people; null where it answers. */
  check(): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * @param timeLimits how long a Postgres server is waited for
 * @param isThere false for a person who is paused or removed, as of now and in whatever process
 */
export function createOptionsStore(
  { config, log, clock }: Pick<Context, 'config' | 'log' | 'clock'>,
  timeLimits: TimeLimitTable,
  isThere: (userId: string) => Promise<boolean> = () => Promise.resolve(true),
): OptionsStore {
  const url = config.OPTIONS_DATABASE_URL;
  const dialect = url === null ? 'sqlite' : 'postgres';
  const file = path.join(config.DATA_DIR, STORE_FILE);
  const place = url === null ? file : 'the server of OPTIONS_DATABASE_URL';
  let opening: Promise<Knex> | null = null;
  let current: Knex | null = null;
  let reopenedAt = Number.NEGATIVE_INFINITY;
  let besides: Knex | null = null;
  let failure: { error: unknown; until: number } | null = null;
  let isClosed = false;
  const soon = createCourtesy();

  const openServer = (address: string, max: number): Knex =>
    openKnex(address, {
      name: `munim options:${process.pid}`,
      max,
      limits: timeLimits,
      types: NUMBERS,
      options: '-c search_path=options',
      isApart: true,
    });

  async function open(): Promise<Knex> {
    const knex = url === null ? await openFile(file) : openServer(url, CONNECTIONS);
    try {
      await migrateStore(knex, dialect, clock.now());
      current = knex;
      return knex;
    } catch (error) {
      await knex.destroy();
      throw error;
    }
  }

  async function opened(): Promise<Knex> {
    if (isClosed) throw new Problem(503, 'OPTIONS_UNAVAILABLE', 'Munim is stopping.');
    if (failure !== null && clock.now().getTime() < failure.until) throw failure.error;
    opening ??= open().catch((error: unknown) => {
      opening = null;
      failure = { error, until: clock.now().getTime() + TRY_AGAIN_MS };
      log.error({ err: error, place }, 'the options workspace cannot be opened');
      throw error;
    });
    return await opening;
  }

  /** Once the store itself is open, so that its tables are there. */
  async function openedBesides(): Promise<Knex> {
    await opened();
    besides ??= url === null ? openSqlite(file, {}, 1) : openServer(url, 1);
    return besides;
  }

  async function using<T>(work: (knex: Knex) => Promise<T>, connect = opened): Promise<T> {
    const knex = await connect().catch((error: unknown) => {
      throw storeFailure(error, place, true);
    });
    try {
      return await work(knex);
    } catch (error) {
      if (hasNoTables(error)) forget();
      throw storeFailure(error, place);
    }
  }

  /** The next use opens the store anew, now and then: one that has lost a single table is no better then. */
  function forget(): void {
    const now = clock.now().getTime();
    if (isClosed || now < reopenedAt + TRY_AGAIN_MS) return;
    reopenedAt = now;
    log.error({ place }, 'tables of the options workspace are missing; it is opened anew');
    const gone = [current, besides];
    opening = current = besides = null;
    for (const one of gone)
      one?.destroy().catch((err: unknown) => log.warn({ err, place }, 'the options workspace did not close'));
  }

  return {
    dialect,
    place,
    read: async (userId, work) => await using(async (knex) => await work(workspaceOf(knex, userId))),
    async readSoon(userId, work) {
      soon.ask();
      return await using(async (knex) => await work(workspaceOf(knex, userId)), openedBesides);
    },
    courtesy: soon.courtesy,
    change: async (userId, work, { ofShutOut = false } = {}) =>
      await using(
        async (knex) =>
          await knex.transaction(async (trx) => {
            // First, since its row is also the lock: on Postgres the next change of this person waits here.
            await trx('workspace_revisions')
              .insert({ owner_user_id: userId, revision: 1 })
              .onConflict('owner_user_id')
              .merge({ revision: trx.raw('workspace_revisions.revision + 1') });
            // Behind the lock: a removal shuts the person out before it takes it, so nothing is written after that.
            if (!ofShutOut && !(await isThere(userId))) throw pausedPerson();
            return await work(workspaceOf(trx, userId));
          }),
      ),
    revision: async (userId) =>
      await using(async (knex) => {
        const row = await knex<{ owner_user_id: string; revision: number }>('workspace_revisions')
          .where({ owner_user_id: userId })
          .first('revision');
        return row?.revision ?? 0;
      }),
    asSystem: async (_why, work) => await using(work),
    async check() {
      try {
        await using(async (knex) => await knex('workspace_revisions').first('revision'));
        return null;
      } catch (error) {
        if (error instanceof Problem) return error.detail;
        log.error({ err: error, place }, 'the options workspace does not answer');
        return `The options workspace does not answer (${place}). The log has the details.`;
      }
    },
    async close() {
      isClosed = true;
      const knex = await opening?.catch(() => null);
      await knex?.destroy();
      await besides?.destroy();
    },
  };
}

/** Opens the file, or makes it. One that is damaged is found here, and not at some row of it later. */
async function openFile(file: string): Promise<Knex> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const knex = openSqlite(file);
  try {
    const [found] = (await knex.raw('pragma quick_check(1)')) as { quick_check: string }[];
    if (found?.quick_check !== 'ok')
      throw new SqliteError(found?.quick_check ?? 'no answer', 'SQLITE_CORRUPT');
    return knex;
  } catch (error) {
    await knex.destroy();
    throw error;
  }
}
