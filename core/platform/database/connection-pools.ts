import { AsyncLocalStorage } from 'node:async_hooks';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { beginUse, type TimeLimitTable, type Use } from '../time-limits.ts';
import { isOutdatedPlan } from './prepared-statements.ts';
import { createPlaces, type Places } from './places.ts';
import { beginOfRead, ownSettings, type Settings, settingsInWords } from './transaction-settings.ts';
import { NoAnswer, Overloaded, unavailability } from './unavailable.ts';
import { WatchedClient, type WatchedConfig } from './watched-client.ts';

interface PoolOptions {
  name: string;
  max: number;
  limits: TimeLimitTable;
  /** Command-line options of the server, for example `-c search_path=options`. */
  options?: string;
  /** True behind a pooler that gives each transaction another server connection. */
  isPooled?: boolean;
  /** True for another database than the books': work that holds a connection of the books, or reads them, is none of its own. */
  isApart?: boolean;
}

/** Work that has a connection already. */
const holding = new AsyncLocalStorage<{ mayTakeAnother: boolean }>();

/**
 * Runs work that has a connection. Slow work leaves places to more urgent work; one of them serves what this work reads over
 * a second connection, since it would wait for itself otherwise.
 * @param mayTakeAnother the work is known to need a second connection
 */
export const whileHolding = <T>(work: () => T, mayTakeAnother = false): T =>
  holding.run({ mayTakeAnother }, work);

/**
 * Called when a transaction takes a second connection: several of them would wait for each other in a full pool. Tests make
 * it an error.
 */
export const secondConnection = { taken: (): void => undefined };

/** Connections idle for this time are closed. */
const IDLE_MS = 30_000;

class WatchedPool extends pg.Pool {
  readonly places: Places;
  readonly isApart: boolean;
  readonly #limits: TimeLimitTable;
  readonly #isPooled: boolean;

  constructor({
    limits,
    isApart = false,
    ...config
  }: Omit<WatchedConfig, 'limits'> & { limits: TimeLimitTable; max: number; isApart?: boolean }) {
    super({
      ...config,
      limits: limits.request,
      Client: WatchedClient,
      idleTimeoutMillis: IDLE_MS,
      // Each use has a limit of its own: this one only clears the queue.
      connectionTimeoutMillis: limits.job.waitMs,
    } as unknown as pg.PoolConfig);
    this.#limits = limits;
    this.#isPooled = config.isPooled === true;
    this.isApart = isApart;
    this.places = createPlaces(config.max);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Parameters<pg.Pool['connect']>[0]): void;
  override connect(done?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (this.#held()?.mayTakeAnother === false) secondConnection.taken();
    const taken = this.#take(beginUse(this.#limits));
    if (done === undefined) return taken;
    taken.then(
      (client) => done(undefined, client, (error) => client.release(error as Error | undefined)),
      (error: unknown) => done(error as Error, undefined, () => undefined),
    );
  }

  // As the client's.
  override query(...given: unknown[]): never {
    const answer = this.#isPooled
      ? this.#queryWithLimits(given)
      : (super.query(...(given as [string])) as Promise<unknown> | undefined);
    return answer?.catch((error: unknown) => {
      throw unavailability(error, true) ?? error;
    }) as never;
  }

  /** Runs a statement in a transaction that sets the limits, which a pooled connection does not keep. */
  async #queryWithLimits(given: unknown[]): Promise<unknown> {
    const client = await this.connect();
    const watched = client as unknown as WatchedClient;
    watched.deferBegin(`BEGIN; ${settingsInWords(ownSettings(watched))}`, 'COMMIT;');
    let isSound = false;
    try {
      const answer: unknown = await watched.endWith(async () => await client.query(...(given as [string])));
      isSound = true;
      return answer;
    } finally {
      client.release(!isSound);
    }
  }

  /** Known facts of work that asks for a connection while it has one of this database. */
  #held(): { mayTakeAnother: boolean } | undefined {
    return this.isApart ? undefined : holding.getStore();
  }

  async #take(use: Use): Promise<pg.PoolClient> {
    try {
      const leave = await this.places.enter(use.kind, use.leftMs(), this.#held() !== undefined);
      return await this.#connect(use, leave);
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof Overloaded) use.gaveUp();
      throw unavailability(error, true) ?? error;
    }
  }

  /** Connects within a place of the pool, which is released with the client. */
  async #connect(use: Use, leave: () => void): Promise<pg.PoolClient> {
    const taking = super.connect();
    // A late connection goes to the next caller.
    const giveBack = () =>
      void taking
        .then(
          (late) => late.release(),
          () => undefined,
        )
        .finally(leave);
    const client = await within(use, taking, giveBack).catch((error: unknown) => {
      if (error instanceof NoAnswer) this.places.noteSilence();
      else leave();
      throw error;
    });
    const watched = client as unknown as WatchedClient;
    watched.lend({
      ...use,
      gaveUp: () => {
        this.places.noteSilence();
        use.gaveUp();
      },
    });
    const release = client.release.bind(client);
    client.release = (error) => {
      watched.takeBack();
      release(error);
      leave();
    };
    return client;
  }
}

