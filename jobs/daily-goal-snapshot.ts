import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';
import { forEachUser, onlyOwners } from './for-each-user.ts';

/** Records how far each active goal has come (spec: Resources, Goal snapshot: one per goal and day). */
export async function takeGoalSnapshots(
  context: Pick<JobContext, 'identity' | 'goals' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  const { taken } = await forEachUser(
    context,
    run,
    'goals could not be recorded',
    { taken: 0 },
    async (userId) => ({ taken: await context.goals.goals.takeSnapshots(userId) }),
    onlyOwners(context.goals.goals.owners),
  );
  return `${taken} goals recorded`;
}
