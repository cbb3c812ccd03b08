import type pg from 'pg';
import { openHeldClient } from './watched-client.ts';
import type { Log } from './log.ts';
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts';
import { unavailability } from './unavailable.ts';

/** Locks by name across all processes on one database. They end with the process that holds them, even by kill -9. */
export interface NamedLocks {
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
  let connection: Promise<pg.Client> | null = null;

  const connected = (): Promise<pg.Client> => {
    if (connection !== null) return connection;
    const client = openHeldClient(connectionString, 'munim:locks', limits);
    const opening = client.connect().then(() => client);
    const forget = () => {
      if (connection === opening) connection = null;
    };
    client.on('error', (error) => {
      log.warn({ err: error }, 'the connection that holds locks failed');
      forget();
    });
    client.on('end', forget);
    opening.catch(forget);
    connection = opening;
    return opening;
  };

  return {
    async tryTake(name) {
      // A session may take its own lock twice; within the process the set decides.
      if (held.has(name)) return null;
      held.add(name);
      try {
        const client = await connected();
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 58)) as taken',
          [name],
        );
        if (rows[0]?.taken === true) {
          return async () => {
            await client
              .query('select pg_advisory_unlock(hashtextextended($1, 58))', [name])
              .catch((error: unknown) => log.debug({ err: error, lock: name }, 'the lock was gone already'));
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
      const client = await connection?.catch(() => null);
      connection = null;
      await client?.end().catch(() => undefined);
    },
  };
}
