import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Asks the exchange what was announced, then brings each person's income events in line with their ledger, the
 * announcements and their bonds, and tells them what is new (spec: Scheduler, daily_dividend_enrichment). Announcements that do not come hold up
 * nothing: what is known stands. A repeat changes nothing.
 */
export async function enrichDividends(
  context: Pick<JobContext, 'identity' | 'income' | 'backfill' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  run.signal.throwIfAborted();
  const { isOn, added, failure } = await context.backfill.keepUpActions(run.signal);
  const { events, told } = await forEachUser(
    context,
    run,
    'income could not be calculated',
    { events: 0, told: 0 },
    async (userId) => {
      const {
        added: fresh,
        changed,
        cancelled,
      } = await context.income.recompute(userId, {
        actor: 'job:daily_dividend_enrichment',
      });
      return { events: fresh + changed + cancelled, told: await context.income.tellNews(userId) };
    },
  );
  const announced = !isOn
    ? 'announcements are switched off'
    : failure === null
      ? `${added} new announcements`
      : `announcements are not up to date (${failure})`;
  return `${events} income events changed, ${told} notices; ${announced}`;
}
