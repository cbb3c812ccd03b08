import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';
import { forEachUser, onlyOwners } from './for-each-user.ts';

/** Reminds each person of instalments due today and of steps ahead (spec: Scheduler, daily_sip_reminders). */
export async function remindOfSips(
  context: Pick<JobContext, 'identity' | 'goals' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  const { notified } = await forEachUser(
    context,
    run,
    'SIP reminders could not be created',
    { notified: 0 },
    async (userId) => ({ notified: await context.goals.sips.remind(userId) }),
    onlyOwners(context.goals.sips.owners),
  );
  return `${notified} reminder${notified === 1 ? '' : 's'}`;
}
