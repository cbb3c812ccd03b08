import { LONGEST_RUN_MINUTES } from '../core/capacity/index.ts';
import { istDate, istTime } from '../core/platform/index.ts';
import type { PriceRound } from '../core/portfolio/index.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

type PricedContext = Pick<JobContext, 'calendar' | 'clock' | 'identity' | 'log' | 'prices'>;
type PricedRun = Pick<Run, 'dueAt' | 'signal'>;

/** Indian hours in which prices of the day come in: from the opening to when funds are valued. */
const FROM = '09:00';
const UNTIL = '23:59';
const LAST_PRICES_MS = 60 * 60_000;
/** Longest time of a run for prices; holdings without a new price by then are reported at their last one. */
const BUDGET_MS = 5 * 60_000;

/**
 * Refreshes everybody's prices once in a run, before the first figures are used, since no open page may have done it. A
 * failed refresh leaves the last prices; the figures show their age.
 * @returns the same refresh at every call.
 */
export function freshPricesOnce(context: PricedContext, run: PricedRun): () => Promise<void> {
  return once(async () => {
    await orLastPrices(
      context,
      async () => void (await context.prices.refreshAll(await wanted(context, run))),
    );
  });
}

/**
 * Begins the same refresh once in a run, for work that need not wait for other people's prices.
 * @returns the same round at every call; null if it failed.
 */
export function priceRoundOnce(context: PricedContext, run: PricedRun): () => Promise<PriceRound | null> {
  return once(
    async () =>
      (await orLastPrices(context, async () => await context.prices.begin(await wanted(context, run)))) ??
      null,
  );
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return async () => await (result ??= work());
}

async function orLastPrices<T>({ log }: PricedContext, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.info({ err: error }, 'prices could not be refreshed before use');
    return undefined;
  }
}

/** Paused people use nothing, so no source is asked for them. */
async function wanted(context: PricedContext, { dueAt, signal }: PricedRun) {
  const { clock, identity } = context;
  const people = (await identity.users.list()).map(({ id }) => id);
  const deadline = new Date(clock.now().getTime() + BUDGET_MS);
  return { people, signal, deadline, since: pricesSince(context, { dueAt }) };
}

/**
 * The earliest moment of prices for a run: its due time, so that all runs of one time, in all processes, request each
 * instrument once. A late run uses prices of the last ten minutes, as a long run would for its last people.
 */
export function pricesSince({ clock }: Pick<PricedContext, 'clock'>, { dueAt }: Pick<Run, 'dueAt'>): Date {
  return new Date(Math.max(dueAt.getTime(), clock.now().getTime() - LONGEST_RUN_MINUTES * 60_000));
}

/**
 * True at an hour at which prices of what people hold move: on a day with a session, until funds are valued; at night while
 * New York trades and for an hour after its close.
 */
export function isPriceTime(
  { calendar }: Pick<PricedContext, 'calendar'>,
  { dueAt }: Pick<Run, 'dueAt'>,
): boolean {
  if (isUsTime({ calendar }, { dueAt })) return true;
  const date = istDate(dueAt);
  const time = istTime(dueAt);
  if (time < FROM || time > UNTIL) return false;
  return calendar.isSession('NSE', date) || calendar.isSession('NYSE', date);
}

/** True while New York trades and until its last prices are there. A session without known hours counts as open. */
export function isUsTime(
  { calendar }: Pick<PricedContext, 'calendar'>,
  { dueAt }: Pick<Run, 'dueAt'>,
): boolean {
  return [0, LAST_PRICES_MS].some(
    (before) => calendar.isOpen('NYSE', new Date(dueAt.getTime() - before)) !== false,
  );
}
