import { forEachUser, onlyOwners } from './for-each-user.ts';
import { pricesSince } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Evaluates all alerts at fresh prices (spec: Scheduler, support_alert_monitor). A crossing sends one message, even if a run
 * repeats.
 */
export async function monitorAlerts(
  context: Pick<JobContext, 'clock' | 'identity' | 'watchlist' | 'log'>,
  run: Run,
): Promise<string> {
  await context.watchlist.refreshAll({
    of: 'ALERTED',
    signal: run.signal,
    since: pricesSince(context, run),
  });
  const all = await forEachUser(
    context,
    run,
    'alerts could not be checked',
    { evaluated: 0, fired: 0, unknown: 0 },
    async (userId) => {
      const { evaluated, fired, unknown } = await context.watchlist.evaluateAlerts(userId);
      return { evaluated, fired, unknown };
    },
    onlyOwners(context.watchlist.alertOwners),
  );
  return `${all.evaluated} checked, ${all.fired} triggered, ${all.unknown} without a value`;
}
