import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { realpath } from 'node:fs/promises';
import { prepareDataDir } from './data-dir.ts';
import type { Account } from './embedded-postgres/account.ts';
import { chooseAccount } from './embedded-postgres/account.ts';
import type { Binaries } from './embedded-postgres/binaries.ts';
import { locateBinaries } from './embedded-postgres/binaries.ts';
import type { ClusterPaths } from './embedded-postgres/cluster.ts';
import { clusterPaths, initialise, isInitialised, readPassword } from './embedded-postgres/cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres/errors.ts';
import type { Membership } from './embedded-postgres/membership.ts';
import { connectionString, DATABASE, join } from './embedded-postgres/membership.ts';
import { disownLockFile, readPostmaster } from './embedded-postgres/postmaster-file.ts';
import { startServer, stopServer } from './embedded-postgres/server-process.ts';
import { tryStartLock } from './embedded-postgres/start-lock.ts';

export { EmbeddedPostgresError };

export interface EmbeddedPostgresOptions {
  /** DATA_DIR. The server lives in `postgres/` below it and logs to `postgres.log`. Made when missing. */
  dataDir: string;
  /** False gives up safety against power loss for speed: tests only. */
  durable?: boolean;
  logger?: EmbeddedPostgresLogger;
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
  /** Ends this process's use. The last process stops the server and waits for it; others leave it running. */
  leave(): Promise<void>;
}

const POLL_MS = 20;
/** How long a server that cannot be joined may go on saying it is ready. */
const JOIN_LIMIT_MS = 10_000;
const ANNOUNCE_MS = 1000;
const REVIVE_ATTEMPTS = 5;

const silent: EmbeddedPostgresLogger = { info() {}, warn() {}, error() {} };

/**
 * Joins the Postgres server of a data directory, and starts it first when it is not running. Any number of processes
 * may do this at once. A server left by kill -9 is taken over, one that crashed is started and recovers.
 *
 * When the server dies while in use it is started again on the same port, so that connection pools recover.
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
  return await use({ paths, binaries, account, durable: options.durable ?? true, logger });
}

interface Server {
  paths: ClusterPaths;
  binaries: Binaries;
  account: Account | null;
  durable: boolean;
  logger: EmbeddedPostgresLogger;
}

interface Joined {
  membership: Membership;
  port: number;
  password: string;
  attached: boolean;
}

async function use(server: Server): Promise<EmbeddedPostgres> {
  const first = await joinOrStart(server, null);
  let current: Joined | null = first;
  let reviving: Promise<void> | null = null;
  let leaving: Promise<void> | null = null;

  const watch = (joined: Joined): void => {
    joined.membership.onLost(() => {
      if (leaving !== null) return;
      current = null;
      reviving = revive();
    });
  };
  const revive = async (): Promise<void> => {
    server.logger.warn('The embedded Postgres ended the session of this process; joining it again.');
    for (let attempt = 1; attempt <= REVIVE_ATTEMPTS && leaving === null; attempt += 1) {
      try {
        current = await joinOrStart(server, first.port);
        if (current.port !== first.port) {
          server.logger.error('The embedded Postgres came back on another port: restart Munim.');
        }
        watch(current);
        return;
      } catch (error) {
        server.logger.error(error instanceof Error ? error.message : String(error));
        await sleep(1000);
      }
    }
  };
  const leave = async (): Promise<void> => {
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
    leave: () => (leaving ??= leave()),
  };
}

async function joinOrStart(server: Server, preferredPort: number | null): Promise<Joined> {
  const { cluster } = server.paths;
  let refusedMs = 0;
  let waitedMs = 0;
  for (;;) {
    const found = await readPostmaster(cluster);
    if (found.state === 'ready') {
      const joined = await tryJoin(server, found.port, true);
      if (joined !== null) return joined;
      refusedMs += POLL_MS;
      if (refusedMs >= JOIN_LIMIT_MS) {
        // Where the system does not say whose process it is, Postgres has to refuse before we give up.
        const started = found.certain ? null : await startAlone(server, preferredPort);
        if (started !== null) return started;
        throw new EmbeddedPostgresError(unjoinable(server));
      }
    } else if (found.state === 'none' || found.state === 'stale') {
      const joined = await startAlone(server, preferredPort);
      if (joined !== null) return joined;
    } else {
      waitedMs += POLL_MS;
      if (waitedMs === ANNOUNCE_MS)
        server.logger.info(`The embedded Postgres is ${found.state}: waiting for it.`);
    }
    await sleep(POLL_MS);
  }
}

function unjoinable(server: Server): string {
  return `A Postgres server runs on ${server.paths.cluster} but does not let Munim in; its log is ${server.paths.log}. Stop it (if none runs, delete postmaster.pid in that folder), or set DATA_DIR to another folder.`;
}

async function tryJoin(server: Server, port: number, attached: boolean): Promise<Joined | null> {
  await isInitialised(server.paths, server.binaries); // Throws on another major version.
  const password = await readPassword(server.paths);
  const membership = await join(server.paths, port, password);
  return membership === null ? null : { membership, port, password, attached };
}

/** Initialises and starts the server, unless another process is doing so: then null. */
async function startAlone(server: Server, preferredPort: number | null): Promise<Joined | null> {
  const { paths, binaries, account, durable } = server;
  const release = await tryStartLock(paths.cluster);
  if (release === null) return null;
  try {
    const found = await readPostmaster(paths.cluster);
    const mayBeGone =
      found.state === 'none' || found.state === 'stale' || (found.state === 'ready' && !found.certain);
    if (!mayBeGone) return null;
    if (!(await isInitialised(paths, binaries))) {
      if (preferredPort !== null) {
        throw new EmbeddedPostgresError(`The data folder ${paths.cluster} has vanished while it was in use.`);
      }
      server.logger.info('Making the database folder for the first time.');
      if (account?.passes) {
        server.logger.warn(
          `Postgres will run as uid ${account.uid} with the right to pass closed folders, since Munim or its data lie below one that only root may enter. Better: run Munim as an ordinary user.`,
        );
      }
      await initialise(paths, binaries, account, durable);
    }
    if (found.state === 'stale') await disownLockFile(paths.cluster, found.content);
    const port = await startServer(paths, binaries, account, { durable, preferredPort });
    return port === null ? null : await tryJoin(server, port, false);
  } finally {
    await release();
  }
}
