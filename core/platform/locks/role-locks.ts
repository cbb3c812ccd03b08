import type pg from 'pg';
import { type LockSession, openLockSession, tryLock } from '../database/index.ts';
import { systemTimers, type Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Server } from '../server.ts';

/** Roles this process plays, held as locks on the embedded server until `release`; on any other nothing is held. */
export interface RoleLocks {
  release(): Promise<void>;
}

interface RoleLockOptions {
  server: Pick<Server, 'ownerUrl' | 'embedded'>;
  roles: readonly string[];
  /** Named where a role runs already. */
  dataDir: string;
  log: Log;
  timers?: Pick<Timers, 'sleep'>;
}

const RETRY_MS = 1_000;
/** How often a lock is asked for that another process took while the database was away. */
const TAKEN_RETRY_MS = 5_000;

/**
 * Makes sure that each role runs once on one data folder; a server of the operator's own may have any number. The locks
 * are a database session, gone with the process. When the server was away they are taken again; should another process
 * have one by then, the log says so.
 * @throws Error naming the role that already runs.
 */
export async function lockRoles(options: RoleLockOptions): Promise<RoleLocks> {
  const { server, roles, dataDir, log, timers = systemTimers } = options;
  if (!server.embedded) return { release: () => Promise.resolve() };
  const stopping = new AbortController();
  let session = await openSession(options);
  for (const role of roles) {
    if (await takes(session.client, role)) continue;
    const pid = await holderOf(session.client, role);
    await session.close();
    throw new Error(
      `Munim's ${role} already runs on ${dataDir}${pid === null ? '' : ` (process ${pid})`}. Stop it first, or set DATA_DIR or DATABASE_URL to use other data.`,
    );
  }

  const pause = (ms: number) => timers.sleep(ms, stopping.signal).catch(() => undefined);
  /** Takes on a session what of the roles is free, until all of it is held or the session ends. */
  const takeAll = async (client: pg.Client): Promise<void> => {
    const told = new Set<string>();
    for (let missing = roles; missing.length > 0 && !stopping.signal.aborted;) {
      const left: string[] = [];
      for (const role of missing) if (!(await takes(client, role))) left.push(role);
      for (const role of left.filter((one) => !told.has(one))) {
        const pid = await holderOf(client, role);
        log.error(
          { role, pid },
          'another process started the same role while the database was unavailable: stop one of them',
        );
        told.add(role);
      }
      missing = left;
      if (missing.length > 0) await pause(TAKEN_RETRY_MS);
    }
  };
  const keep = async (): Promise<void> => {
    for (;;) {
      await session.ended;
      if (stopping.signal.aborted) return;
      await pause(RETRY_MS);
      try {
        session = await openSession(options);
        const { client, close } = session;
        if (stopping.signal.aborted) return await close();
        takeAll(client).catch(async (error: unknown) => {
          log.debug({ err: error }, 'a role could not be locked');
          await close(); // Begins anew with another session.
        });
      } catch (error) {
        log.debug({ err: error }, 'the role locks could not be reacquired yet');
      }
    }
  };
  const keeping = keep();
  return {
    async release() {
      stopping.abort();
      await session.close();
      await keeping;
    },
  };
}

const openSession = ({ server, roles, log }: RoleLockOptions): Promise<LockSession> =>
  openLockSession(server.ownerUrl, `munim:${roles.join('+')}:${process.pid}`, log);

const takes = (client: pg.Client, role: string): Promise<boolean> =>
  tryLock(client, { kind: 'role', name: `munim role ${role}` });

/** The process that plays a role, where it can be told. */
async function holderOf(client: pg.Client, role: string): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^munim:[a-z+]+:[0-9]+$'
       and $1 = any(string_to_array(split_part(application_name, ':', 2), '+')) limit 1`,
    [role],
  );
  const pid = rows[0]?.name.split(':')[2];
  return pid === undefined ? null : Number(pid);
}
