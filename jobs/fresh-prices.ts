import { istDate, istTime } from '../core/platform/index.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

type PricedContext = Pick<JobContext, 'calendar' | 'clock' | 'log' | 'prices'>;

/** Indian hours in which prices of the day come in: from the opening to when funds are valued. */
const FROM = '09:00';
const UNTIL = '23:59';
/** Longest time of a run for prices; holdings without a new price by then are reported at their last one. */
const BUDGET_MS = 5 * 60_000;

/**
 * Refreshes everybody's prices once in a run, before the first figures are used, since no open page may have done it. A
 * failed refresh leaves the last prices; the figures show their age.
 * @returns the same refresh at every call.
 */
export function freshPricesOnce(
  { clock, log, prices }: Pick<PricedContext, 'clock' | 'log' | 'prices'>,
  { signal }: Pick<Run, 'signal'>,
): () => Promise<void> {
  let refresh: Promise<void> | null = null;
  const begin = async (): Promise<void> => {
    try {
      await prices.refreshAll({ signal, deadline: new Date(clock.now().getTime() + BUDGET_MS) });
    } catch (error) {
      log.info({ err: error }, 'prices could not be refreshed before use');
    }
  };
  return async () => await (refresh ??= begin());
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
