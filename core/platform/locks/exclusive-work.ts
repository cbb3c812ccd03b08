import type { HeldConnection } from '../database/index.ts';
import type { Log } from '../log.ts';

const RETRY_MS = 1000;

/** Lock of work that only one process at a time does. */
interface WorkLock {
  held: HeldConnection;
  kind: 'bot';
  name: string;
  log: Log;
}

/** Null while another process holds it, or the database is unreachable. */
async function tryWorkLock({ held, kind, name, log }: WorkLock) {
  const full = `munim:${kind}:${name}`;
  return await held.tryTake({ kind, name: full }).catch((error: unknown) => {
    log.debug({ err: error, lock: full }, 'a lock could not be requested');
    return null;
  });
}

/** True when no process holds the lock at this moment. */
export async function isWorkFree(lock: WorkLock): Promise<boolean> {
  const taken = await tryWorkLock(lock);
  await taken?.release();
  return taken !== null;
}

/** What is run while the lock is held. `run` resolves when the work has ended by itself or by `stop`. */
export interface ExclusiveWork {
  run(): Promise<void>;
  stop(): Promise<void>;
}

export type ExclusiveState = 'standby' | 'active' | 'stopped';

export interface ExclusiveRun {
  state(): ExclusiveState;
  /** Resolves with what the process is first: active, or standing by. */
  readonly firstState: Promise<ExclusiveState>;
  stop(): Promise<void>;
}

/**
 * Runs work in one process at a time: stands by until the lock is free, works while it is held, stops when it is
 * lost, and stands by again.
 */
export function runExclusively(lock: WorkLock, work: () => ExclusiveWork): ExclusiveRun {
  const { kind, name, log } = lock;
  const told = { lock: `${kind}:${name}` };
  let state: ExclusiveState = 'standby';
  let stopping = false;
  let wake: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms).unref();
    });
  let current: ExclusiveWork | null = null;
  let became: (state: ExclusiveState) => void = () => undefined;
  const firstState = new Promise<ExclusiveState>((resolve) => {
    became = resolve;
  });

  const loop = async (): Promise<void> => {
    while (!stopping) {
      const taken = await tryWorkLock(lock);
      if (taken === null) {
        if (state !== 'standby') state = 'standby';
        became(state);
        await pause(RETRY_MS);
        continue;
      }
      // asked to stop while the lock was on its way: nobody would ask what begins now
      if (stopping) {
        await taken.release();
        break;
      }
      state = 'active';
      became(state);
      const guarded = work();
      current = guarded;
      const done = guarded
        .run()
        .catch((error: unknown) => log.error({ err: error, ...told }, 'exclusive work ended with a failure'));
      await Promise.race([done, taken.lost]);
      await guarded
        .stop()
        .catch((error: unknown) => log.warn({ err: error, ...told }, 'exclusive work did not stop cleanly'));
      await done;
      current = null;
      state = 'standby';
      await taken.release();
      if (!stopping) await pause(RETRY_MS);
    }
    state = 'stopped';
  };
  const running = loop();
  return {
    state: () => state,
    firstState,
    async stop(): Promise<void> {
      stopping = true;
      wake();
      await current?.stop();
      await running;
    },
  };
}
