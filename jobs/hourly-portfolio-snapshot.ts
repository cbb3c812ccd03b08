import { istHour } from '../core/platform/index.ts';
import { forEachGroup } from './for-each-user.ts';
import { freshPricesOnce, isPriceTime } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import type { PeopleWork } from './people-part.ts';

/** People measured and recorded together. */
const AT_ONCE = 25;

/**
 * Records every portfolio's value of this hour (spec: Resources "Snapshot"), at fresh prices while markets move. Past hours
 * cannot be measured.
 */
export async function takeHourlySnapshots(context: JobContext, run: Run): Promise<string> {
  const { clock, portfolio } = context;
  const freshPrices = isPriceTime(context, run) ? freshPricesOnce(context, run) : () => Promise.resolve();
  const { recorded, missed } = await forEachGroup(
    context,
    run,
    'snapshots could not be taken',
    { recorded: 0, missed: 0 },
    {
      most: AT_ONCE,
      work: async (userIds): ReturnType<PeopleWork> => {
        await freshPrices();
        if (istHour(clock.now()).getTime() !== istHour(run.dueAt).getTime())
          return { done: userIds, counts: { missed: userIds.length } };
        await portfolio.snapshots.take(userIds);
        return { done: userIds, counts: { recorded: userIds.length } };
      },
      who: async (everybody) => await portfolio.snapshots.lacking(everybody, run.dueAt),
    },
  );
  return missed === 0 ? `${recorded} recorded` : `${recorded} recorded before the hour ended, ${missed} not`;
}
