import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { removeAbandonedDrafts } from './abandoned-drafts.ts';
import type { Account } from './account.ts';
import { commandAs, giveTo } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

const run = promisify(execFile);

export const SUPERUSER = 'munim';

/** The places of one embedded server below DATA_DIR. */
export interface ClusterPaths {
  dataDir: string;
  /** Postgres's own data directory. */
  cluster: string;
  /** The superuser's password, readable by the server's account and root only; it lives and moves with the data. */
  password: string;
  log: string;
}

export function clusterPaths(dataDir: string): ClusterPaths {
  const cluster = path.join(dataDir, 'postgres');
  return {
    dataDir,
    cluster,
    password: path.join(cluster, 'munim.password'),
    log: path.join(dataDir, 'postgres.log'),
  };
}

/** True once the data directory is complete. Throws when it was written by another major version of Postgres. */
export async function isInitialised(paths: ClusterPaths, binaries: Binaries): Promise<boolean> {
  let text: string;
  try {
    text = await readFile(path.join(paths.cluster, 'PG_VERSION'), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  const written = Number.parseInt(text, 10);
  if (written === binaries.major) return true;
  throw new EmbeddedPostgresError(
    `The data in ${paths.cluster} was written by Postgres ${written}, but this version of Munim includes Postgres ${binaries.major}. Make a backup with the version that wrote it (npm run backup), set DATA_DIR to a new folder and restore the backup there (npm run restore).`,
  );
}

/**
 * Makes a new cluster beside its final place and moves it there in one step, so that a killed first start leaves
 * nothing half-done behind and of two first starts one wins. The loser's copy is removed.
 */
export async function initialise(
  paths: ClusterPaths,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  if ((await readdir(paths.cluster).catch(() => [])).length > 0) throw inTheWay(paths);
  const draft = `${paths.cluster}.init-${process.pid}`;
  const passwordFile = `${draft}.password`;
  try {
    await rm(draft, { recursive: true, force: true });
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
    await giveTo(account, passwordFile);
    await runInitdb(draft, passwordFile, paths, binaries, account, durable);
    await rename(passwordFile, path.join(draft, path.basename(paths.password)));
    await rename(draft, paths.cluster);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
    if (await isInitialised(paths, binaries)) return; // Another process was quicker.
    throw inTheWay(paths);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

function inTheWay(paths: ClusterPaths): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${paths.cluster} is in the way: it is not a complete Postgres data folder. Move it away, or set DATA_DIR to another folder.`,
  );
}

export async function readPassword(paths: ClusterPaths): Promise<string> {
  try {
    return (await readFile(paths.password, 'utf8')).trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The password of the embedded Postgres cannot be read from ${paths.password} (${errorCode(error) ?? 'unknown error'}). Restore that file from a copy of the folder, or set DATA_DIR to a new folder and restore a backup there.`,
    );
  }
}

async function runInitdb(
  draft: string,
  passwordFile: string,
  paths: ClusterPaths,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  await mkdir(draft, { mode: 0o700 });
  await giveTo(account, draft);
  const command = commandAs(account, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // Without durability also quick to sign in to: the password guards nothing that lasts.
    ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
    ...linuxOptions(durable),
  ]);
  const env =
    process.platform === 'win32'
      ? {}
      : { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin', ...binaries.env } };
  try {
    await run(command.file, command.args, { ...command.options, cwd: paths.dataDir, ...env });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      `The embedded Postgres could not create its data folder ${paths.cluster}. Set DATA_DIR to another folder, or DATABASE_URL to your own server. It reported: ${said}`,
    );
  }
}

/** On Linux: one syncfs(2) instead of a thousand fsyncs; no shared memory outside the folder, for a kill would leak it. */
function linuxOptions(durable: boolean): string[] {
  if (process.platform !== 'linux') return [];
  return ['--set=dynamic_shared_memory_type=mmap', ...(durable ? ['--sync-method=syncfs'] : [])];
}

/** Removes drafts of first starts that were killed. An initdb that outlived its process may have written on for a while. */
export async function removeLeftovers(paths: ClusterPaths): Promise<void> {
  await removeAbandonedDrafts(paths.dataDir, /^postgres\.init-(\d+)(?:\.password)?$/);
}
