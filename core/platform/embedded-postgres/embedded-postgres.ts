import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { realpath } from 'node:fs/promises';
import { systemTimers, type Timers } from '../clock.ts';
import { prepareDataDir } from './data-dir.ts';
import type { Account } from './account.ts';
import { chooseAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { locateBinaries } from './binaries.ts';
import type { ClusterPaths } from './cluster.ts';
import { clusterPaths, initialise, isInitialised, readPassword, removeLeftovers } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Membership } from './membership.ts';
import { connectionString, DATABASE, join } from './membership.ts';
import { disownLockFile, readPostmaster } from './postmaster-file.ts';
import { createRevival } from './revival.ts';
import { quitServer, startServer, stopServer } from './server-process.ts';
import { tryStartLock } from './start-lock.ts';

export { EmbeddedPostgresError };

interface EmbeddedPostgresOptions {
  /** DATA_DIR. The server lives in `postgres/` below it and logs to `postgres.log`. Made when missing. */
  dataDir: string;
  /** False gives up safety against power loss for speed: tests only. */
  durable?: boolean;
  logger?: EmbeddedPostgresLogger;
  /** What the pauses between tries are waited for with. */
  timers?: Timers;
}

export interface EmbeddedPostgresLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedPostgres {
  /** Connection string of the superuser to the database "munim", over 127.0.0.1. */
  url: string;
  /** True when the server was already running on these data: another role's, or left by a killed process. */
  attached: boolean;
  /** One line about why the server is away, to be shown to anybody; null while it is there. */
  outage(): string | null;
  /** Ends this process's use. The last process stops the server and waits for it; others leave it running. */
  leave(): Promise<void>;
}

const POLL_MS = 20;
/** How long a server that cannot be joined may go on saying it is ready. */
const JOIN_LIMIT_MS = 30_000;
const ANNOUNCE_MS = 1000;
/** How long another process may take to make the folder and to start the server; a recovery is not limited. */
const START_LIMIT_MS = 10 * 60_000;
/** A process that stops a server makes it end within less; one that was killed meanwhile does not. */
const STOPPING_LIMIT_MS = 90_000;

const silent: EmbeddedPostgresLogger = { info() {}, warn() {}, error() {} };

/**
 * Joins the Postgres server of a data directory, and starts it first when it is not running. Any number of processes
 * may do this at once. A server left by kill -9 is taken over, one that crashed is started and recovers.
 *
 * When the server dies while in use it is started again on the same port, so that connection pools recover; where that
 * fails, for a full disk or a taken port, it is tried again without end.
 *
 * Throws EmbeddedPostgresError, whose message says what to do: no Postgres for this platform, data of another major
 * version, a folder the server's account cannot enter, a server that does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await prepareDataDir(path.resolve(options.dataDir));
  const dataDir = await realpath(options.dataDir);
  const paths = clusterPaths(dataDir);
  const binaries = await locateBinaries(path.join(dataDir, 'postgres-lib'));
  const account = await chooseAccount(dataDir, paths.cluster, binaries);
  const logger = options.logger ?? silent;
  await removeLeftovers(paths);
  const { durable = true, timers = systemTimers } = options;
  return await use({ paths, binaries, account, durable, logger, timers });
}

interface Server {
  paths: ClusterPaths;
  binaries: Binaries;
  account: Account | null;
  durable: boolean;
  logger: EmbeddedPostgresLogger;
  timers: Timers;
}

interface Joined {
  membership: Membership;
  port: number;
  password: string;
  attached: boolean;
}

async function use(server: Server): Promise<EmbeddedPostgres> {
  const first = await joinOrStart(server, null);
  const leaving = new AbortController();
  const revival = createRevival(server.timers, (line) =>
    server.logger.error(`${line} Its log is ${server.paths.log}.`),
  );
  let current: Joined | null = first;
  let reviving: Promise<void> | null = null;
  let left: Promise<void> | null = null;

  const watch = (joined: Joined): void => {
    joined.membership.onLost(() => {
      if (leaving.signal.aborted) return;
      current = null;
      reviving = revive();
    });
  };
  const revive = async (): Promise<void> => {
    server.logger.warn('The embedded Postgres closed this process’s connection; reconnecting.');
    const again = { port: first.port, signal: leaving.signal };
    current = await revival.untilDone(() => joinOrStart(server, again), leaving.signal);
    if (current === null) return;
    server.logger.info('The embedded Postgres is back.');
    watch(current);
  };
  const leave = async (): Promise<void> => {
    leaving.abort();
    await reviving;
    if (current === null) return;
    const { membership } = current;
    if (await membership.isLast()) await stopServer(server.paths, server.binaries);
    await membership.close();
  };

  watch(first);
  return {
    url: connectionString(first.port, first.password, DATABASE),
    attached: first.attached,
    outage: () => revival.outage(),
    leave: () => (left ??= leave()),
  };
}

/** A server that was joined before: whose connection string is handed out, and until when it is waited for. */
interface Again {
  port: number;
  signal: AbortSignal;
}