/** A plain pool. Lost connections do not end the process; transient errors are 503 UNAVAILABLE or OVERLOADED. */
export function openPool(
  connectionString: string,
  options: PoolOptions & { types?: pg.CustomTypesConfig },
): pg.Pool {
  const { name, ...rest } = options;
  return new WatchedPool({ connectionString, application_name: name, ...rest });
}

/** Number of callers that wait for a connection of a pool of `openPool`. */
export const waitingIn = (pool: pg.Pool): number => (pool as WatchedPool).places.waiting;

/** Knex's own client for Postgres; it is reached by its name only. */
const PostgresOfKnex = knexFactory({ client: 'pg' }).client.constructor as unknown as new (
  config: Knex.Config,
) => Knex.Client & { _query(connection: unknown, statement: object): Promise<unknown> };

/** Settings of the autocommit reads that are running. */
const reads = new AsyncLocalStorage<Settings>();

/** A statement as Knex hands it to a driver. */
interface Statement {
  sql: string;
  options?: object;
  response?: unknown;
}

/** Knex on the connections of a shared pool. */
class WatchedKnex extends PostgresOfKnex {
  _driver(): { Client: typeof WatchedClient } {
    return { Client: WatchedClient };
  }

  override async acquireConnection(): Promise<WatchedClient> {
    const { connectionPool } = this.config as unknown as { connectionPool: WatchedPool };
    const client = (await connectionPool.connect()) as unknown as WatchedClient;
    const settings = connectionPool.isApart ? undefined : reads.getStore();
    if (settings !== undefined)
      client.deferBegin(beginOfRead([...settings, ...ownSettings(client)]), 'COMMIT;');
    return client;
  }

  /** Holds BEGIN back until the first statement; a transaction without statements never reaches the server. */
  override async _query(connection: WatchedClient, statement: Statement): Promise<unknown> {
    const command = /^(BEGIN|COMMIT|ROLLBACK)\b(?! TO)/.exec(statement.sql)?.[1];
    const isDone = command === 'BEGIN' || (command !== undefined && connection.discardPendingBegin());
    const { types } = this.config as unknown as { types?: pg.CustomTypesConfig };
    if (!isDone) return await sent(connection, statement, types, () => super._query(connection, statement));
    if (command === 'BEGIN') connection.deferBegin(statement.sql);
    statement.response = { command, rowCount: null, rows: [], fields: [] };
    return statement;
  }

  override releaseConnection(connection: WatchedClient): Promise<unknown> {
    const { __knex__disposed: fault, release } = connection as unknown as Lent;
    release(fault !== undefined);
    return Promise.resolve();
  }
}

/** A client of the pool, with Knex's flag for a broken one. */
interface Lent {
  release: (isBroken: boolean) => void;
  __knex__disposed?: unknown;
}

async function sent(
  connection: WatchedClient,
  statement: Statement,
  types: pg.CustomTypesConfig | undefined,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const name = connection.prepared?.nameOf(statement.sql);
  statement.options = {
    ...statement.options,
    ...(name === undefined ? {} : { name }),
    ...(types === undefined ? {} : { types }),
  };
  try {
    return await connection.endWith(send);
  } catch (error) {
    // Knex lends no connection again that has this mark.
    if (isOutdatedPlan(error)) Object.assign(connection, { __knex__disposed: error });
    throw error;
  }
}

interface KnexOptions {
  types?: pg.CustomTypesConfig;
  /** What Knex would write to the terminal. */
  log?: Knex.Logger;
  migrations?: Knex.MigratorConfig;
}

/** Knex on a pool, which stays open when Knex is destroyed. */
export function knexOn(pool: pg.Pool, options: KnexOptions = {}): Knex {
  return knexFactory({
    client: WatchedKnex as unknown as string,
    connectionPool: pool,
    ...options,
  } as Knex.Config);
}

/** Knex on a pool of its own, which is closed with it. Connects at the first use. */
export function openKnex(connectionString: string, options: PoolOptions & KnexOptions): Knex {
  const { types, log, migrations, ...own } = options;
  const pool = openPool(connectionString, own);
  pool.on('error', () => undefined);
  const knex = knexOn(pool, {
    ...(types === undefined ? {} : { types }),
    ...(log === undefined ? {} : { log }),
    ...(migrations === undefined ? {} : { migrations }),
  });
  const { client } = knex as unknown as { client: Knex.Client };
  client.destroy = async () => await pool.end();
  return knex;
}

/**
 * Runs reads in autocommit: each statement on a Knex pool is its own read-only transaction, sent with BEGIN, its settings and
 * COMMIT in one round trip.
 */
export async function autocommitReads<T>(settings: Settings, work: () => PromiseLike<T>): Promise<T> {
  return await reads.run(settings, async () => await work());
}

/** What comes within what is left of a use. @throws NoAnswer after `giveUp` */
async function within<T>(use: Use, coming: Promise<T>, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new NoAnswer('no database connection was made in time'));
      giveUp();
    }, use.leftMs());
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    if (!isLate) clearTimeout(timer);
  }
}
