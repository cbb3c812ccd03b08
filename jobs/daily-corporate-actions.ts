import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Matches what companies did to their shares with what each person held: applies it where the person wants that, and asks
 * where nobody was asked yet. A repeat changes nothing and asks nothing twice.
 */
export async function askAboutCorporateActions(
  context: Pick<JobContext, 'identity' | 'corporateActions' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  const { notified } = await forEachUser(
    context,
    run,
    'corporate actions could not be matched',
    { notified: 0 },
    async (userId) => ({ notified: await context.corporateActions.tellNews(userId) }),
  );
  return `${notified} notice${notified === 1 ? '' : 's'}`;
}
