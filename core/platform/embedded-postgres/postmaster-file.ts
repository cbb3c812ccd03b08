import { execFile } from 'node:child_process';
import { readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from './errors.ts';

const run = promisify(execFile);

/** What `postmaster.pid` says, once it is known whether its process is alive and is the server of that data. */
type Postmaster =
  | { state: 'none' }
  /** Left behind by a crash: the process is gone, a zombie, or another program that got the same number. */
  | { state: 'stale'; content: string }
  | { state: 'starting' | 'stopping'; pid: number; port: number | null }
  /** `certain` is false where the system does not let us see whose process it is: only a connection can tell. */
  | { state: 'ready'; pid: number; port: number; certain: boolean };

/** Reads `postmaster.pid` of a data directory and checks the process it names. */
export async function readPostmaster(cluster: string): Promise<Postmaster> {
  let content: string;
  try {
    content = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { state: 'none' };
    throw error;
  }
  const file = parsePostmasterFile(content);
  if (file === null) return { state: 'stale', content };
  const owner = await serverProcess(file.pid, cluster);
  if (owner === 'no') return { state: 'stale', content };
  if (file.status === 'ready' && file.port !== null) {
    return { state: 'ready', pid: file.pid, port: file.port, certain: owner === 'yes' };
  }
  return { state: file.status === 'stopping' ? 'stopping' : 'starting', pid: file.pid, port: file.port };
}

/**
 * Lets Postgres start over a stale lock file whose number now belongs to another process, or to a zombie: it would
 * refuse. The file is not removed, since Postgres learns from it whether sessions of the dead server still run. It gets
 * our own number instead: Postgres knows that its parent is not another server.
 *
 * Call under the start lock only. A number that nobody has is left to Postgres.
 */
export async function disownLockFile(cluster: string, content: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = parsePostmasterFile(content)?.pid;
  if (pid === undefined) {
    await rm(file, { force: true });
    return;
  }
  if (!processExists(pid) || (await readFile(file, 'utf8').catch(() => null)) !== content) return;
  await writeFile(file, content.replace(/^\s*\d+/, String(process.pid)));
}

interface PostmasterFile {
  pid: number;
  port: number | null;
  status: string;
}

/** The lines of `postmaster.pid`: 1 pid, 4 port, 8 status. Null when it holds no pid (cut by a full disk). */
export function parsePostmasterFile(content: string): PostmasterFile | null {
  const lines = content.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const port = Number(lines[3] ?? '');
  return { pid, port: Number.isInteger(port) && port > 0 ? port : null, status: lines[7] ?? '' };
}

/** Whether process `pid` is the Postgres server of `cluster`; 'unknown' where the system does not tell. */
export async function serverProcess(pid: number, cluster: string): Promise<'yes' | 'no' | 'unknown'> {
  if (!processExists(pid)) return 'no';
  if (process.platform === 'win32') return 'unknown';
  return process.platform === 'linux' ? await fromProc(pid, cluster) : await fromPs(pid, cluster);
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function fromProc(pid: number, cluster: string): Promise<'yes' | 'no' | 'unknown'> {
  try {
    // The state follows the name in brackets, which may itself hold brackets and spaces.
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    if ('ZX'.includes(status.slice(status.lastIndexOf(')') + 2)[0] ?? 'X')) return 'no';
  } catch {
    return 'no';
  }
  return (await workingDirectoryIs(pid, cluster)) ?? (await commandNames(pid, cluster));
}

async function workingDirectoryIs(pid: number, cluster: string): Promise<'yes' | 'no' | null> {
  try {
    await readlink(`/proc/${pid}/cwd`);
    const [cwd, data] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return cwd.dev === data.dev && cwd.ino === data.ino ? 'yes' : 'no';
  } catch {
    return null; // Another account's process, and we lack the right to look.
  }
}

async function commandNames(pid: number, cluster: string): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command === '') return 'unknown';
    return command.split('\0').includes(cluster) ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}

/** What `ps` says of a process, for systems without /proc. */
export async function fromPs(pid: number, cluster: string): Promise<'yes' | 'no'> {
  try {
    const { stdout } = await run('ps', ['-ww', '-p', String(pid), '-o', 'stat=,command=']);
    return !stdout.trim().startsWith('Z') && stdout.includes(`-D ${cluster} `) ? 'yes' : 'no';
  } catch {
    return 'no'; // ps fails when there is no such process.
  }
}
