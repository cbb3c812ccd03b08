import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Fetches the announcements of the exchange, then updates each person's income events from their ledger, the announcements
 * and their bonds, and sends notices of new ones (spec: Scheduler, daily_dividend_enrichment). Without new announcements it
 * uses the stored ones. A repeat changes nothing.
 */
export async function enrichDividends(
  context: Pick<JobContext, 'identity' | 'income' | 'backfill' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  run.signal.throwIfAborted();
  const { isOn, added, failure } = await context.backfill.keepUpActions(run.signal);
  const { events, notified } = await forEachUser(
    context,
    run,
    'income could not be calculated',
    { events: 0, notified: 0 },
    async (userId) => {
      const {
        added: fresh,
        changed,
        cancelled,
      } = await context.income.recompute(userId, {
        actor: 'job:daily_dividend_enrichment',
      });
      return { events: fresh + changed + cancelled, notified: await context.income.tellNews(userId) };
    },
  );
  const announced = !isOn
    ? 'announcements are switched off'
    : failure === null
      ? `${added} new announcements`
      : `announcements are not up to date (${failure})`;
  return `${events} income events changed, ${notified} notices; ${announced}`;
}
