import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Works out the betas of each person's holdings (spec: Scheduler, daily_beta_enrichment). One person's failure does not
 * keep it from the others; a repeat changes nothing.
 */
export async function enrichBetas(
  context: Pick<JobContext, 'identity' | 'betas' | 'log'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const round = await context.betas.begin();
  let changed = 0;
  let failed: unknown = null;
  for (const user of await context.identity.users.list()) {
    run.signal.throwIfAborted();
    try {
      changed += await round.enrich(user.id);
    } catch (error) {
      context.log.error({ err: error, user_id: user.id }, 'betas could not be calculated');
      failed ??= error;
    }
  }
  if (failed !== null) throw failed instanceof Error ? failed : new Error('betas could not be calculated');
  return `${changed} holdings changed`;
}
