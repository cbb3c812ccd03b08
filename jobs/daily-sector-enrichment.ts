import type { Run } from './job.ts';
import { forEachUser } from './for-each-user.ts';
import type { JobsWorld } from './jobs-world.ts';

/** What the enrichment needs of the jobs' world. */
export type LabelWorld = Pick<JobsWorld, 'identity' | 'instruments' | 'log'> & {
  portfolio: Pick<JobsWorld['portfolio'], 'labels'>;
};

/**
 * Gives each person's holdings the names and sectors they lack (spec: Scheduler, daily_sector_enrichment). One person's
 * failure does not keep it from the others.
 */
export async function enrichSectors(world: LabelWorld, run: Pick<Run, 'signal'>): Promise<string> {
  const resolver = await world.instruments.resolver();
  let filled = 0;
  await forEachUser(world, run, 'names and sectors could not be filled in', async (userId) => {
    filled += await world.portfolio.labels.complete(userId, resolver);
  });
  return `${filled} holdings completed`;
}
