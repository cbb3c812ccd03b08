import type { Core } from '../core/assembly/index.ts';

type Context = Pick<Core, 'listener' | 'log' | 'config'> & { research: Pick<Core['research'], 'worker'> };

/** What nobody heard of, and what a killed process left, is looked for so often. */
const LOOK_EVERY_MS = 30_000;
/** After a failure: of the database, of a claim, of whatever is asked before a run begins. */
const REST_MS = 5_000;

/**
 * Does research as it comes in, one run after the other (research/Worker behaviour 1). An ordinary failure is logged and
 * waited out; only being stopped ends it. Where its switch is off it does nothing: another process has the queue.
 */
export function startAiResearch(
  { listener, log, config, research: { worker } }: Context,
  { lookEveryMs = LOOK_EVERY_MS, restMs = REST_MS }: { lookEveryMs?: number; restMs?: number } = {},
): { stop(): Promise<void> } {
  const isOn = config.PORTFOLIO_AI_RESEARCH_ENABLED && config.PORTFOLIO_AI_RESEARCH_WORKER_ENABLED;
  if (!isOn) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  /** Whether somebody called since the last look: whoever comes during it is not to wait. */
  let isCalled = true;
  const call = (): void => {
    isCalled = true;
    wake();
  };

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
        log.warn({ err: error }, 'research that waits could not be looked for');
        await pause(restMs);
        isCalled = true;
      }
    }
  }

  const looking = setInterval(call, lookEveryMs).unref();
  const offs = [listener.on('ai_research_due', call), listener.onGap(call), () => clearInterval(looking)];
  const ended = work();
  return {
    async stop() {
      stopping.abort(new Error('the worker of research is stopping'));
      for (const off of offs) off();
      call();
      await ended;
    },
  };
}
