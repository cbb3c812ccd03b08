import { forEachUser, onlyOwners } from './for-each-user.ts';
import { isUsTime, pricesSince } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Evaluates all alerts at fresh prices (spec: Scheduler, support_alert_monitor). A crossing sends one message, even if a run
 * repeats.
 * @param currency only alerts of people who watch something in it.
 */
export async function monitorAlerts(
  context: Pick<JobContext, 'clock' | 'identity' | 'watchlist' | 'log'>,
  run: Run,
  currency?: string,
): Promise<string> {
  await context.watchlist.refreshAll({
    of: 'ALERTED',
    ...(currency === undefined ? {} : { currency }),
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
    onlyOwners(async () => await context.watchlist.alertOwners(currency)),
  );
  return `${all.evaluated} checked, ${all.fired} triggered, ${all.unknown} without a value`;
}

/** The same through the night in India while New York trades, for alerts on what trades there. */
export async function monitorUsAlerts(
  context: Parameters<typeof monitorAlerts>[0] & Pick<JobContext, 'calendar'>,
  run: Run,
): Promise<string> {
  return isUsTime(context, run) ? await monitorAlerts(context, run, 'USD') : 'New York does not trade';
}
