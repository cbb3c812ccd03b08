import { type LockSession, openLockSession, tryLock, unlock, unavailability } from '../database/index.ts';
import type { Log } from '../log.ts';
import { TIME_LIMITS, type TimeLimits } from '../time-limits.ts';

/** Locks by name across all processes on one database. They end with the process that holds them, even by kill -9. */
interface NamedLocks {
  /**
   * Answers what gives the lock back, or null when somebody holds it, in this process or another.
   * @throws Problem 503 UNAVAILABLE
   */
  tryTake(name: string): Promise<(() => Promise<void>) | null>;
  /** Gives back whatever is held. */
  close(): Promise<void>;
}

/**
 * One connection, made at the first use, holds all the locks of a process, so that work under a lock keeps no
 * connection of the pools. When it breaks, its locks are free: work under them must be harmless to do twice.
 */
export function createNamedLocks(
  connectionString: string,
  log: Log,
  limits: TimeLimits = TIME_LIMITS.held,
): NamedLocks {
  const held = new Set<string>();
  let session: Promise<LockSession> | null = null;

  const opened = (): Promise<LockSession> => {
    if (session !== null) return session;
    const opening = openLockSession(connectionString, 'munim:locks', log, limits);
    const forget = () => {
      if (session === opening) session = null;
    };
    opening.then(({ client, ended }) => {
      client.on('error', forget);
      void ended.then(forget);
    }, forget);
    session = opening;
    return opening;
  };

  return {
    async tryTake(name) {
      // A session may take its own lock twice; within the process the set decides.
      if (held.has(name)) return null;
      held.add(name);
      try {
        const { client } = await opened();
        const key = { kind: 'named', name } as const;
        if (await tryLock(client, key)) {
          return async () => {
            await unlock(client, key).catch((error: unknown) =>
              log.debug({ err: error, lock: name }, 'the lock was already released'),
            );
            held.delete(name);
          };
        }
      } catch (error) {
        held.delete(name);
        throw unavailability(error, true) ?? error;
      }
      held.delete(name);
      return null;
    },
    async close() {
      const last = await session?.catch(() => null);
      session = null;
      await last?.close();
    },
  };
}
