import type { Core } from '../core/core.ts';

type Context = Pick<Core, 'listener' | 'log'> & { strategies: Pick<Core['strategies'], 'worker'> };

/** What nobody heard of, and what a killed process left, is looked for so often. */
const LOOK_EVERY_MS = 10_000;
/** After a failure of the database. */
const REST_MS = 5_000;

/**
 * Does backtests as they come in, in whatever process they were asked for, one after the other. It is not in the schedule,
 * which knows times of day and cuts work after ten minutes.
 */
export function startResearchRuns(
  { listener, log, strategies: { worker } }: Context,
  { lookEveryMs = LOOK_EVERY_MS, restMs = REST_MS }: { lookEveryMs?: number; restMs?: number } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  /** Whether somebody called since the last look: whoever comes during it is not to wait. */
  let isCalled = true;
  const call = (): void => {
    isCalled = true;
    wake();
  };
  const offs = [listener.on('research_due', call), listener.onGap(call), () => clearInterval(looking)];
  const looking = setInterval(call, lookEveryMs).unref();

  const pause = async (ms?: number): Promise<void> => {
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (ms !== undefined) setTimeout(resolve, ms).unref();
      if (stopping.signal.aborted) resolve();
    });
  };

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!isCalled) {
        await pause();
        continue;
      }
      isCalled = false;
      try {
        while (await worker.next(stopping.signal));
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn({ err: error }, 'backtests could not be looked for');
        await pause(restMs);
        isCalled = true;
      }
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      for (const off of offs) off();
      wake();
      await working;
    },
  };
}
