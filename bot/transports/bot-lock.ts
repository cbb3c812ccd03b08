import { type Log, openHeldClient, TIME_LIMITS } from '../../core/platform/index.ts';

const RETRY_MS = 1000;

export interface HeldLock {
  /** Resolves when the lock is gone: the connection broke, or it was released. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the one lock of a transport, on a connection of its own: with the process gone, even by kill -9, Postgres
 * frees it at once. Answers null when another process holds it or the database is away.
 */
export async function tryBotLock(ownerUrl: string, name: string, log: Log): Promise<HeldLock | null> {
  const client = openHeldClient(ownerUrl, `munim:bot:${name}`, TIME_LIMITS.held);
  let gone: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    gone = resolve;
  });
  client.on('error', (error) => {
    log.warn({ err: error, lock: name }, 'the connection that holds the bot lock failed');
    gone();
  });
  client.on('end', () => gone());
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 57)) as taken',
      [`munim:bot:${name}`],
    );
    if (rows[0]?.taken === true) return { lost, release: () => client.end().catch(() => undefined) };
  } catch (error) {
    log.debug({ err: error, lock: name }, 'the bot lock could not be asked for');
  }
  await client.end().catch(() => undefined);
  return null;
}

/** True when no process holds the lock at this moment. */
export async function isBotLockFree(ownerUrl: string, name: string, log: Log): Promise<boolean> {
  const lock = await tryBotLock(ownerUrl, name, log);
  await lock?.release();
  return lock !== null;
}

/** What is run while the lock is held. `run` resolves when the work has ended by itself or by `stop`. */
export interface Guarded {
  run(): Promise<void>;
  stop(): Promise<void>;
}

export type GuardState = 'standby' | 'active' | 'stopped';

/**
 * Runs work in one process at a time: stands by until the lock is free, works while it is held, stops when it is
 * lost, and stands by again.
 */
export function guardByLock(ownerUrl: string, name: string, log: Log, work: () => Guarded) {
  let state: GuardState = 'standby';
  let stopping = false;
  let wake: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms).unref();
    });
  let current: Guarded | null = null;
  let became: (state: GuardState) => void = () => undefined;
  const firstState = new Promise<GuardState>((resolve) => {
    became = resolve;
  });

  const loop = async (): Promise<void> => {
    while (!stopping) {
      const lock = await tryBotLock(ownerUrl, name, log);
      if (lock === null) {
        if (state !== 'standby') state = 'standby';
        became(state);
        await pause(RETRY_MS);
        continue;
      }
      // asked to stop while the lock was on its way: nobody would ask what begins now
      if (stopping) {
        await lock.release();
        break;
      }
      state = 'active';
      became(state);
      const guarded = work();
      current = guarded;
      const done = guarded
        .run()
        .catch((error: unknown) => log.error({ err: error, lock: name }, 'the bot stopped with a failure'));
      await Promise.race([done, lock.lost]);
      await guarded
        .stop()
        .catch((error: unknown) => log.warn({ err: error, lock: name }, 'the bot did not stop cleanly'));
      await done;
      current = null;
      state = 'standby';
      await lock.release();
      if (!stopping) await pause(RETRY_MS);
    }
    state = 'stopped';
  };
  const running = loop();
  return {
    state: () => state,
    /** Resolves with what the process is first: active, or standing by. */
    firstState,
    async stop(): Promise<void> {
      stopping = true;
      wake();
      await current?.stop();
      await running;
    },
  };
}
