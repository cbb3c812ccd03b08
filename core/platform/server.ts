import type { Config } from './config.ts';
import { openClient } from './database/index.ts';
import { startEmbeddedPostgres } from './embedded-postgres/index.ts';
import type { Log } from './log.ts';
import { TIME_LIMITS } from './time-limits.ts';

/** The Postgres this process uses, its own or a given one. */
export interface Server {
  ownerUrl: string;
  /** Address of the server itself if `ownerUrl` is a pooler's; else the same. */
  directUrl: string;
  embedded: boolean;
  /** One line about why the embedded server is away, to be shown to anybody; null while it is there. */
  outage(): string | null;
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
    return {
      ownerUrl: embedded.url,
      directUrl: embedded.url,
      embedded: true,
      outage: () => embedded.outage(),
      leave: () => embedded.leave(),
    };
  }
  const client = openClient(config.DATABASE_URL, {
    name: `munim start:${process.pid}`,
    limits: TIME_LIMITS.held,
    isPooled: true,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (major < OLDEST_MAJOR)
      throw new Error(
        `The server of DATABASE_URL is Postgres ${major}. Munim needs ${OLDEST_MAJOR} or newer.`,
      );
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
  return {
    ownerUrl: config.DATABASE_URL,
    directUrl: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    embedded: false,
    outage: () => null,
    leave: () => Promise.resolve(),
  };
}
