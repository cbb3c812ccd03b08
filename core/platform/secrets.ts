import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database } from './database/index.ts';

/**
 * A secret of this installation, drawn at first use and the same in every process on this database
 * (the key that signs sessions, for example). Only the owner's role reads the table.
 */
export async function readSecret(database: Database, name: string): Promise<string> {
  const drawn = randomBytes(32).toString('base64url');
  const { rows } = await database.systemPool.query<{ value: string }>(
    `with drawn as (
       insert into platform.server_secrets (name, value) values ($1, $2) on conflict (name) do nothing returning value
     )
     select value from drawn union all select value from platform.server_secrets where name = $1`,
    [name, drawn],
  );
  const value = rows[0]?.value;
  if (value !== undefined) return value;
  // Another process drew it in the same instant: its row is visible to a new statement.
  const again = await database.systemPool.query<{ value: string }>(
    'select value from platform.server_secrets where name = $1',
    [name],
  );
  return again.rows[0]?.value ?? drawn;
}

/** A random code of decimal digits, each equally likely. */
export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

/** A random code of letters and digits that are hard to mix up when typed (no 0/O, 1/I/L). */
export function randomCode(length: number): string {
  const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Keyed hash for short codes: without the key, six digits could be tried out from a stolen table. */
export function keyedHash(key: string, ...parts: string[]): string {
  return createHmac('sha256', key).update(parts.join('\0')).digest('hex');
}

/** Compares two hex hashes without leaking where they differ. */
export function sameHash(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
