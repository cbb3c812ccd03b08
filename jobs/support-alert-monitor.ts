import type { Run } from './job.ts';
import type { JobsWorld } from './jobs-world.ts';
import { forEachUser } from './for-each-user.ts';

/** Evaluates everybody's alerts at fresh prices (spec: Scheduler, support_alert_monitor). A crossing is told once, however often it runs. */
export async function monitorAlerts(
  world: Pick<JobsWorld, 'identity' | 'watchlist' | 'log'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const all = { evaluated: 0, fired: 0, unknown: 0 };
  await forEachUser(world, run, 'the alerts of a person could not be evaluated', async (userId) => {
    const { evaluated, fired, unknown } = await world.watchlist.evaluateAlerts(userId, run.signal);
    all.evaluated += evaluated;
    all.fired += fired;
    all.unknown += unknown;
  });
  return `${all.evaluated} evaluated, ${all.fired} fired, ${all.unknown} without a value`;
}
