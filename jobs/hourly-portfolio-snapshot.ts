import { istHour } from '../core/platform/index.ts';
import { freshPricesOnce, isPriceTime } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Records every portfolio's value of this hour (spec: Resources "Snapshot"), at fresh prices while markets move. An hour that has passed is never filled in
 * afterwards: its value was not measured.
 */
export async function takeHourlySnapshots(context: JobContext, run: Run): Promise<string> {
  const { clock, log } = context;
  if (isPriceTime(context, run)) await freshPricesOnce(context, run)();
  let taken = 0;
  let failed: unknown = null;
  for (const user of await context.identity.users.list()) {
    run.signal.throwIfAborted();
    if (istHour(clock.now()).getTime() !== istHour(run.dueAt).getTime()) {
      return `${taken} recorded before the hour ended; the rest were skipped`;
    }
    try {
      await context.portfolio.snapshots.take(user.id);
      taken += 1;
    } catch (error) {
      log.error({ err: error, user_id: user.id }, 'a snapshot could not be taken');
      failed ??= error;
    }
  }
  if (failed !== null) throw failed instanceof Error ? failed : new Error('a snapshot could not be taken');
  return `${taken} recorded`;
}
