import { lock, migrateDatabase, openClient } from '../database/index.ts';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { TIME_LIMITS } from '../time-limits.ts';
import { newKey, readKeyFile, replaceKeyFile } from './key-file.ts';
import { keyFromText } from './key-text.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { type Key, keyIdOf, seal, Unreadable } from './sealing.ts';

type Settings = Pick<
  Config,
  'BROKER_SECRET_KEY' | 'PORTFOLIO_SECRET_KEY' | 'BROKER_SECRET_KEY_OLD' | 'DATA_DIR'
>;

/** A column that holds ciphertexts of the keyring. Every area that encrypts something names its own. */
export interface SealedColumn {
  /** Table with its schema. */
  table: string;
  column: string;
  /** Column that names a row. */
  key: string;
  /** Other columns that `context` and `named` read. */
  reads: readonly string[];
  /** What rows are called in the operator's lines, such as "connections". */
  noun: string;
  /** What a row's ciphertext belongs to, as it was encrypted. */
  context: (row: Record<string, string>) => string;
  /** How the operator knows a row; null where it lives for moments only, so that one that does not open stays as it is. */
  named: (row: Record<string, string>) => string | null;
}

/**
 * Encrypts everything in these columns with another key, in one transaction: with the key of the settings, or where
 * there is none with one that is drawn into the key file. Munim may run meanwhile. It may be broken off at any moment and
 * run again: the file keeps both keys until nothing needs the old one.
 * @param say gets lines for the operator; no key is in them.
 * @returns false when something could not be decrypted; then nothing was changed.
 */
export async function rotateKey(
  settings: Settings,
  ownerUrl: string,
  columns: readonly SealedColumn[],
  say: (line: string) => void,
): Promise<boolean> {
  await migrateDatabase(ownerUrl);
  const client = openClient(ownerUrl, {
    name: `munim rotate:${process.pid}`,
    limits: TIME_LIMITS.maintenance,
  });
  await client.connect();
  try {
    await lock(client, { kind: 'named', name: 'rotate-broker-key' });
    const given = settings.BROKER_SECRET_KEY ?? settings.PORTFOLIO_SECRET_KEY;
    const target = given === null ? await nextInFile(settings.DATA_DIR) : await keyFromText(given);
    const unreadable = await encryptAnew(client, { columns, keyring: createKeyring(settings), target }, say);
    if (unreadable.length > 0) {
      say(
        `No key on this server can decrypt the credentials of: ${unreadable.join(', ')}. Nothing was changed.`,
      );
      say('Set BROKER_SECRET_KEY_OLD to the previous key, or delete these connections, then run this again.');
      return false;
    }
    if (given === null) await replaceKeyFile(settings.DATA_DIR, [target]);
    else if ((await readKeyFile(settings.DATA_DIR)).length > 0)
      say('The key file is no longer needed: the key from the settings is in use.');
    if (settings.BROKER_SECRET_KEY_OLD !== null)
      say('You can remove BROKER_SECRET_KEY_OLD once every process runs with the new key.');
    say('Keep the old key as long as you keep backups made with it.');
    return true;
  } finally {
    await client.end();
  }
}

/** The key of the file to change to: a new one, or that of a run which was broken off. The old one stays beside it. */
async function nextInFile(dataDir: string): Promise<Key> {
  const keys = await readKeyFile(dataDir);
  const [first, ...older] = keys;
  if (first !== undefined && older.length > 0) return first;
  const drawn = newKey();
  await replaceKeyFile(dataDir, [drawn, ...keys]);
  return drawn;
}

async function encryptAnew(
  client: pg.Client,
  work: { columns: readonly SealedColumn[]; keyring: Keyring; target: Key },
  say: (line: string) => void,
): Promise<string[]> {
  await client.query('begin');
  try {
    const unreadable: string[] = [];
    const done: string[] = [];
    for (const column of work.columns) {
      const found = await encryptColumn(client, column, work);
      unreadable.push(...found.unreadable);
      done.push(`${found.changed} of ${found.all} ${column.noun}`);
    }
    await client.query(unreadable.length > 0 ? 'rollback' : 'commit');
    if (unreadable.length === 0) say(`Re-encrypted with key ${work.target.id}: ${done.join(', ')}.`);
    return unreadable;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function encryptColumn(
  client: pg.Client,
  { table, column, key, reads, context, named }: SealedColumn,
  { keyring, target }: { keyring: Keyring; target: Key },
): Promise<{ all: number; changed: number; unreadable: string[] }> {
  // Whoever encrypts holds a lock on its row first: after this one they come to the new key.
  await client.query(`lock table ${table} in exclusive mode`);
  const { rows } = await client.query<Record<string, string> & { sealed: string }>(
    `select ${[key, ...reads].join(', ')}, ${column} as sealed from ${table} where ${column} is not null order by ${key}`,
  );
  const unreadable: string[] = [];
  let changed = 0;
  for (const row of rows) {
    try {
      const text = await keyring.unseal(context(row), row.sealed);
      if (keyIdOf(row.sealed) === target.id) continue;
      await client.query(`update ${table} set ${column} = $2 where ${key} = $1`, [
        row[key],
        seal(target, context(row), text),
      ]);
      changed += 1;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const name = named(row);
      if (name !== null) unreadable.push(name);
    }
  }
  return { all: rows.length, changed, unreadable };
}
