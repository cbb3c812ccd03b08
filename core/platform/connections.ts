import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { systemTimers } from './clock.ts';
import { survivesLostConnections } from './lost-connection.ts';
import {
  beginUse,
  serverLimits,
  SIGN_OF_LIFE_MS,
  type TimeLimits,
  type TimeLimitTable,
  type Use,
} from './time-limits.ts';
import { NoAnswer, unavailability } from './unavailable.ts';

interface WatchedConfig extends pg.ClientConfig {
  limits: TimeLimits;
  /** Milliseconds between two signs of life; none is asked for without. */
  signOfLifeMs?: number;
}

/** How often within a limit it is looked whether anything came. */
const LOOKS = 8;
/** A goodbye that the server does not take is not waited for. */
const GOODBYE_MS = 1000;

/**
 * A client that gives up on a server which says nothing: stopped, or on a machine that vanished. No limit of the server's
 * own helps there. pg's `query_timeout` would leave the client in its pool, where the late answer goes to the next who
 * asks, and ROLLBACK would wait once more; here the socket is broken, so that all that waits fails at once, and the pools
 * throw the client away. The server ends the transaction as soon as it reads that.
 */
class WatchedClient extends pg.Client {
  readonly #usual: TimeLimits;
  readonly #signOfLifeMs: number | undefined;
  #use: Use | null = null;
  #isFirst = true;
  #isWaiting = false;
  #limitMs = 0;
  #heardAt = 0;
  #traffic = 0;
  #look: NodeJS.Timeout | undefined;
  #lookAt = Number.POSITIVE_INFINITY;

