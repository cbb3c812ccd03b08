import { istHour } from '../core/platform/index.ts';
import { forEachGroup } from './for-each-user.ts';
import { isPriceTime, priceRoundOnce } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import type { PeopleWork } from './people-part.ts';

/** People measured and recorded together. */
const AT_ONCE = 25;

/**
 * Records every portfolio's value of this hour (spec: Resources "Snapshot"), at fresh prices while markets move: a person
 * waits for their own prices alone, and not longer than sources are asked. Past hours cannot be measured.
 */
export async function takeHourlySnapshots(context: JobContext, run: Run): Promise<string> {
  const { clock, portfolio } = context;
  const round = isPriceTime(context, run) ? priceRoundOnce(context, run) : () => Promise.resolve(null);
  const { recorded, missed } = await forEachGroup(
    context,
    run,
    'snapshots could not be taken',
    { recorded: 0, missed: 0 },
    {
      most: AT_ONCE,
      work: async (userIds): ReturnType<PeopleWork> => {
        const prices = await round();
        const ready = (await prices?.ready(userIds)) ?? userIds;
        if (istHour(clock.now()).getTime() !== istHour(run.dueAt).getTime())
          return { done: userIds, counts: { missed: userIds.length } };
        if (ready.length > 0) {
          await prices?.write(ready);
          await portfolio.snapshots.take(ready);
        }
        return { done: ready, counts: { recorded: ready.length } };
      },
      who: async (everybody) => await portfolio.snapshots.lacking(everybody, run.dueAt),
    },
  );
  return missed === 0 ? `${recorded} recorded` : `${recorded} recorded before the hour ended, ${missed} not`;
}
