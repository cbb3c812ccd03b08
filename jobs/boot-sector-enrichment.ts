import { enrichSectors, type LabelContext } from './daily-sector-enrichment.ts';

const MINUTE_MS = 60_000;

/**
 * The same as daily_sector_enrichment, once, some minutes after a start (spec: Scheduler, boot_sector_enrichment). It is
 * not in the schedule, which knows times of day alone; should it fail or be cut off, the daily one does the work.
 * @param delayMinutes 0 leaves it out.
 */
export function startBootEnrichment(context: LabelContext, delayMinutes: number): { stop(): Promise<void> } {
  if (delayMinutes === 0) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  let work: Promise<void> = Promise.resolve();
  const timer = setTimeout(() => {
    work = enrichSectors(context, { signal: stopping.signal }).then(
      (result) =>
        context.log.info({ job: 'boot_sector_enrichment', result }, 'names and sectors after a start'),
      (error: unknown) => {
        if (!stopping.signal.aborted)
          context.log.error({ err: error, job: 'boot_sector_enrichment' }, 'the daily run tries again');
      },
    );
  }, delayMinutes * MINUTE_MS);
  timer.unref();
  return {
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await work;
    },
  };
}
