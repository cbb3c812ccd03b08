import pg from 'pg';
import { openClient, tryLock } from '../database/index.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import { CheckNotPossible } from './format.ts';

const NO_RIGHT = '42501';
const DISK_FULL = '53100';

/**
 * Works with a database of its own on the same server, beside the real one, and drops it at the end. One at a time; what a
 * killed process left is dropped first.
 *
 * @param url the real database, by its owner; nothing in it is touched
 * @param work gets the address of the new, empty database
 * @param signal drops it at once, so that what `work` asks of it fails
 * @throws CheckNotPossible when the role may not create databases, another one is under way, or the disk is full
 */
export async function withThrowAwayDatabase<T>(
  url: string,
  work: (throwAwayUrl: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return await asOnly(url, async (client) => {
    await dropLeftovers(client);
    const name = `${await currentName(client)}_rehearsal_${process.pid}`;
    // Ends whatever the database is asked at that moment.
    const breakOff = () => void client.query(drop(name)).catch(() => undefined);
    try {
      await client.query(await createStatement(client, name)).catch((error: unknown) => {
        throw notCreated(error);
      });
      signal?.addEventListener('abort', breakOff);
      signal?.throwIfAborted();
      const address = new URL(url);
      address.pathname = `/${encodeURIComponent(name)}`;
      return await work(address.href);
    } catch (error) {
      if ((error as { code?: unknown }).code === DISK_FULL) throw new CheckNotPossible(NO_ROOM);
      throw error;
    } finally {
      signal?.removeEventListener('abort', breakOff);
      await client.query(drop(name));
    }
  });
}

/** Drops what killed rehearsals left, unless one is under way. @returns how many databases */
export async function dropThrowAwayDatabases(url: string): Promise<number> {
  return await asOnly(url, dropLeftovers, () => 0);
}

/** Holds the lock of rehearsals; it ends with the connection, and so with the process. */
async function asOnly<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  otherwise: () => T = () => {
    throw new CheckNotPossible('A backup is being checked already. Wait until that check ends.');
  },
): Promise<T> {
  const client = openClient(url, { name: `munim rehearsal:${process.pid}`, limits: TIME_LIMITS.maintenance });
  await client.connect();
  try {
    return (await tryLock(client, { kind: 'rehearsal' })) ? await work(client) : otherwise();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function currentName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? 'munim';
}

/** Sorted and written like the real one, whatever the server's own settings are. */
async function createStatement(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ encoding: string; collate: string; ctype: string }>(
    `select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype
     from pg_database where datname = current_database()`,
  );
  const { encoding = 'UTF8', collate = 'C', ctype = 'C' } = rows[0] ?? {};
  return `create database ${pg.escapeIdentifier(name)} template template0
    encoding ${pg.escapeLiteral(encoding)} lc_collate ${pg.escapeLiteral(collate)} lc_ctype ${pg.escapeLiteral(ctype)}`;
}

async function dropLeftovers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where left(datname, length($1)) = $1 and substr(datname, length($1) + 1) ~ '^[0-9]+$'`,
    [`${await currentName(client)}_rehearsal_`],
  );
  for (const { name } of rows) await client.query(drop(name));
  return rows.length;
}

const drop = (name: string): string => `drop database if exists ${pg.escapeIdentifier(name)} with (force)`;

function notCreated(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === DISK_FULL) return error;
  if (code === NO_RIGHT)
    return new CheckNotPossible(
      'The role of DATABASE_URL may not create the temporary database that a check needs. Give it CREATEDB, or check the file with a Munim that uses the embedded database.',
    );
  return new CheckNotPossible(
    `The temporary database that a check needs could not be created: ${String(message)}`,
  );
}

/** Why a rehearsal was not begun, or broken off. */
export const NO_ROOM =
  'The disk has too little room to try the restore. Free some space, or check the file on another machine. Nothing was changed.';
