import { istDate, istTime } from '../core/platform/index.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

type PricedContext = Pick<JobContext, 'calendar' | 'clock' | 'log' | 'prices'>;

/** Indian hours in which prices of the day come in: from the opening to when funds are valued. */
const FROM = '09:00';
const UNTIL = '23:59';
/** Of the time of a run so much may go into prices; whoever comes later is told what is known. */
const BUDGET_MS = 10 * 60_000;

/** Until when a run that begins now may spend its time on prices. */
export function priceDeadline({ clock }: Pick<PricedContext, 'clock'>): Date {
  return new Date(clock.now().getTime() + BUDGET_MS);
}

/**
 * Has a person's prices refreshed before their figures are used: nobody may have the page open. A refresh that fails,
 * or that runs already elsewhere, leaves what is known; the figures tell how old it is.
 */
export async function freshenPrices(
  { clock, log, prices }: Pick<PricedContext, 'clock' | 'log' | 'prices'>,
  userId: string,
  { signal, deadline }: { signal: AbortSignal; deadline: Date },
): Promise<void> {
  if (signal.aborted || clock.now() >= deadline) return;
  try {
    await prices.refresh(userId);
  } catch (error) {
    log.info({ err: error, user_id: userId }, 'prices could not be refreshed before use');
  }
}

/** Whether a market that people hold things of trades on the run's day, at an hour at which prices move. */
export function isPriceTime(
  { calendar }: Pick<PricedContext, 'calendar'>,
  { dueAt }: Pick<Run, 'dueAt'>,
): boolean {
  const date = istDate(dueAt);
  const time = istTime(dueAt);
  if (time < FROM || time > UNTIL) return false;
  return calendar.isSession('NSE', date) || calendar.isSession('NYSE', date);
}
