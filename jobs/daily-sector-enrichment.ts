import type { Run } from './job.ts';
import { forEachUser } from './for-each-user.ts';
import type { JobContext } from './job-context.ts';

/** What the enrichment needs of the jobs' context. */
export type LabelContext = Pick<JobContext, 'identity' | 'instruments' | 'log'> & {
  portfolio: Pick<JobContext['portfolio'], 'labels'>;
};

/**
 * Gives each person's holdings the names and sectors they lack (spec: Scheduler, daily_sector_enrichment). One person's
 * failure does not keep it from the others.
 */
export async function enrichSectors(context: LabelContext, run: Pick<Run, 'signal'>): Promise<string> {
  const resolver = await context.instruments.resolver();
  let filled = 0;
  await forEachUser(context, run, 'names and sectors could not be filled in', async (userId) => {
    filled += await context.portfolio.labels.complete(userId, resolver);
  });
  return `${filled} holdings completed`;
}
