import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Matches what companies did to their shares with what each person held: applies it where the person wants that, and asks
 * where nobody was asked yet; then about changes by brokers that were put off until now. A repeat changes nothing and asks
 * nothing twice.
 */
export async function askAboutCorporateActions(
  context: Pick<JobContext, 'identity' | 'corporateActions' | 'portfolio' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  const { notified } = await forEachUser(
    context,
    run,
    'corporate actions could not be matched',
    { notified: 0 },
    async (userId) => ({
      notified:
        (await context.corporateActions.tellNews(userId)) +
        // Units that an action explains are no question any more.
        (await context.portfolio.brokerChanges.tellNews(userId)),
    }),
  );
  return `${notified} notice${notified === 1 ? '' : 's'}`;
}
