import type pg from 'pg';
import { type LockKey, tryLock, unlock } from './advisory-locks.ts';
import { unavailability } from './unavailable.ts';
import { openHeldClient } from './watched-client.ts';
import type { Log } from '../log.ts';
import { TIME_LIMITS, type TimeLimits } from '../time-limits.ts';

interface HeldSession {
  readonly client: pg.Client;
  /** Resolves when the connection is gone, and all its locks with it. */
  readonly ended: Promise<void>;
}

/** A lock of this process alone. */
interface HeldLock {
  /** Resolves when the lock is lost with its connection: work under it must be harmless to repeat. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * The one connection of a process with state on the server: it listens and holds the locks, so that work under a lock takes
 * no connection of the pools. It opens at the first use, and again after a loss. It goes to the server itself, never through
 * a pooler.
 */
export interface HeldConnection {
  session(): Promise<HeldSession>;
  /**
   * Takes a lock that ends with the process, even by kill -9. Null while it is held, by this process or another.
   * @throws Problem 503 UNAVAILABLE
   */
  tryTake(key: LockKey): Promise<HeldLock | null>;
  /** Releases all locks and closes the connection. */
  close(): Promise<void>;
}

/** @param name shown in `pg_stat_activity`. */
export function openHeldConnection(
  url: string,
  name: string,
  log: Log,
  limits: TimeLimits = TIME_LIMITS.held,
): HeldConnection {
  /** Postgres lets a session take its own lock twice; this set prevents it within the process. */
  const taken = new Set<string>();
  let session: Promise<HeldSession> | null = null;

  async function connect(forget: () => void): Promise<HeldSession> {
    const client = openHeldClient(url, name, limits);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    // Not closed here: its locks are held until the server has ended the session.
    client.on('error', (error) => {
      log.warn({ err: error }, 'the connection that listens and holds locks failed');
      forget();
    });
    void ended.then(forget);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return { client, ended };
  }

  const opened = (): Promise<HeldSession> => {
    if (session !== null) return session;
    const forget = () => {
      if (session === opening) session = null;
    };
    const opening: Promise<HeldSession> = connect(forget);
    opening.catch(forget);
    session = opening;
    return opening;
  };

  return {
    session: opened,
    async tryTake(key) {
      const name = JSON.stringify(key);
      if (taken.has(name)) return null;
      taken.add(name);
      try {
        const { client, ended } = await opened();
        let isHeld = await tryLock(client, key);
        if (isHeld)
          return {
            lost: ended,
            async release() {
              if (!isHeld) return;
              isHeld = false;
              await unlock(client, key).catch((error: unknown) =>
                log.debug({ err: error, lock: name }, 'the lock was already released'),
              );
              taken.delete(name);
            },
          };
      } catch (error) {
        taken.delete(name);
        throw unavailability(error, true) ?? error;
      }
      taken.delete(name);
      return null;
    },
    async close() {
      const last = await session?.catch(() => null);
      session = null;
      await last?.client.end().catch(() => undefined);
    },
  };
}
