import type { JobContext } from './job-context.ts';

/**
 * Right after a start: takes up orders that a stopped process left behind, and tells everybody whose policies trade how things
 * stand. What it cannot do the job of orders does a minute later.
 */
export function startTradingReport(context: Pick<JobContext, 'policies' | 'config' | 'log'>): {
  stop(): Promise<void>;
} {
  if (!context.config.POLICY_WORKER_ENABLED) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const work = context.policies.live.tellStart(stopping.signal).then(
    () => undefined,
    (error: unknown) => {
      if (!stopping.signal.aborted) context.log.error({ err: error }, 'nobody was told how trading stands');
    },
  );
  return {
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
