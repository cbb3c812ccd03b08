import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Key, keyOf } from './sealing.ts';

/** The file in DATA_DIR that holds the key where no setting gives one. The database never holds it. */
export const KEY_FILE = 'broker.key';

const HEADER =
  '# Decrypts the broker credentials in the database. Keep a copy separate from the backups. Without it, credentials must be entered again.';

/**
 * The keys of the file, the one to encrypt with first; none when there is no file.
 * @throws Error when the file holds anything but keys.
 */
export async function readKeyFile(dataDir: string): Promise<Key[]> {
  const file = path.join(dataDir, KEY_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0 || keys.some((key) => !/^[0-9a-f]{64}$/.test(key)))
    throw new Error(
      `${file} is damaged. It must contain keys of 64 hexadecimal digits. Restore your copy of it.`,
    );
  return keys.map((key) => keyOf(Buffer.from(key, 'hex')));
}

/** Draws the first key. Of several processes that do so at once one wins, and all come to its key. */
export async function drawKeyFile(dataDir: string): Promise<Key[]> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = await writeDraft(dataDir, [newKey()]);
  try {
    // A link, unlike a rename, never takes the place of a file that is there.
    await link(draft, path.join(dataDir, KEY_FILE));
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return await readKeyFile(dataDir);
}

/** Puts these keys in the place of those in the file, all at once: a crash leaves the old or the new ones. */
export async function replaceKeyFile(dataDir: string, keys: readonly Key[]): Promise<void> {
  const draft = await writeDraft(dataDir, keys);
  await rename(draft, path.join(dataDir, KEY_FILE));
}

export function newKey(): Key {
  return keyOf(randomBytes(32));
}

async function writeDraft(dataDir: string, keys: readonly Key[]): Promise<string> {
  const draft = path.join(dataDir, `${KEY_FILE}.${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${[HEADER, ...keys.map(({ bytes }) => bytes.toString('hex'))].join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // Whatever the process's umask says.
  await chmod(draft, 0o600);
  return draft;
}