  constructor({ limits, signOfLifeMs, ...config }: WatchedConfig) {
    super({
      ...config,
      connectionTimeoutMillis: limits.waitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#usual = limits;
    this.#signOfLifeMs = signOfLifeMs;
    this.connection.on('readyForQuery', () => this.#heard());
    this.on('drain', () => {
      this.#isWaiting = false;
    });
    this.on('end', () => this.#stopLooking());
  }

  /** The server's limits as they are without a word for one transaction. */
  get usual(): TimeLimits {
    return this.#usual;
  }

  /** The use it is in; null while nobody has it. */
  get use(): Use | null {
    return this.#use;
  }

  lend(use: Use): void {
    this.#use = use;
    this.#isFirst = true;
  }

  takeBack(): void {
    this.#use = null;
    this.#isFirst = true;
  }

  override connect(): Promise<this>;
  override connect(done: (error: Error | null) => void): void;
  override connect(done?: (error: Error | null) => void): Promise<this> | void {
    const opening = this.#open();
    if (done === undefined) return opening;
    opening.then(
      () => done(null),
      (error: unknown) => done(error as Error),
    );
  }

  async #open(): Promise<this> {
    await super.connect();
    this.#isFirst = true;
    // By a statement and not as the connection is made: poolers refuse a connection with settings they do not know.
    const settings = [...serverLimits(this.#usual)].map(([name, ms]) => `set ${name} = ${ms}`);
    await (this.query(settings.join('; ')) as Promise<unknown>);
    if (this.#signOfLifeMs !== undefined) this.#askForSignsOfLife(this.#signOfLifeMs);
    return this;
  }

  // One signature stands for all of pg's; what is given is handed on as it came.
  override query(...given: unknown[]): never {
    if (!this.#isWaiting) {
      this.#isWaiting = true;
      this.#await(this.#use === null ? this.#ownLimit() : this.#limitOf(this.#use));
    }
    return super.query(...(given as [string])) as never;
  }

  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | void {
    const cut = setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS);
    cut.unref();
    this.once('end', () => clearTimeout(cut));
    return done === undefined ? super.end() : super.end(done);
  }

  #ownLimit(): number {
    return this.#isFirst ? this.#usual.waitMs : this.#usual.answerMs;
  }

  #limitOf(use: Use): number {
    return this.#isFirst ? use.leftMs() : use.limits.answerMs;
  }

  #await(limitMs: number): void {
    this.#limitMs = limitMs;
    this.#heardAt = systemTimers.now();
    this.#traffic = this.#bytes();
    this.#lookLater();
  }

  /** One timer goes on from statement to statement: most are answered long before it is due. */
  #lookLater(): void {
    const now = systemTimers.now();
    const left = this.#limitMs - (now - this.#heardAt);
    const at = now + Math.max(1, Math.min(this.#limitMs / LOOKS, left));
    if (this.#lookAt <= at) return;
    this.#lookAt = at;
    clearTimeout(this.#look);
    this.#look = setTimeout(() => {
      this.#lookAt = Number.POSITIVE_INFINITY;
      if (!this.#isWaiting) return;
      if (!this.#isQuietTooLong()) return this.#lookLater();
      // What came while the process was busy is read first.
      setImmediate(() => {
        if (!this.#isWaiting) return;
        if (this.#isQuietTooLong()) this.#giveUp();
        else this.#lookLater();
      });
    }, at - now);
    this.#look.unref();
  }

  #isQuietTooLong(): boolean {
    const bytes = this.#bytes();
    if (bytes !== this.#traffic) {
      this.#traffic = bytes;
      this.#heardAt = systemTimers.now();
      this.#limitMs = (this.#use?.limits ?? this.#usual).answerMs;
    }
    return systemTimers.now() - this.#heardAt >= this.#limitMs;
  }

  #bytes(): number {
    const { bytesRead = 0, bytesWritten = 0 } = this.connection.stream as {
      bytesRead?: number;
      bytesWritten?: number;
    };
    return bytesRead + bytesWritten;
  }

  #giveUp(): void {
    this.#stopLooking();
    this.#use?.inVain();
    const seconds = Math.round(this.#limitMs / 100) / 10;
    this.connection.stream.destroy(new NoAnswer(`the database said nothing for ${seconds} s`));
  }

  /** A statement ended; the next one of the queue, if there is one, begins. */
  #heard(): void {
    this.#isFirst = false;
    this.#use?.heard();
    if (this.#isWaiting) this.#await((this.#use?.limits ?? this.#usual).answerMs);
  }

  #stopLooking(): void {
    this.#isWaiting = false;
    clearTimeout(this.#look);
  }

  #askForSignsOfLife(everyMs: number): void {
    const beat = setInterval(() => {
      // Whoever waits for an answer already is watched by that.
      if (!this.#isWaiting) (this.query('select') as Promise<unknown>).catch(() => undefined);
    }, everyMs);
    beat.unref();
    this.once('end', () => clearInterval(beat));
  }
}

export interface ConnectionOptions {
  /** What `pg_stat_activity` shows. */
  name: string;
  limits: TimeLimits;
  /** For connections that listen or hold locks: how soon they notice that the server has gone silent. */
  signOfLifeMs?: number;
}

/** A connection of its own, not connected yet. One that is lost meanwhile ends no process; it emits `error` and `end`. */
export function openClient(connectionString: string, options: ConnectionOptions): pg.Client {
  const { name, limits, signOfLifeMs } = options;
  const client = new WatchedClient({
    connectionString,
    application_name: name,
    limits,
    ...(signOfLifeMs === undefined ? {} : { signOfLifeMs }),
  });
  survivesLostConnections(client);
  return client;
}

/** A connection for LISTEN or for locks, which finds out by itself when the server has gone silent. */
export function openHeldClient(connectionString: string, name: string, limits: TimeLimits): pg.Client {
  return openClient(connectionString, { name, limits, signOfLifeMs: SIGN_OF_LIFE_MS });
}

export interface PoolOptions {
  name: string;
  max: number;
  limits: TimeLimitTable;
  /** As the server takes them on its command line, for example `-c search_path=jobs`. */
  options?: string;
}

class WatchedPool extends pg.Pool {
  readonly #limits: TimeLimitTable;

  constructor({
    limits,
    ...config
  }: Omit<WatchedConfig, 'limits'> & { limits: TimeLimitTable; max: number }) {
    super({
      ...config,
      limits: limits.request,
      Client: WatchedClient,
      // Whoever asks has a limit of its own: this one only tidies the queue up.
      connectionTimeoutMillis: limits.job.waitMs,
    } as unknown as pg.PoolConfig);
    this.#limits = limits;
    this.on('release', (_error, client) => (client as unknown as WatchedClient).takeBack());
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Parameters<pg.Pool['connect']>[0]): void;
  override connect(done?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const taken = this.#take(beginUse(this.#limits));
    if (done === undefined) return taken;
    taken.then(
      (client) => done(undefined, client, (error) => client.release(error as Error | undefined)),
      (error: unknown) => done(error as Error, undefined, () => undefined),
    );
  }

  // As the client's.
  override query(...given: unknown[]): never {
    const answer = super.query(...(given as [string])) as Promise<unknown> | undefined;
    return answer?.catch((error: unknown) => {
      throw unavailability(error, true) ?? error;
    }) as never;
  }

  async #take(use: Use): Promise<pg.PoolClient> {
    const taking = super.connect();
    try {
      const client = await within(use, taking, () => {
        // It may come yet, and then goes to the next.
        taking.then(
          (late) => late.release(),
          () => undefined,
        );
      });
      (client as unknown as WatchedClient).lend(use);
      return client;
    } catch (error) {
      throw unavailability(error, true) ?? error;
    }
  }
}

/** A plain pool. Connections that are lost end no process; what is refused for now is refused as 503 UNAVAILABLE. */
export function openPool(connectionString: string, options: PoolOptions): pg.Pool {
  const { name, ...rest } = options;
  const pool = new WatchedPool({ connectionString, application_name: name, ...rest });
  survivesLostConnections(pool);
  return pool;
}

/** Knex's own client for Postgres; it is reached by its name only. */
const PostgresOfKnex = knexFactory({ client: 'pg' }).client.constructor as typeof Knex.Client;

interface Acquiring {
  promise: Promise<WatchedClient>;
  abort(): void;
}

class WatchedKnex extends PostgresOfKnex {
  _driver(): { Client: typeof WatchedClient } {
    return { Client: WatchedClient };
  }

  override async acquireConnection(): Promise<WatchedClient> {
    const { limits } = this.config as unknown as { limits: TimeLimitTable };
    const use = beginUse(limits);
    const acquiring = (this.pool as { acquire(): Acquiring }).acquire();
    const client = await within(use, acquiring.promise, () => acquiring.abort());
    client.lend(use);
    return client;
  }

  override releaseConnection(connection: WatchedClient): Promise<unknown> {
    connection.takeBack();
    return super.releaseConnection(connection) as Promise<unknown>;
  }
}

export interface KnexOptions extends PoolOptions {
  types?: pg.CustomTypesConfig;
  /** What Knex would write to the terminal. */
  log?: Knex.Logger;
  migrations?: Knex.MigratorConfig;
}

/** A pool of Knex. Nothing connects before the first use. */
export function openKnex(connectionString: string, options: KnexOptions): Knex {
  const { name, max, limits, types, log, migrations } = options;
  return knexFactory({
    client: WatchedKnex as unknown as string,
    connection: {
      connectionString,
      application_name: name,
      limits: limits.request,
      ...(types === undefined ? {} : { types }),
    } as Knex.PgConnectionConfig,
    // `acquireConnection` has its own limit, that of who asks.
    pool: { min: 0, max, acquireTimeoutMillis: 2 * Math.max(limits.job.waitMs, limits.request.waitMs) },
    limits,
    ...(log === undefined ? {} : { log }),
    ...(migrations === undefined ? {} : { migrations }),
  } as Knex.Config);
}

/**
 * What the server is to be told for the transaction that begins, by the names of its settings: limits other than those the
 * connection has, and less time for locks where the queue took some of it.
 */
function ownSettings({ use, usual }: WatchedClient): [name: string, value: string][] {
  if (use === null) return [];
  const { limits } = use;
  const lockMs = Math.max(limits.lockMs / 10, limits.lockMs - use.waitedMs());
  const hasWaited = limits.lockMs - lockMs > limits.lockMs / 10;
  const wanted = serverLimits({ ...limits, lockMs: hasWaited ? lockMs : limits.lockMs });
  const standing = serverLimits(usual);
  return [...wanted]
    .filter(([name, ms]) => standing.get(name) !== ms)
    .map(([name, ms]) => [name, String(ms)]);
}

/**
 * Tells the server the settings of a transaction of Knex, in one statement: those that are given, and the limits of the work
 * it is for. Nothing to tell costs no statement.
 */
export async function tellSettings(
  trx: Knex.Transaction,
  given: readonly (readonly [name: string, value: string])[] = [],
): Promise<void> {
  const client = await (trx.client as { acquireConnection(): Promise<WatchedClient> }).acquireConnection();
  const settings = [...given, ...ownSettings(client)];
  if (settings.length === 0) return;
  await trx.raw(`select ${settings.map(() => 'set_config(?, ?, true)').join(', ')}`, settings.flat());
}

/** Begins a transaction on a client of a plain pool, with the limits of the work it was taken for. */
export async function beginTransaction(client: pg.ClientBase): Promise<void> {
  const settings = ownSettings(client as unknown as WatchedClient);
  await client.query(['begin', ...settings.map(([name, ms]) => `set local ${name} = ${ms}`)].join('; '));
}

/** What comes within what is left of a use. @throws NoAnswer after `giveUp` */
async function within<T>(use: Use, coming: Promise<T>, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      use.inVain();
      reject(new NoAnswer('no connection to the database was to be had in time'));
      giveUp();
    }, use.leftMs());
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    if (!isLate) clearTimeout(timer);
  }
}
