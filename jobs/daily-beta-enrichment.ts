import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Calculates the betas of each person's holdings (spec: Scheduler, daily_beta_enrichment). A repeat changes nothing.
 */
export async function enrichBetas(
  context: Pick<JobContext, 'identity' | 'betas' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  const round = await context.betas.begin();
  const { changed } = await forEachUser(
    context,
    run,
    'betas could not be calculated',
    { changed: 0 },
    async (userId) => ({ changed: await round.enrich(userId) }),
  );
  return `${changed} holdings changed`;
}
