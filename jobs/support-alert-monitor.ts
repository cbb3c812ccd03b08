import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import { forEachUser } from './for-each-user.ts';

/** Evaluates everybody's alerts at fresh prices (spec: Scheduler, support_alert_monitor). A crossing is told once, however often it runs. */
export async function monitorAlerts(
  context: Pick<JobContext, 'identity' | 'watchlist' | 'log'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  await context.watchlist.refreshAll({ of: 'ALERTED', signal: run.signal });
  const all = { evaluated: 0, fired: 0, unknown: 0 };
  await forEachUser(context, run, 'a user’s alerts could not be checked', async (userId) => {
    const { evaluated, fired, unknown } = await context.watchlist.evaluateAlerts(userId);
    all.evaluated += evaluated;
    all.fired += fired;
    all.unknown += unknown;
  });
  return `${all.evaluated} checked, ${all.fired} triggered, ${all.unknown} without a value`;
}
