import type { Core } from '../core/assembly/index.ts';

/** Replays the positions that an older rule of matching made, once after a start. What fails is tried at the next start. */
export function startPositionRenewal(core: Pick<Core, 'log' | 'portfolio'>): { stop(): Promise<void> } {
  const ending = new AbortController();
  const work = core.portfolio.lotSettings.renewOutdated(ending.signal).then(
    (positions) => {
      if (positions > 0) core.log.info({ positions }, 'positions of an older rule are replayed');
    },
    (error: unknown) => core.log.error({ err: error }, 'positions of an older rule could not be replayed'),
  );
  return {
    stop: async () => {
      ending.abort();
      await work;
    },
  };
}
