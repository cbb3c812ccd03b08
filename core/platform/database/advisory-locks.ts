import type pg from 'pg';
import type { Knex } from 'knex';

/**
 * What a lock is of, with the number that keeps its names apart from those of others. Processes of different releases meet
 * on them, so they never change.
 */
const KINDS = {
  role: 0,
  chat_link: 0,
  server: 0,
  receipt: 1,
  bot: 57,
  named: 58,
  promotion: 59,
  contribution: 62,
  contribution_batch: 63,
  llm_day: 98,
} as const;
/** Locks without a name: a number that nothing else uses. */
const SINGLE = { migration: 5_712_001, owner: 5_712_002, rehearsal: 5_712_003, books: 5_712_004 } as const;

export type LockKey =
  | { readonly kind: keyof typeof KINDS; readonly name: string }
  | { readonly kind: keyof typeof SINGLE };

type Client = Pick<pg.Client, 'query'>;

/** The key in SQL, and the value that it is of. */
function inSql(key: LockKey, placeholder = '$1'): [sql: string, value: string] {
  return 'name' in key
    ? [`hashtextextended(${placeholder}, ${KINDS[key.kind]})`, key.name]
    : [`${placeholder}::bigint`, String(SINGLE[key.kind])];
}

async function ask(client: Client, what: string, key: LockKey): Promise<boolean> {
  const [sql, value] = inSql(key);
  const { rows } = await client.query<{ done: boolean | '' }>(`select ${what}(${sql}) as done`, [value]);
  return rows[0]?.done === true;
}

/*
 * Locks of a session: they end with it, even by kill -9 of its process. A session may take its own lock twice.
 */

/** Whether the lock was free and is now this session's. */
export const tryLock = (client: Client, key: LockKey): Promise<boolean> =>
  ask(client, 'pg_try_advisory_lock', key);

/** The same for one that many may hold together, as long as nobody has it alone. */
export const tryLockShared = (client: Client, key: LockKey): Promise<boolean> =>
  ask(client, 'pg_try_advisory_lock_shared', key);

/** Waits for the lock, as long as the session's limits let it. */
export async function lock(client: Client, key: LockKey): Promise<void> {
  await ask(client, 'pg_advisory_lock', key);
}

export async function unlock(client: Client, key: LockKey): Promise<void> {
  await ask(client, 'pg_advisory_unlock', key);
}

export async function unlockShared(client: Client, key: LockKey): Promise<void> {
  await ask(client, 'pg_advisory_unlock_shared', key);
}

/** Waits for the lock and keeps it until the transaction ends. */
export async function lockWithin(trx: Knex.Transaction, key: LockKey): Promise<void> {
  const [sql, value] = inSql(key, '?');
  await trx.raw(`select pg_advisory_xact_lock(${sql})`, [value]);
}
