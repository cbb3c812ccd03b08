import type { Run } from './job.ts';
import type { JobsWorld } from './jobs-world.ts';
import { forEachUser } from './for-each-user.ts';

/** Reminds each person of instalments due today and of steps ahead (spec: Scheduler, daily_sip_reminders). */
export async function remindOfSips(
  world: Pick<JobsWorld, 'identity' | 'goals' | 'log'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  let told = 0;
  await forEachUser(world, run, 'reminders of SIP plans could not be written', async (userId) => {
    told += await world.goals.sips.remind(userId);
  });
  return `${told} reminder${told === 1 ? '' : 's'}`;
}
