import { constants } from 'node:fs';
import { chmod, mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import { WORK_FOLDER } from '../work-folder.ts';
import { removeAbandonedDrafts } from './abandoned-drafts.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

/** Files and folders by name: a folder of our own has nothing else in it. */
interface Ours {
  files: readonly RegExp[];
  folders: Readonly<Record<string, Ours>>;
  /** Left as they are: Postgres looks after its own. */
  others?: readonly RegExp[];
}

/** Everything that Munim keeps in DATA_DIR. */
const DATA_DIR: Ours = {
  files: [
    /^postgres\.log(\.1)?$/,
    /^broker\.key(\.[0-9a-f]{12})?$/,
    /^books\.mark(\.new-\d+)?$/,
    /^postgres\.init-\d+\.password$/,
  ],
  folders: {
    logs: { files: [/^munim\.log/], folders: {} },
    /** The options workspace. */
    options: { files: [/^options\.sqlite(-wal|-shm|-journal)?$/], folders: {} },
    backups: { files: [/^munim-.*\.backup(\.partial-\d+)?$/], folders: {} },
    /** The options workspace of a backup that is being checked. */
    rehearsal: {
      files: [],
      folders: { options: { files: [/^options\.sqlite(-wal|-shm|-journal)?$/], folders: {} } },
    },
    /** Files of messages that the terminal chat saved. */
    chat: { files: [/^\d+-\d+-[\w.-]+$/], folders: {} },
  },
  others: [/^postgres$/, /^postgres-lib$/, /^postgres\.init-\d+$/],
};

/** Others may do nothing; where Postgres has an account of its own, it passes the folder and reads nothing in it. */
const PRIVATE = 0o700;
const PASSABLE = 0o711;

/** The sticky bit, and the right of others to write: a folder that is shared on purpose. */
const SHARED = 0o1022;

const isRoot = (): boolean => process.getuid?.() === 0;

/** Others may run on the same temporary folder under numbers that we do not see. */
const WORK_ENDS_WITHIN_MS = 3_600_000;

/**
 * From now on, whatever this process writes is its own account's alone to read. DATA_DIR is made where the embedded server
 * needs it, and tightened where it is. What killed processes left half-made is removed.
 * @throws EmbeddedPostgresError when the folder cannot be made.
 */
export async function keepPrivate({
  DATABASE_URL,
  DATA_DIR: dataDir,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<void> {
  process.umask(0o077);
  await (DATABASE_URL === null ? prepareDataDir(dataDir) : tightenDataDir(dataDir));
  await removeAbandonedDrafts(dataDir, /^books\.mark\.new-(\d+)$/);
  await removeAbandonedDrafts(path.join(dataDir, 'backups'), /^munim-.*\.backup\.partial-(\d+)$/);
  await removeAbandonedDrafts(tmpdir(), WORK_FOLDER, WORK_ENDS_WITHIN_MS);
}

/** The mode of a folder that the programs of Postgres have to pass. */
export function passableFolder(): number {
  return isRoot() ? PASSABLE : PRIVATE;
}

/**
 * Makes DATA_DIR, for nobody but us to read, and tightens what an older Munim left readable. When Munim is root, which
 * Postgres refuses to be, its account can pass the folder and those that were made above it.
 * @throws EmbeddedPostgresError when the folder cannot be made.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const first = await makeFolder(dataDir);
  if (isRoot()) {
    // What mkdir -p made is closed, the parents as well.
    for (let dir = dataDir; first !== undefined && dir.length >= first.length; dir = path.dirname(dir))
      await chmod(dir, PASSABLE);
    const { mode } = await stat(dataDir);
    if ((mode & 0o011) !== 0o011) await chmod(dataDir, (mode & 0o7777) | 0o011);
  }
  await tightenDataDir(dataDir);
}

/**
 * Takes the rights of others from our own files in DATA_DIR, by their names, and from folders that hold nothing else: a
 * folder that the user shares, such as their home, stays as it is. Follows no link, adds no right, and does nothing where
 * there is no such folder.
 */
export async function tightenDataDir(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await realpath(dataDir).catch(() => null);
  if (folder !== null && (await tightenWithin(folder, DATA_DIR)))
    await limit(folder, passableFolder(), 'folder');
}

async function makeFolder(dir: string): Promise<string | undefined> {
  try {
    return await mkdir(dir, { recursive: true, mode: PRIVATE });
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dir} cannot be created (${errorCode(error) ?? 'unknown error'}). Set DATA_DIR to a folder that Munim can write to.`,
    );
  }
}

/** Tightens what is ours in a folder; true when all of it is. */
async function tightenWithin(folder: string, ours: Ours): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return false;
  let isOurs = true;
  for (const entry of entries) {
    const { name } = entry;
    const file = path.join(folder, name);
    const inside = Object.hasOwn(ours.folders, name) ? ours.folders[name] : undefined;
    if (entry.isDirectory() && inside !== undefined) {
      if (await tightenWithin(file, inside)) await limit(file, PRIVATE, 'folder');
    } else if (entry.isFile() && ours.files.some((known) => known.test(name))) {
      await limit(file, 0o600, 'file');
    } else if (ours.others?.some((known) => known.test(name)) !== true) {
      isOurs = false;
    }
  }
  return isOurs;
}

/** Takes the rights beyond `mode` away; not from a link, a file with a second name, or what is shared on purpose. */
async function limit(file: string, mode: number, kind: 'file' | 'folder'): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | (kind === 'folder' ? O_DIRECTORY : 0);
  const handle = await open(file, flags).catch(() => null);
  if (handle === null) return;
  try {
    const found = await handle.stat();
    const isShared = kind === 'file' ? found.nlink > 1 : (found.mode & SHARED) !== 0;
    if (!isShared && (found.mode & 0o777 & ~mode) !== 0) await handle.chmod(found.mode & (0o7000 | mode));
  } catch {
    // Somebody else's: they decide who reads it.
  } finally {
    await handle.close();
  }
}
