import type { Core } from '../core/assembly/index.ts';

type Context = Pick<Core, 'listener' | 'log'> & { strategies: Pick<Core['strategies'], 'worker'> };

/** What nobody heard of, and what a killed process left, is looked for so often. */
const LOOK_EVERY_MS = 10_000;
/** After a failure of the database. */
const REST_MS = 5_000;

/** So many at once: one is calculated while another is stored. */
const AT_ONCE = 2;

/**
 * Does backtests as they come in, in whatever process they were asked for. It is not in the schedule, which knows times of day
 * and cuts work after ten minutes.
 */
export function startResearchRuns(
  { listener, log, strategies: { worker } }: Context,
  {
    lookEveryMs = LOOK_EVERY_MS,
    restMs = REST_MS,
    atOnce = AT_ONCE,
  }: { lookEveryMs?: number; restMs?: number; atOnce?: number } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const lanes = Array.from({ length: atOnce }, () => startLane({ log, worker }, stopping.signal, restMs));
  const call = (): void => {
    for (const lane of lanes) lane.call();
  };
  const looking = setInterval(call, lookEveryMs).unref();
  const offs = [listener.on('research_due', call), listener.onGap(call), () => clearInterval(looking)];
  return {
    async stop() {
      stopping.abort();
      for (const off of offs) off();
      call();
      await Promise.all(lanes.map(({ ended }) => ended));
    },
  };
}

/** Does one backtest after the other as long as some wait, and again when it is called. */
function startLane(
  { log, worker }: Pick<Context, 'log'> & Context['strategies'],
  stopping: AbortSignal,
  restMs: number,
): { call(): void; ended: Promise<void> } {
  let wake: () => void = () => undefined;
  /** Whether somebody called since the last look: whoever comes during it is not to wait. */
  let isCalled = true;

  const pause = async (ms?: number): Promise<void> => {
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (ms !== undefined) setTimeout(resolve, ms).unref();
      if (stopping.aborted) resolve();
    });
  };

  async function work(): Promise<void> {
    while (!stopping.aborted) {
      if (!isCalled) {
        await pause();
        continue;
      }
      isCalled = false;
      try {
        while (await worker.next(stopping));
      } catch (error) {
        if (stopping.aborted) return;
        log.warn({ err: error }, 'backtests could not be looked for');
        await pause(restMs);
        isCalled = true;
      }
    }
  }

  return {
    call() {
      isCalled = true;
      wake();
    },
    ended: work(),
  };
}
