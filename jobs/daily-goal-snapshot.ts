import type { Run } from './job.ts';
import type { JobsWorld } from './jobs-world.ts';
import { forEachUser } from './for-each-user.ts';

/** Records how far each active goal has come (spec: Resources, Goal snapshot: one per goal and day). */
export async function takeGoalSnapshots(
  world: Pick<JobsWorld, 'identity' | 'goals' | 'log'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  let taken = 0;
  await forEachUser(world, run, 'goals could not be recorded', async (userId) => {
    taken += await world.goals.goals.takeSnapshots(userId);
  });
  return `${taken} goals recorded`;
}
