import type { HeldConnection } from '../database/index.ts';
import { systemTimers, type Timers } from '../clock.ts';
import type { Log } from '../log.ts';

/** Roles this process plays, held as locks on the embedded server until `release`; on any other nothing is held. */
export interface RoleLocks {
  release(): Promise<void>;
}

interface RoleLockOptions {
  held: HeldConnection;
  isEmbedded: boolean;
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
 * end with the process. They are taken again after the server was unreachable; if another process has one by then, the log
 * says so.
 * @throws Error naming the role that already runs.
 */
export async function lockRoles(options: RoleLockOptions): Promise<RoleLocks> {
  const { held, isEmbedded, roles, dataDir, log, timers = systemTimers } = options;
  if (!isEmbedded) return { release: () => Promise.resolve() };
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const pause = (ms: number) => timers.sleep(ms, signal).catch(() => undefined);
  const take = (role: string) => held.tryTake({ kind: 'role', name: `munim role ${role}` });

  const first = new Map<string, RoleLock>();
  for (const role of roles) {
    const lock = await take(role);
    if (lock !== null) {
      first.set(role, lock);
      continue;
    }
    const pid = await holderOf(held, role);
    for (const taken of first.values()) await taken.release();
    throw new Error(
      `Munim's ${role} already runs on ${dataDir}${pid === null ? '' : ` (process ${pid})`}. Stop it first, or set DATA_DIR or DATABASE_URL to use other data.`,
    );
  }

  /** Takes a role again after its lock was lost. Null once it is not needed. */
  const takeAgain = async (role: string): Promise<RoleLock | null> => {
    let isTold = false;
    await pause(RETRY_MS);
    while (!signal.aborted) {
      try {
        const lock = await take(role);
        if (lock !== null) return lock;
        if (!isTold) {
          const pid = await holderOf(held, role);
          log.error(
            { role, pid },
            'another process started the same role while the database was unavailable: stop one of them',
          );
        }
        isTold = true;
        await pause(TAKEN_RETRY_MS);
      } catch (error) {
        log.debug({ err: error, role }, 'the role lock could not be reacquired yet');
        await pause(RETRY_MS);
      }
    }
    return null;
  };
  const keep = async (role: string, begun: RoleLock): Promise<void> => {
    for (let lock: RoleLock | null = begun; lock !== null;) {
      await Promise.race([lock.lost, stopped]);
      await lock.release();
      lock = await takeAgain(role);
    }
  };
  const keeping = [...first].map(([role, lock]) => keep(role, lock));
  return {
    async release() {
      stopping.abort();
      await Promise.all(keeping);
    },
  };
}

type RoleLock = NonNullable<Awaited<ReturnType<HeldConnection['tryTake']>>>;

/** The process that plays a role, where it can be told. */
async function holderOf(held: HeldConnection, role: string): Promise<number | null> {
  const { client } = await held.session();
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^munim:[a-z+]+:[0-9]+$'
       and $1 = any(string_to_array(split_part(application_name, ':', 2), '+')) limit 1`,
    [role],
  );
  const pid = rows[0]?.name.split(':')[2];
  return pid === undefined ? null : Number(pid);
}
