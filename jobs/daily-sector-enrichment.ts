import type { PersonalRun } from './job.ts';
import { forEachUser } from './for-each-user.ts';
import type { JobContext } from './job-context.ts';

/** What the enrichment needs of the jobs' context. */
export type LabelContext = Pick<JobContext, 'identity' | 'instruments' | 'log'> & {
  portfolio: Pick<JobContext['portfolio'], 'labels'>;
};

/**
 * Fills in missing names and sectors of each person's holdings (spec: Scheduler, daily_sector_enrichment).
 */
export async function enrichSectors(context: LabelContext, run: PersonalRun): Promise<string> {
  const resolver = await context.instruments.resolver();
  const { filled } = await forEachUser(
    context,
    run,
    'names and sectors could not be filled in',
    { filled: 0 },
    async (userId) => ({ filled: await context.portfolio.labels.complete(userId, resolver) }),
  );
  return `${filled} holdings completed`;
}
