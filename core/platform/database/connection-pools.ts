import { AsyncLocalStorage } from 'node:async_hooks';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { beginUse, serverLimits, type TimeLimitTable, type Use } from '../time-limits.ts';
import { isOutdatedPlan } from './prepared-statements.ts';
import { NoAnswer, unavailability } from './unavailable.ts';
import { WatchedClient, type WatchedConfig } from './watched-client.ts';

interface PoolOptions {
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
  return pool;
}

/** Knex's own client for Postgres; it is reached by its name only. */
const PostgresOfKnex = knexFactory({ client: 'pg' }).client.constructor as unknown as new (
  config: Knex.Config,
) => Knex.Client & { _query(connection: unknown, statement: object): Promise<unknown> };

interface Acquiring {
  promise: Promise<WatchedClient>;
  abort(): void;
}

type Settings = readonly (readonly [name: string, value: string])[];

/** Settings of the autocommit reads that are running. */
const reads = new AsyncLocalStorage<Settings>();

/** A statement as Knex hands it to a driver. */
interface Statement {
  sql: string;
  options?: object;
  response?: unknown;
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
    const settings = reads.getStore();
    if (settings !== undefined)
      client.deferBegin(beginOfRead([...settings, ...ownSettings(client)]), 'COMMIT;');
    return client;
  }

  /** Holds BEGIN back until the first statement; a transaction without statements never reaches the server. */
  override async _query(connection: WatchedClient, statement: Statement): Promise<unknown> {
    const command = /^(BEGIN|COMMIT|ROLLBACK)\b(?! TO)/.exec(statement.sql)?.[1];
    const isDone = command === 'BEGIN' || (command !== undefined && connection.discardPendingBegin());
    if (!isDone) return await sent(connection, statement, () => super._query(connection, statement));
    if (command === 'BEGIN') connection.deferBegin(statement.sql);
    statement.response = { command, rowCount: null, rows: [], fields: [] };
    return statement;
  }

  override releaseConnection(connection: WatchedClient): Promise<unknown> {
    connection.takeBack();
    return super.releaseConnection(connection) as Promise<unknown>;
  }
}

async function sent(
  connection: WatchedClient,
  statement: Statement,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const name = connection.prepared.nameOf(statement.sql);
  if (name !== undefined) statement.options = { ...statement.options, name };
  try {
    return await connection.endWith(send);
  } catch (error) {
    // Knex lends no connection again that has this mark.
    if (isOutdatedPlan(error)) Object.assign(connection, { __knex__disposed: error });
    throw error;
  }
}

interface KnexOptions extends PoolOptions {
  types?: pg.CustomTypesConfig;
  /** What Knex would write to the terminal. */
  log?: Knex.Logger;
  migrations?: Knex.MigratorConfig;
}

/** A pool of Knex. Nothing connects before the first use. */
export function openKnex(connectionString: string, options: KnexOptions): Knex {
  const { name, max, limits, types, log, migrations, options: told } = options;
  return knexFactory({
    client: WatchedKnex as unknown as string,
    connection: {
      connectionString,
      application_name: name,
      limits: limits.request,
      ...(types === undefined ? {} : { types }),
      ...(told === undefined ? {} : { options: told }),
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
 * it is for. Nothing to tell costs no statement, and before the transaction's first statement no round trip.
 */
export async function tellSettings(
  trx: Knex.Transaction,
  given: readonly (readonly [name: string, value: string])[] = [],
): Promise<void> {
  const client = await (trx.client as { acquireConnection(): Promise<WatchedClient> }).acquireConnection();
  const settings = [...given, ...ownSettings(client)];
  if (settings.length === 0) return;
  if (client.appendToPendingBegin(settingsInWords(settings))) return;
  await trx.raw(`select ${settings.map(() => 'set_config(?, ?, true)').join(', ')}`, settings.flat());
}

function settingsInWords(settings: Settings): string {
  const each = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return `select ${each.join(', ')};`;
}

function beginOfRead(settings: Settings): string {
  return settings.length === 0 ? 'BEGIN READ ONLY;' : `BEGIN READ ONLY; ${settingsInWords(settings)}`;
}

/**
 * Runs reads in autocommit: each statement on a Knex pool is its own read-only transaction, sent with BEGIN, its settings and
 * COMMIT in one round trip.
 */
export async function autocommitReads<T>(settings: Settings, work: () => PromiseLike<T>): Promise<T> {
  return await reads.run(settings, async () => await work());
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
      use.gaveUp();
      reject(new NoAnswer('no database connection was available in time'));
      giveUp();
    }, use.leftMs());
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    if (!isLate) clearTimeout(timer);
  }
}
