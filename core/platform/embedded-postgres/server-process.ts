import { spawn } from 'node:child_process';
import { open, rename, stat, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { commandAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { ClusterPaths } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { freePort, isFree, lastPort } from './ports.ts';
import { readPostmaster, serverProcess } from './postmaster-file.ts';

const POLL_MS = 10;
const LOG_LIMIT_BYTES = 5_000_000;
const PORT_ATTEMPTS = 5;
/** Sessions of a server that was killed notice it within moments, and a new one must not start before. */
const ORPHAN_SESSIONS_MS = 15_000;
/** Fast shutdown writes a checkpoint: normally milliseconds, long only on a very slow disk. */
const STOP_LIMIT_MS = 60_000;

/** What a start that is broken off may take to end before it is made to. */
const BREAK_OFF_MS = 5_000;
/** Postgres needs a new file of 16 MB to write on. */
const DISK_NEEDED_BYTES = 17_000_000;

interface StartOptions {
  durable: boolean;
  /** The only port that will do: it was handed out in connection strings. Null takes that of the last time, or any. */
  port: number | null;
  /** Breaks the start off: it then throws. */
  signal?: AbortSignal;
  /** Is told in one line of what went wrong and is tried again at once. */
  warn?: (message: string) => void;
}

/**
 * Starts the server and waits until it accepts connections; crash recovery may take its time. Answers its port, or
 * null when another process was quicker. Throws EmbeddedPostgresError with Postgres's own words when it gives up.
 */
export async function startServer(
  paths: ClusterPaths,
  binaries: Binaries,
  account: Account | null,
  options: StartOptions,
): Promise<number | null> {
  let portsTaken = 0;
  let waited = 0;
  let wasRepeated = false;
  for (;;) {
    const port = options.port ?? (await choosePort(paths.cluster, portsTaken > 0));
    if (options.port !== null && !(await isFree(port))) throw portTaken(port);
    const outcome = await launch(
      paths,
      binaries,
      account,
      serverSettings(port, options.durable),
      options.signal,
    );
    if ('port' in outcome) return outcome.port;
    options.signal?.throwIfAborted();
    if (/lock file .* already exists/.test(outcome.said)) return null;
    if (/could not (bind|create any TCP\/IP sockets)/.test(outcome.said) && portsTaken < PORT_ATTEMPTS) {
      if (options.port !== null) throw portTaken(port);
      portsTaken += 1;
      continue;
    }
    if (/shared memory block .* is still in use/.test(outcome.said) && waited < ORPHAN_SESSIONS_MS) {
      await sleep(200);
      waited += 200;
      continue;
    }
    // A recovery that failed over files of a transaction which the crash cut off has removed them: the next one succeeds.
    if (hasFailedToRecover(outcome.said) && !wasRepeated) {
      wasRepeated = true;
      options.warn?.(
        `The embedded Postgres could not recover from a crash; trying once more. It reported: ${lastWords(outcome.said)}`,
      );
      continue;
    }
    throw await notStarted(paths, outcome.said);
  }
}

async function choosePort(cluster: string, anew: boolean): Promise<number> {
  const last = anew ? null : await lastPort(cluster);
  return last !== null && (await isFree(last)) ? last : await freePort();
}

function portTaken(port: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Port ${port} of the embedded Postgres is in use by another program. Stop that program, or stop all Munim processes and start again.`,
    `its port ${port} is in use by another program`,
  );
}

async function notStarted(paths: ClusterPaths, said: string): Promise<EmbeddedPostgresError> {
  const words = lastWords(said);
  const isFull = words === '' && (await isDiskFull(paths.dataDir));
  const reason = isFull ? 'the disk is full' : withoutPlaces(words, paths.dataDir);
  return new EmbeddedPostgresError(
    `The embedded Postgres did not start; its log is ${paths.log}. It reported: ${said || 'nothing'}${isFull ? ' (the disk is full)' : ''}`,
    reason || 'it reported nothing',
  );
}

function hasFailedToRecover(said: string): boolean {
  return /startup process \(PID \d+\) (exited|was terminated)/.test(said) && !said.includes('No space left');
}

/** The line of Postgres's log that tells why it ended. */
function lastWords(said: string): string {
  const lines = [...said.matchAll(/(?:FATAL|PANIC):\s+(.*)/g)];
  return lines.at(-1)?.[1]?.slice(0, 200) ?? '';
}

/** Leaves out where things lie on this machine. */
function withoutPlaces(words: string, dataDir: string): string {
  return words.replaceAll(dataDir, 'DATA_DIR').replaceAll(/(?<![\w.])\/[^\s":]+/g, '…');
}

async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < DISK_NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Stops the server (fast shutdown: sessions are ended, data are written) and waits until it is gone. */
export async function stopServer(paths: ClusterPaths, binaries: Binaries): Promise<void> {
  const server = await readPostmaster(paths.cluster);
  if (server.state === 'none' || server.state === 'stale') return;
  if (process.platform === 'win32') {
    await waitForExit(
      spawn(binaries.pgCtl, ['stop', '-D', paths.cluster, '-m', 'fast', '-w'], { stdio: 'ignore' }),
    );
    return;
  }
  signal(server.pid, 'SIGINT');
  for (let waited = 0; (await serverProcess(server.pid, paths.cluster)) !== 'no'; waited += POLL_MS) {
    const left = await readPostmaster(paths.cluster);
    if (left.state === 'none' && process.platform !== 'linux') return; // The pid alone proves nothing there.
    if (waited >= STOP_LIMIT_MS) {
      quitServer(server.pid);
      return;
    }
    await sleep(POLL_MS);
  }
}

/** Ends a server without a checkpoint: the next start recovers. */
export function quitServer(pid: number): void {
  signal(pid, 'SIGQUIT');
}

/** Of a server whose data nobody will miss, and which is gone before it would have to tidy up. */
const FOR_A_SHORT_LIFE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '500', // A whole test run shares this server.
  // In the folder of its data: what is on this machine may come without the network, at two thirds of the processor time.
  ...(process.platform === 'win32' ? {} : { unix_socket_directories: '.' }),
};

/** Every setting is given on the command line, so that an upgrade of Munim applies to old data as well. */
function serverSettings(port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    io_method: 'sync', // Saves three reader processes: the data is in the file cache anyway.
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_logical_replication_workers: '0', // One process less: nothing replicates from here.
    ...(process.platform === 'linux' ? { dynamic_shared_memory_type: 'posix' } : {}),
    ...(durable ? {} : FOR_A_SHORT_LIFE),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

type Outcome = { port: number } | { said: string };

async function launch(
  paths: ClusterPaths,
  binaries: Binaries,
  account: Account | null,
  settings: string[],
  ending: AbortSignal | undefined,
): Promise<Outcome> {
  await limitLog(paths.log);
  const log = await open(paths.log, 'a', 0o600);
  try {
    const { size } = await log.stat();
    const windows = process.platform === 'win32';
    const command = windows
      ? commandAs(null, binaries.pgCtl, [
          'start',
          '-W',
          '-D',
          paths.cluster,
          '-l',
          paths.log,
          '-o',
          quoted(settings),
        ])
      : commandAs(account, binaries.postgres, ['-D', paths.cluster, ...settings]);
    const child = spawn(command.file, command.args, {
      ...command.options,
      detached: true, // Ctrl-C goes to the whole terminal: Munim must be the one that decides when Postgres stops.
      stdio: ['ignore', log.fd, log.fd],
      cwd: windows ? paths.dataDir : '/',
      ...(windows
        ? {}
        : { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...binaries.env } }),
    });
    child.unref();
    const exit = waitForExit(child);
    let exited = false;
    exit.then(
      () => (exited = true),
      () => (exited = true),
    );
    for (;;) {
      const server = await readPostmaster(paths.cluster);
      if (server.state === 'ready' && (windows || server.pid === child.pid)) return { port: server.port };
      if (exited && (!windows || server.state === 'none')) {
        await exit; // Throws when the program could not be run at all.
        return { said: await readFrom(paths.log, size) };
      }
      if (ending?.aborted === true) {
        await (windows ? stopServer(paths, binaries) : breakOff(child, exit));
        return { said: '' };
      }
      await sleep(POLL_MS);
    }
  } finally {
    await log.close();
  }
}

/** Ends a server that nobody has joined yet. What it was recovering is recovered by the next start. */
async function breakOff(child: ReturnType<typeof spawn>, exit: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), BREAK_OFF_MS);
  await exit.finally(() => clearTimeout(late));
}

function waitForExit(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => resolve());
    // A signal that cannot be sent is an error too.
    child.on('error', (error) => {
      reject(
        new EmbeddedPostgresError(
          `The embedded Postgres cannot run here (${error.message}). Set DATABASE_URL.`,
        ),
      );
    });
  });
}

function quoted(settings: string[]): string {
  return settings.map((word) => `"${word}"`).join(' ');
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in the meantime.
  }
}

async function limitLog(file: string): Promise<void> {
  try {
    if ((await stat(file)).size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`);
  } catch {
    // No log yet, or another process just moved it.
  }
}

async function readFrom(file: string, position: number): Promise<string> {
  const log = await open(file, 'r');
  try {
    const { size } = await log.stat();
    // The end tells why.
    const length = Math.min(Math.max(size - position, 0), 4096);
    const buffer = Buffer.alloc(length);
    await log.read(buffer, 0, length, size - length);
    return buffer.toString('utf8').trim();
  } finally {
    await log.close();
  }
}