async function joinOrStart(server: Server, again: Again | null): Promise<Joined> {
  const { cluster } = server.paths;
  let since = server.timers.now();
  let state = '';
  let isAnnounced = false;
  for (;;) {
    again?.signal.throwIfAborted();
    const found = await readPostmaster(cluster);
    if (found.state !== state) since = server.timers.now();
    state = found.state;
    const waitedMs = server.timers.now() - since;
    if (found.state === 'ready') {
      if (again !== null && found.port !== again.port) throw elsewhere(again.port, found.port);
      const joined = await tryJoin(server, found.port, true);
      if (joined !== null) return joined;
      if (waitedMs >= JOIN_LIMIT_MS) {
        // Where the system does not say whose process it is, Postgres has to refuse before we give up.
        const started = found.certain ? null : await startAlone(server, again);
        if (started !== null) return started;
        throw new EmbeddedPostgresError(unjoinable(server), 'it is running but accepts no connections');
      }
    } else if (found.state === 'none' || found.state === 'stale') {
      const joined = await startAlone(server, again);
      if (joined !== null) return joined;
      if (waitedMs >= START_LIMIT_MS)
        throw new EmbeddedPostgresError(notStartedByOther(server), 'another Munim process does not start it');
    } else if (found.state === 'stopping' && waitedMs >= STOPPING_LIMIT_MS) {
      server.logger.warn('The embedded Postgres does not end by itself; ending it.');
      quitServer(found.pid);
      since = server.timers.now();
    }
    if (waitedMs >= ANNOUNCE_MS && found.state !== 'ready' && !isAnnounced) {
      const what = found.state === 'starting' || found.state === 'stopping' ? found.state : 'being started';
      server.logger.info(`The embedded Postgres is ${what}: waiting for it.`);
      isAnnounced = true;
    }
    await sleep(POLL_MS);
  }
}

/** The connection strings of this process lead to its old port: it waits until the server is there again. */
function elsewhere(expected: number, found: number): EmbeddedPostgresError {
  const reason = `another Munim process started it on port ${found} instead of ${expected}; stop that process, or restart this one`;
  return new EmbeddedPostgresError(`The embedded Postgres cannot be used: ${reason}.`, reason);
}

function notStartedByOther({ paths }: Server): string {
  return `Another Munim process has been starting the embedded Postgres of ${paths.cluster} for ten minutes. Stop that process, then start again.`;
}

function unjoinable(server: Server): string {
  return `A Postgres server runs on ${server.paths.cluster} but does not accept Munim’s connection; its log is ${server.paths.log}. Stop it (if none runs, delete postmaster.pid in that folder), or set DATA_DIR to another folder.`;
}

async function tryJoin(server: Server, port: number, attached: boolean): Promise<Joined | null> {
  await isInitialised(server.paths, server.binaries); // Throws on another major version.
  const password = await readPassword(server.paths);
  const membership = await join(server.paths, port, password);
  return membership === null ? null : { membership, port, password, attached };
}

/** Initialises and starts the server, unless another process is doing so: then null. */
async function startAlone(server: Server, again: Again | null): Promise<Joined | null> {
  const { paths, binaries, account, durable } = server;
  const release = await tryStartLock(paths.cluster);
  if (release === null) return null;
  try {
    const found = await readPostmaster(paths.cluster);
    const mayBeGone =
      found.state === 'none' || found.state === 'stale' || (found.state === 'ready' && !found.certain);
    if (!mayBeGone) return null;
    if (!(await isInitialised(paths, binaries))) {
      if (again !== null) {
        throw new EmbeddedPostgresError(
          `The data folder ${paths.cluster} disappeared while it was in use.`,
          'its data folder has disappeared',
        );
      }
      server.logger.info('Creating the database folder for the first time.');
      if (account?.passes) {
        server.logger.warn(
          `Postgres will run as uid ${account.uid} with permission to pass through closed folders, because Munim or its data is inside a folder that only root can enter. It is better to run Munim as an ordinary user.`,
        );
      }
      await initialise(paths, binaries, account, durable);
    }
    if (found.state === 'stale') await disownLockFile(paths.cluster, found.content);
    const port = await startServer(paths, binaries, account, {
      durable,
      port: again?.port ?? null,
      ...(again === null ? {} : { signal: again.signal }),
      warn: (message) => server.logger.warn(message),
    });
    return port === null ? null : await tryJoin(server, port, false);
  } finally {
    await release();
  }
}
