import { addDays, dayBefore, istDate } from '../core/platform/index.ts';
import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';
import { PRICE_HISTORY } from './daily-price-history.ts';
import { lastDone } from './runs.ts';

/** Days further back stay empty: they are more than a server is usually off, and few enough for one query. */
const DAYS_BACK = 14;

/**
 * Fills days without any snapshot from their closes (spec: Resources "Snapshot"): the server was off, or no run of the day
 * reached the portfolio. Hours of a session have no prices on record, so a day is filled as its last hour, and a day with a
 * snapshot is left as it is. A day counts once the closes of a later day were asked for, which brings those of America too.
 */
export async function fillSnapshotGaps(
  context: Pick<JobContext, 'database' | 'identity' | 'log' | 'dayFilling'>,
  run: PersonalRun,
): Promise<string> {
  const closes = await lastDone(context.database, PRICE_HISTORY);
  if (closes === null) return 'no closes are on record yet';
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
