import type pg from 'pg';
import { type Config, lock, migrateDatabase, openClient, TIME_LIMITS } from '../../platform/index.ts';
import { newKey, readKeyFile, replaceKeyFile } from './key-file.ts';
import { keyFromText } from './key-text.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { type Key, keyIdOf, seal, Unreadable } from './sealing.ts';
import { contextOf } from './secrets.ts';

type Settings = Pick<
  Config,
  'BROKER_SECRET_KEY' | 'PORTFOLIO_SECRET_KEY' | 'BROKER_SECRET_KEY_OLD' | 'DATA_DIR'
>;

interface Row {
  id: string;
  owner_user_id: string;
  label: string;
  secrets: string;
}

/**
 * Encrypts the secrets of all connections with another key, in one transaction: with the key of the settings, or where
 * there is none with one that is drawn into the key file. Munim may run meanwhile. It may be broken off at any moment and
 * run again: the file keeps both keys until nothing needs the old one.
 * @param say gets lines for the operator; no key is in them.
 * @returns false when something could not be decrypted; then nothing was changed.
 */
export async function rotateBrokerKey(
  settings: Settings,
  ownerUrl: string,
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
    const unreadable = await encryptAnew(client, createKeyring(settings), target, say);
    if (unreadable.length > 0) {
      say(`No key of this server opens the credentials of: ${unreadable.join(', ')}. Nothing was changed.`);
      say('Put the key before into BROKER_SECRET_KEY_OLD, or delete these connections, and run this again.');
      return false;
    }
    if (given === null) await replaceKeyFile(settings.DATA_DIR, [target]);
    else if ((await readKeyFile(settings.DATA_DIR)).length > 0)
      say('The key file is not needed any more: the key of the settings is used.');
    if (settings.BROKER_SECRET_KEY_OLD !== null)
      say('BROKER_SECRET_KEY_OLD is not needed any more, once every process runs with the new key.');
    say('Keep the old key as long as you keep backups that were made with it.');
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
  keyring: Keyring,
  target: Key,
  say: (line: string) => void,
): Promise<string[]> {
  await client.query('begin');
  try {
    // Whoever writes secrets holds a lock on the row first: after this one they come to the new key.
    await client.query('lock table broker.connections in exclusive mode');
    const { rows } = await client.query<Row>(
      'select id, owner_user_id, label, secrets from broker.connections where secrets is not null order by id',
    );
    const unreadable: string[] = [];
    let changed = 0;
    for (const row of rows) {
      try {
        const text = await keyring.unseal(contextOf(row), row.secrets);
        if (keyIdOf(row.secrets) === target.id) continue;
        await client.query('update broker.connections set secrets = $2 where id = $1', [
          row.id,
          seal(target, contextOf(row), text),
        ]);
        changed += 1;
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        unreadable.push(`${row.label} (${row.id})`);
      }
    }
    await client.query(unreadable.length > 0 ? 'rollback' : 'commit');
    if (unreadable.length === 0)
      say(`${changed} of ${rows.length} connections were encrypted anew with the key named ${target.id}.`);
    return unreadable;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
