import { addDays, dayBefore, istDate } from '../core/platform/index.ts';
import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';
import { PRICE_HISTORY } from './daily-price-history.ts';
import { lastDone } from './runs.ts';

/** Older days stay empty: longer than a server is usually off, and few enough for one query. */
const DAYS_BACK = 14;

/**
 * Fills days without a snapshot from their closes (spec: Resources "Snapshot"): the server was off, or no run of the day
 * reached the portfolio. Hours of a session have no stored prices, so a day is filled as its last hour, and a day with a
 * snapshot does not change. A day is filled once the closes of a later day were requested, which includes those of America.
 */
export async function fillSnapshotGaps(
  context: Pick<JobContext, 'database' | 'identity' | 'log' | 'dayFilling'>,
  run: PersonalRun,
): Promise<string> {
  const closes = await lastDone(context.database, PRICE_HISTORY);
  if (closes === null) return 'no closes are stored yet';
  const to = dayBefore(istDate(closes));
  const span = { from: addDays(to, 1 - DAYS_BACK), to };
  const { filled } = await forEachUser(
    context,
    run,
    'days without a snapshot could not be filled',
    { filled: 0 },
    async (userId) => ({ filled: await context.dayFilling.fill(userId, span) }),
    async (everybody) => await context.dayFilling.lacking(everybody, span),
  );
  return `${filled} filled from closes`;
}
