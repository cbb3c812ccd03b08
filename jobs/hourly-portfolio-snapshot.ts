import { istHour } from '../core/platform/index.ts';
import { forEachUser } from './for-each-user.ts';
import { freshPricesOnce, isPriceTime } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Records every portfolio's value of this hour (spec: Resources "Snapshot"), at fresh prices while markets move. Past hours
 * cannot be measured.
 */
export async function takeHourlySnapshots(context: JobContext, run: Run): Promise<string> {
  const { clock, portfolio } = context;
  const freshPrices = isPriceTime(context, run) ? freshPricesOnce(context, run) : () => Promise.resolve();
  const { recorded, missed } = await forEachUser(
    context,
    run,
    'snapshots could not be taken',
    { recorded: 0, missed: 0 },
    async (userId) => {
      await freshPrices();
      if (istHour(clock.now()).getTime() !== istHour(run.dueAt).getTime()) return { missed: 1 };
      await portfolio.snapshots.take(userId);
      return { recorded: 1 };
    },
    async (everybody) => await portfolio.snapshots.lacking(everybody, run.dueAt),
  );
  return missed === 0 ? `${recorded} recorded` : `${recorded} recorded before the hour ended, ${missed} not`;
}
