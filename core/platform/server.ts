import type { Config } from './config.ts';
import { openClient, openHeldClient } from './watched-client.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Log } from './log.ts';
import { TIME_LIMITS } from './time-limits.ts';

/** The Postgres this process uses, its own or a given one. */
export interface Server {
  ownerUrl: string;
  embedded: boolean;
  leave(): Promise<void>;
}

/** Oldest server whose SQL is used here (NULLS NOT DISTINCT). */
const OLDEST_MAJOR = 15;

/**
 * The server of DATABASE_URL, or the embedded one under DATA_DIR when it is not set.
 * @throws Error with what to do when the server cannot be reached, or is too old.
 */
export async function openServer(config: Config, log: Log): Promise<Server> {
  if (config.DATABASE_URL === null) {
    const embedded = await startEmbeddedPostgres({
      dataDir: config.DATA_DIR,
      logger: {
        info: (text) => log.info(text),
        warn: (text) => log.warn(text),
        error: (text) => log.error(text),
      },
    });
    return { ownerUrl: embedded.url, embedded: true, leave: () => embedded.leave() };
  }
  const client = openClient(config.DATABASE_URL, {
    name: `munim start:${process.pid}`,
    limits: TIME_LIMITS.held,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (major < OLDEST_MAJOR)
      throw new Error(`The server of DATABASE_URL is Postgres ${major}; ${OLDEST_MAJOR} or newer is needed.`);
  } catch (error) {
    const { hostname, port } = new URL(config.DATABASE_URL);
    const reason =
      error instanceof Error ? error.message || ((error as { code?: string }).code ?? '') : String(error);
    throw new Error(
      `Cannot use the Postgres server of DATABASE_URL at ${hostname}:${port || 5432}: ${reason}. Start it or correct DATABASE_URL, or unset it to use the embedded server.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return { ownerUrl: config.DATABASE_URL, embedded: false, leave: () => Promise.resolve() };
}

/** Roles this process plays, held as locks on the embedded server until `release`. */
export interface RoleLocks {
  release(): Promise<void>;
}

/**
 * Makes sure that each role runs once on one data folder. The lock is a database session, gone with the process.
 * @throws Error naming the role that already runs.
 */
export async function lockRoles(
  ownerUrl: string,
  roles: readonly string[],
  dataDir: string,
): Promise<RoleLocks> {
  const client = openHeldClient(ownerUrl, `munim:${roles.join('+')}:${process.pid}`, TIME_LIMITS.held);
  await client.connect();
  for (const role of roles) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as locked`,
      [`munim role ${role}`],
    );
    if (rows[0]?.locked !== true) {
      const { rows: holders } = await client.query<{ name: string }>(
        `select application_name as name from pg_stat_activity where application_name like 'munim:%' and split_part(application_name, ':', 2) like $1 and pid <> pg_backend_pid() limit 1`,
        [`%${role}%`],
      );
      await client.end();
      const pid = holders[0]?.name.split(':')[2];
      throw new Error(
        `Munim's ${role} already runs on ${dataDir}${pid === undefined ? '' : ` (process ${pid})`}. Stop it first, or set DATA_DIR or DATABASE_URL to use other data.`,
      );
    }
  }
  return { release: () => client.end().catch(() => undefined) };
}
