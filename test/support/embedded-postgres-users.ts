import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { chown, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  processExists,
  readPostmaster,
  serverProcess,
} from '../../core/platform/embedded-postgres/postmaster-file.ts';
import { eventually } from './chat-driver.ts';
import { plainProcess } from './program.ts';
import { testProcess } from './test-processes.ts';

export const SCRIPT = fileURLToPath(new URL('./embedded-postgres-process.mjs', import.meta.url));

/** Longer than any machine takes for what these tests wait for. */
export const WAIT_MS = 120_000;
/** Of a session that a test asks something: a server that hangs fails it. */
export const PATIENCE = { connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS };

interface Said {
  url: string;
  attached: boolean;
  failed?: string;
}

/** Another process that uses the server of some data folder. */
export interface User {
  ready: Promise<Said>;
  ended: Promise<void>;
  leave(): Promise<void>;
  kill(): void;
}

/** @param prefix what starts Node, as another account for instance, which cannot enter the folder of the run */
export async function startUser(data: string, prefix: string[]): Promise<User> {
  const program =
    prefix.length === 0 ? [await testProcess('embedded-postgres')] : [...plainProcess(), SCRIPT];
  const [file, ...args] = [...prefix, process.execPath, ...program, data];
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Said;
    throw new Error('the process ended without a word');
  })();
  ready.catch(() => {}); // Killed on purpose in some tests.
  return {
    ready,
    ended,
    async leave() {
      child.stdin.write('leave\n');
      await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Ends the server of these data, which this test started, and nothing else. */
export async function endServer(data: string, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const cluster = path.join(data, 'postgres');
  const server = await readPostmaster(cluster);
  if (server.state === 'none' || server.state === 'stale') return;
  try {
    process.kill(server.pid, signal);
  } catch {
    return; // It was on its way out.
  }
  await eventually(
    'the server to be gone',
    async () => (await serverProcess(server.pid, cluster)) !== 'yes',
    WAIT_MS,
  );
}

/** A lock file as a server leaves it behind that was ready when the power failed. */
export async function leaveLockFile(pid: number, cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const lines = [pid, cluster, 1700000000, 1, '', '127.0.0.1', '   1234    5678', 'ready   ', ''];
  await writeFile(file, lines.join('\n'), { mode: 0o600 });
  const { uid, gid } = await stat(cluster);
  await chown(file, uid, gid);
}

/**
 * Holds back the process that writes the log of changes to the disk, once everything up to now is there. It rests between two
 * writes then: in the middle of one it would hold a lock, for which every other session waits without end.
 */
export async function stopWriter(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...PATIENCE });
  await client.connect();
  await client.query('select pg_switch_wal()');
  const writer = async () =>
    (
      await client.query<{ pid: number; wait_event: string | null }>(
        `select pid, wait_event from pg_stat_activity where backend_type = 'walwriter'`,
      )
    ).rows[0];
  await eventually(
    'the writer of the log to rest',
    async () => {
      const pid = (await writer())?.pid ?? Number.NaN;
      process.kill(pid, 'SIGSTOP');
      if ((await writer())?.wait_event === 'WalWriterMain') return true;
      process.kill(pid, 'SIGCONT');
      return null;
    },
    WAIT_MS,
  );
  await client.end();
}

/** kill -9 of a server with all its processes at once, as the power would fail but for what the system holds in memory. */
export async function crash(url: string, data: string): Promise<void> {
  const cluster = path.join(data, 'postgres');
  const client = new pg.Client({ connectionString: url, ...PATIENCE });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const server = await readPostmaster(cluster);
  for (const pid of ['pid' in server ? server.pid : 0, ...rows.map((row) => row.pid)]) {
    if (pid > 0 && processExists(pid)) process.kill(pid, 'SIGKILL');
  }
  await client.end().catch(() => undefined);
  // Another user of these data may have started the next one already.
  await eventually(
    'the killed server to be gone',
    async () => {
      const left = await readPostmaster(cluster);
      return !('pid' in left && 'pid' in server && left.pid === server.pid);
    },
    WAIT_MS,
  );
}
