import { forEachUser } from './for-each-user.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Asks the exchange what was announced, then brings each person's income events in line with their ledger, the
 * announcements and their bonds, and tells them what is new (spec: Scheduler, daily_dividend_enrichment). Announcements that do not come hold up
 * nothing: what is known stands. One person's failure does not keep it from the others; a repeat changes nothing.
 */
export async function enrichDividends(
  context: Pick<JobContext, 'identity' | 'income' | 'backfill' | 'log'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  run.signal.throwIfAborted();
  const { isOn, added, failure } = await context.backfill.keepUpActions(run.signal);
  let changed = 0;
  let told = 0;
  await forEachUser(context, run, 'income could not be calculated', async (userId) => {
    const found = await context.income.recompute(userId, { actor: 'job:daily_dividend_enrichment' });
    changed += found.added + found.changed + found.cancelled;
    told += await context.income.tellNews(userId);
  });
  const announced = !isOn
    ? 'announcements are switched off'
    : failure === null
      ? `${added} new announcements`
      : `announcements are not up to date (${failure})`;
  return `${changed} income events changed, ${told} notices; ${announced}`;
}
