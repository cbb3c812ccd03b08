import type { Core } from '../assembly/index.ts';
import { type Config, parseConfig } from '../platform/config.ts';
import type { HeldConnection } from '../platform/database/index.ts';
import { keepPrivate } from '../platform/embedded-postgres/data-dir.ts';
import { type Log, openLog } from '../platform/log.ts';
import { stayAlive, untilStopped } from '../platform/process.ts';
import type { Server } from '../platform/server.ts';
import { EXIT } from './command.ts';

/** What a command works with. */
interface Session {
  config: Config;
  log: Log;
  server: Server;
  /** Resolves at the first SIGINT or SIGTERM. */
  stopped: Promise<void>;
}

/**
 * Opens the configuration, the log and the server around some work, and leaves the server again, whenever it is asked to
 * stop: work that does not look at `stopped` itself is broken off.
 */
export async function withServer(
  work: (session: Session) => Promise<number>,
  looksItself = false,
): Promise<number> {
  const config = parseConfig();
  await keepPrivate(config);
  const log = openLog(config);
  let isStopped = false;
  const stopped = untilStopped(log).then(() => void (isStopped = true));
  const server = await (await import('../platform/server.ts')).openServer(config, log);
  // While the database is away a role may have nothing but timers that do not keep a process.
  const mayEnd = stayAlive();
  try {
    if (isStopped) return looksItself ? EXIT.done : EXIT.failed;
    const done = work({ config, log, server, stopped });
    return await (looksItself ? done : Promise.race([done, stopped.then(() => EXIT.failed)]));
  } finally {
    await server.leave();
    mayEnd();
  }
}

/**
 * `withServer` with the locks of roles, which are held on the connection on which the process listens.
 * @throws Error naming the role that already runs
 */
export async function withRoles(
  roles: readonly string[],
  work: (session: Session, held: HeldConnection) => Promise<number>,
  looksItself = false,
): Promise<number> {
  return await withServer(async (session) => {
    const { config, log, server } = session;
    const { openHeldConnection } = await import('../platform/database/held-connection.ts');
    const { lockRoles } = await import('../platform/locks/role-locks.ts');
    const held = openHeldConnection(server.directUrl, `munim:${roles.join('+')}:${process.pid}`, log);
    try {
      const locks = await lockRoles({
        held,
        isEmbedded: server.embedded,
        roles,
        dataDir: config.DATA_DIR,
        log,
      });
      try {
        return await work(session, held);
      } finally {
        await locks.release();
      }
    } finally {
      await held.close();
    }
  }, looksItself);
}

/** Migrates, opens the stores, builds the services. */
export async function openCore({ config, log, server }: Session, held?: HeldConnection): Promise<Core> {
  const { createCore } = await import('../assembly/index.ts');
  return await createCore({
    config,
    log,
    ownerUrl: server.ownerUrl,
    outage: () => server.outage(),
    ...(held === undefined ? {} : { held }),
  });
}

/**
 * `withServer` with the services on it, closed again whatever happens.
 * @param looksItself work that ends by itself when the signal tells it to
 */
export async function withCore(
  work: (core: Core, stopping: AbortSignal) => Promise<number>,
  looksItself = false,
): Promise<number> {
  return await withServer(async (session) => {
    const core = await openCore(session);
    const stopping = new AbortController();
    void session.stopped.then(() => stopping.abort());
    try {
      return await work(core, stopping.signal);
    } finally {
      await core.close();
    }
  }, looksItself);
}
