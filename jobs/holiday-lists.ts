import { calendarStage } from '../core/market/index.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Reads the lists of holidays that are due, then tells the owner once when the known days of an exchange end within 30 days,
 * and once when they have ended.
 */
export async function keepHolidayLists(
  context: Pick<JobContext, 'calendar' | 'clock' | 'holidays' | 'identity' | 'notifications'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const updates = await context.holidays.keepUp(run.signal);
  const { items } = await context.holidays.read();
  const { id } = await context.identity.users.ensureOwner();
  for (const { exchange, source } of items) {
    const today = context.calendar.dateAt(exchange, context.clock.now());
    const { stage, until, message } = calendarStage(context.calendar, exchange, today);
    if (message === null) continue;
    await context.notifications.notify(id, {
      kind: 'system_notice',
      dedupKey: `calendar:${exchange}:${stage}:${until}`,
      title:
        stage === 'ENDED' ? `The calendar of ${exchange} has ended` : `The calendar of ${exchange} ends soon`,
      body: `${message} ${source} Settings shows what is known.`,
    });
  }
  const told = updates.map(
    ({ exchange, years, failure }) =>
      `${exchange}: ${years.length === 0 ? 'no list' : years.join(', ')}${failure === null ? '' : ` (${failure})`}`,
  );
  return told.length === 0 ? 'no list is due' : told.join('; ');
}
