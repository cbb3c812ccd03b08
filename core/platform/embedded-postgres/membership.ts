import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tryLock, tryLockShared, unlockShared } from '../database/index.ts';
import type { ClusterPaths } from './cluster.ts';
import { SUPERUSER } from './cluster.ts';
import { errorCode } from './errors.ts';
import { processExists } from './postmaster-file.ts';

export const DATABASE = 'munim';
const POLL_MS = 20;
const DEAD_SESSIONS_MS = 5000;

/** Every process that uses the server holds this lock shared; whoever gets it alone is the last. */
const LOCK = { kind: 'server', name: 'munim: processes that use this server' } as const;

/**
 * One process's use of the server: a session that ends with the process, also after kill -9, so nobody has to clean
 * up after the dead. It stays in the database "postgres", so that the real one may be dropped and made again.
 */
export interface Membership {
  /** Ends the use. True when nobody else is left: the server is then closed to newcomers until `close`. */
  isLast(): Promise<boolean>;
  close(): Promise<void>;
  /** Called once when the session ends without us: the server crashed or was stopped by someone else. */
  onLost(listener: () => void): void;
}

export function connectionString(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/**
 * Joins the server that listens on `port`. Answers null when it cannot be joined now: it is starting, being stopped
 * by its last user, or something else listens there. Creates the database "munim" when it is missing.
 */
export async function join(paths: ClusterPaths, port: number, password: string): Promise<Membership | null> {
  const client = new pg.Client({
    connectionString: connectionString(port, password, 'postgres'),
    application_name: `munim:${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  let lost: (() => void) | null = null;
  let open = true;
  let broken = false;
  client.on('error', () => {
    broken = true; // The end of the session follows, and whoever needs to know is told there.
  });
  client.on('end', () => {
    open = false;
    lost?.();
    lost = null;
  });
  try {
    await client.connect();
    if (!(await servesThisData(client, paths)) || !(await tryLockShared(client, LOCK))) {
      await client.end();
      return null;
    }
    await createDatabase(client);
  } catch (error) {
    await client.end().catch(() => {});
    if (broken || isPassing(error)) return null;
    throw error;
  }
  return {
    async isLast() {
      lost = null;
      if (!open) return false;
      try {
        // Released first: of two that leave together, holding on would make each wait for the other.
        await unlockShared(client, LOCK);
        for (let waited = 0; ; waited += POLL_MS) {
          if (await tryLock(client, LOCK)) return true;
          if (waited >= DEAD_SESSIONS_MS || (await othersLive(client))) return false;
          await sleep(POLL_MS);
        }
      } catch {
        return false; // The server is going down already.
      }
    },
    async close() {
      lost = null;
      if (open) await client.end().catch(() => {});
    },
    onLost(listener) {
      if (open) lost = listener;
      else listener();
    },
  };
}

/** Whether a session of this database is of a living process: the session of a killed one lasts a moment longer. */
async function othersLive(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'munim:%' and pid <> pg_backend_pid()`,
  );
  return rows.some(({ name }) => processExists(Number(name.split(':')[1])));
}

async function servesThisData(client: pg.Client, paths: ClusterPaths): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const [served, ours] = await Promise.all([stat(rows[0]?.data_directory ?? ''), stat(paths.cluster)]);
  return served.dev === ours.dev && served.ino === ours.ino;
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount !== 0) return;
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // 42P04, 23505: another process made it in the same moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Errors of a server that is coming up, going down, or not ours. */
function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  if (code === null) return error instanceof Error && /terminated|timeout/i.test(error.message);
  return [
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOENT',
    '57P01',
    '57P02',
    '57P03',
    '28P01',
    '28000',
  ].includes(code);
}
