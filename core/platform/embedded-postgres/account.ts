import { execFile } from 'node:child_process';
import { chmod, chown, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';

const run = promisify(execFile);

/**
 * The account Postgres runs under when Munim itself is root, which Postgres refuses to be. `passes` is set when the
 * project or its data lie below a folder that only root may enter: the account then keeps the right to pass it.
 */
export interface Account {
  uid: number;
  gid: number;
  passes: boolean;
}

interface Command {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number };
}

/** The command that runs a program under an account; null is the account Munim runs under. */
export function commandAs(account: Account | null, file: string, args: string[]): Command {
  if (account === null) return { file, args, options: {} };
  const { uid, gid } = account;
  if (!account.passes) return { file, args, options: { uid, gid } };
  const prefix = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup', // Else access(2), which Postgres asks about its own programs, forgets the right.
    '--',
  ];
  return { file: 'setpriv', args: [...prefix, file, ...args], options: {} };
}

/**
 * Chooses the account for the server of `cluster` and proves that it can run the programs and enter the data.
 * An existing cluster keeps its owner. Throws EmbeddedPostgresError with the folder that is in the way.
 */
export async function chooseAccount(
  dataDir: string,
  cluster: string,
  binaries: Binaries,
): Promise<Account | null> {
  const owner = await ownerOf(cluster);
  const self = process.getuid?.();
  if (self === undefined) return null;
  if (self !== 0) {
    if (owner !== null && owner.uid !== self) {
      throw new EmbeddedPostgresError(
        `The data in ${cluster} belongs to another account (uid ${owner.uid}). Start Munim as that account or as root, or set DATA_DIR to a folder of your own.`,
      );
    }
    return null;
  }
  const ids = owner !== null && owner.uid !== 0 ? owner : await unprivilegedIds();
  if (owner?.uid === 0) await takeOver(cluster, ids); // A copy made by root.
  const plain: Account = { ...ids, passes: false };
  const problem = await probe(plain, dataDir, binaries);
  if (problem === null) return plain;
  const passing: Account = { ...ids, passes: true };
  if ((await probe(passing, dataDir, binaries)) === null) return passing;
  throw new EmbeddedPostgresError(await explain(ids, dataDir, binaries, problem));
}

/** Gives a file to the account, so that its programs can read it. */
export async function giveTo(account: Account | null, file: string): Promise<void> {
  if (account !== null) await chown(file, account.uid, account.gid);
}

interface Ids {
  uid: number;
  gid: number;
}

async function ownerOf(file: string): Promise<Ids | null> {
  try {
    const { uid, gid } = await stat(file);
    return { uid, gid };
  } catch {
    return null;
  }
}

async function unprivilegedIds(): Promise<Ids> {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    try {
      const uid = Number((await run('id', ['-u', name])).stdout);
      const gid = Number((await run('id', ['-g', name])).stdout);
      if (uid > 0) return { uid, gid };
    } catch {
      // No such account here: the next one.
    }
  }
  throw new EmbeddedPostgresError(
    'Postgres does not run as root, and this machine has no account "postgres" or "nobody". Run Munim as an ordinary user, or set DATABASE_URL.',
  );
}

async function takeOver(cluster: string, ids: Ids): Promise<void> {
  await run('chown', ['-R', `${ids.uid}:${ids.gid}`, cluster]);
  await chmod(cluster, 0o700);
}

/** Null when the account can enter the data folder and run Postgres; else what the system said. */
async function probe(account: Account, dataDir: string, binaries: Binaries): Promise<string | null> {
  const script = 'cd "$0" && exec "$1" --version';
  const { file, args, options } = commandAs(account, '/bin/sh', ['-c', script, dataDir, binaries.postgres]);
  try {
    await run(file, args, {
      ...options,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...binaries.env },
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function explain(ids: Ids, dataDir: string, binaries: Binaries, problem: string): Promise<string> {
  const data = await closedFolder(dataDir, ids);
  if (data !== null) {
    return `Postgres does not run as root, and the account it runs as (uid ${ids.uid}) cannot enter ${data}. Set DATA_DIR to a folder that every account may enter, such as /var/lib/munim, or run Munim as an ordinary user.`;
  }
  const program = await closedFolder(path.dirname(binaries.postgres), ids);
  if (program !== null) {
    return `Postgres does not run as root, and the account it runs as (uid ${ids.uid}) cannot enter ${program}, where Munim is installed. Move Munim to a folder that every account may enter, such as /opt/munim, or run it as an ordinary user.`;
  }
  return `The embedded Postgres does not run on this machine. Set DATABASE_URL to your own Postgres server. The system reported: ${problem}`;
}

/** The topmost folder on the way to `target` that the account may not enter, by its mode. */
async function closedFolder(target: string, ids: Ids): Promise<string | null> {
  const { root } = path.parse(target);
  let dir = root;
  for (const part of ['', ...target.slice(root.length).split(path.sep)]) {
    dir = path.join(dir, part);
    const { uid, gid, mode } = await stat(dir);
    const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return dir;
  }
  return null;
}
