import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from '../core/assembly/index.ts';
import type { CatchUp, StepOutcome, StepProgress, WantedSecurity } from '../core/portfolio/index.ts';
import { pricesSince } from './fresh-prices.ts';
import type { Run } from './job.ts';
import { isTransient } from './transient.ts';

type CatchUpContext = Pick<
  Core,
  | 'backfill'
  | 'benchmarks'
  | 'catchUps'
  | 'clock'
  | 'closes'
  | 'corporateActions'
  | 'fx'
  | 'history'
  | 'identity'
  | 'instruments'
  | 'listener'
  | 'lists'
  | 'log'
  | 'portfolio'
  | 'prices'
>;

/** The lists are waited for this long; whoever is asked for prices is asked without them after that. */
const LISTS_AWAITED_MS = 5_000;

const done = (result: string): StepOutcome => ({ state: 'DONE', result });
const failed = (result: string): StepOutcome => ({ state: 'FAILED', result });
const off = (result: string): StepOutcome => ({ state: 'OFF', result });
const number = (count: number): string => count.toLocaleString('en-IN');

/**
 * Fetches what the figures of a person need and nobody fetched yet: the registry's lists, quotes, closes of everything that
 * was ever held, indexes, exchange rates and announcements; then takes the first snapshot. Every step may be repeated, and
 * one that fails holds up no other. The pace of each source is kept like everywhere. Prices since the due time are not
 * requested again.
 * @returns one line for the record; null where there was nothing new.
 */
export async function catchUpWithMarket(
  context: CatchUpContext,
  userId: string,
  { dueAt, signal }: Pick<Run, 'dueAt' | 'signal'>,
): Promise<string | null> {
  const catchUp = await context.catchUps.begin(userId);
  if (catchUp === null) return null;
  let failure: Parameters<CatchUp['end']>[0] = 'stopped';
  try {
    const outcomes = await allSteps(context, userId, catchUp, { dueAt, signal });
    if (!signal.aborted) failure = outcomes.some(({ state }) => state === 'FAILED') ? 'transient' : 'none';
    return catchUp.progress.steps.map(({ step, result }) => `${step} ${result ?? 'not done'}`).join(', ');
  } finally {
    await catchUp.end(failure);
  }
}

async function allSteps(
  context: CatchUpContext,
  userId: string,
  { progress, securities }: CatchUp,
  { dueAt, signal }: Pick<Run, 'dueAt' | 'signal'>,
): Promise<StepOutcome[]> {
  const step = async (
    name: Parameters<typeof progress.run>[0],
    work: (of: StepProgress) => Promise<StepOutcome>,
  ): Promise<StepOutcome> =>
    await progress.run(name, work, (error) => {
      if (!signal.aborted)
        context.log.error({ err: error, user_id: userId, step: name }, 'a step of a catch-up failed');
      return failed('failed; the server log has the cause');
    });
  const lists = step('LISTS', () => fetchLists(context, userId, signal));
  await Promise.race([lists, delay(LISTS_AWAITED_MS, undefined, { signal }).catch(() => undefined)]);
  const closes = step('CLOSES', (of) => fetchCloses(context, userId, securities, of, signal));
  const fetched = await Promise.all([
    lists,
    step('QUOTES', (of) => refreshQuotes(context, userId, of, pricesSince(context, { dueAt }))),
    closes,
    step('INDEXES', () => fetchIndexes(context, signal)),
    step('RATES', () => fetchRates(context, signal)),
    // Splits come with closes too.
    step('ACTIONS', () => fetchActions(context, userId, closes, signal)),
  ]);
  if (signal.aborted) return fetched;
  return [...fetched, await step('SNAPSHOT', () => takeSnapshot(context, userId))];
}

async function fetchLists(
  { lists, instruments, portfolio }: CatchUpContext,
  userId: string,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { isOn, asked, fetched, failure } = await lists.keepUpLists(signal);
  await portfolio.labels.complete(userId, await instruments.resolver());
  if (!isOn) return off('NSE’s archive is switched off');
  if (failure !== null && isTransient(failure)) return failed('NSE could not be reached');
  if (asked === 0) return done('up to date');
  return done(`${number(fetched)} of ${number(asked)} fetched`);
}

async function refreshQuotes(
  { listener, prices }: CatchUpContext,
  userId: string,
  progress: StepProgress,
  since: Date,
): Promise<StepOutcome> {
  const stop = listener.on('refresh_progress', ({ user_id, done: settled, total }) => {
    if (user_id === userId && typeof settled === 'number' && typeof total === 'number')
      progress.count(settled, total);
  });
  try {
    const { updated, unchanged, failed: lost, outcomes } = await prices.refresh(userId, { since });
    const recent = outcomes.filter(({ reason }) => reason === 'RECENTLY_PRICED').length;
    const came = updated + unchanged + recent;
    if (came === 0 && lost > 0) return failed('none could be fetched');
    const without = lost === 0 ? '' : `, ${number(lost)} failed (see Data quality)`;
    return done(`${number(came)} updated${without}`);
  } finally {
    stop();
  }
}

async function fetchCloses(
  { history, closes }: CatchUpContext,
  userId: string,
  securities: readonly WantedSecurity[],
  progress: StepProgress,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { asked, failed: lost } = await history.completeHistories(securities, signal, (now) =>
    progress.count(now.done, now.total),
  );
  await closes.priceUnpriced(userId);
  if (!history.hasHistoryProvider) return off('those on record are used; fetching is switched off');
  if (asked > 0 && lost === asked) return failed('none could be fetched');
  if (asked === 0) return done('up to date');
  const came = asked - lost;
  const without = lost === 0 ? '' : `, none found for ${number(lost)}`;
  return done(`${number(came)} ${came === 1 ? 'security' : 'securities'}${without}`);
}

async function fetchIndexes({ benchmarks }: CatchUpContext, signal: AbortSignal): Promise<StepOutcome> {
  const updates = await benchmarks.keepUp(signal);
  const lost = updates.filter(({ failure }) => failure !== null);
  if (lost.some(({ failure }) => isTransient(failure ?? '')))
    return failed(`none of ${lost.map(({ benchmark }) => benchmark).join(', ')} came`);
  return done('up to date');
}

async function fetchRates({ fx }: CatchUpContext, signal: AbortSignal): Promise<StepOutcome> {
  const { pairs, failed: lost } = await fx.keepUp(signal);
  if (lost.some(({ reason }) => isTransient(reason)))
    return failed(`none of ${lost.map(({ pair }) => pair).join(', ')} came`);
  return done(pairs === 0 ? 'none needed' : 'up to date');
}

async function fetchActions(
  { backfill, corporateActions }: CatchUpContext,
  userId: string,
  closes: Promise<unknown>,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { isOn, failure } = await backfill.keepUpActions(signal);
  await closes;
  const told = await corporateActions.tellNews(userId);
  const asked = told === 0 ? '' : '; some wait for your decision';
  if (!isOn) return off(`NSE’s announcements are switched off${asked}`);
  if (failure !== null) return failed(`NSE could not be reached${asked}`);
  return done(`up to date${asked}`);
}

async function takeSnapshot({ portfolio }: CatchUpContext, userId: string): Promise<StepOutcome> {
  await portfolio.snapshots.take(userId);
  return done('recorded');
}

/** Changes that come one after the other, such as those of a sync, are waited for this long. */
const SETTLE_MS = 300;
/** What nobody heard of, what failed and what a killed process left is looked for so often. */
const ROUND_MS = 2 * 60_000;
const FIRST_ROUND_MS = 1_500;

/**
 * Catches up for a person as soon as a change of their books is heard of, in whatever process it was made, and looks at
 * everybody after a start and every few minutes. It is not in the schedule, which knows times of day alone.
 */
export function startMarketCatchUp(context: CatchUpContext): { stop(): Promise<void> } {
  const { catchUps, clock, identity, listener, log } = context;
  const stopping = new AbortController();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();

  async function catchUp(userId: string, dueAt: Date): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      const result = await catchUpWithMarket(context, userId, { dueAt, signal: stopping.signal });
      if (result !== null) log.info({ user_id: userId, result }, 'caught up with the market');
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error, user_id: userId }, 'a catch-up with the market failed; it is tried again');
    }
  }

  async function look(who: () => Promise<string[]> | string[]): Promise<void> {
    const dueAt = clock.now();
    try {
      for (const userId of await catchUps.due(await who())) await catchUp(userId, dueAt);
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'the next round looks for what is new');
    }
  }

  // One at a time, so that each source has one asker.
  const begin = (next: () => Promise<void>): void => void (work = work.then(next));
  const hear = listener.on('portfolio_changed', ({ user_id, topics }) => {
    if (Array.isArray(topics) && !topics.includes('ledger')) return;
    changed.add(String(user_id));
    if (stopping.signal.aborted || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      const some = [...changed];
      changed.clear();
      begin(() => look(() => some));
    }, SETTLE_MS);
    timer.unref();
  });
  const lookAtAll = (): void =>
    begin(() => look(async () => (await identity.users.list()).map(({ id }) => id)));
  const first = setTimeout(lookAtAll, FIRST_ROUND_MS);
  const rounds = setInterval(lookAtAll, ROUND_MS);
  first.unref();
  rounds.unref();
  return {
    async stop() {
      hear();
      clearTimeout(first);
      clearInterval(rounds);
      clearTimeout(timer);
      stopping.abort();
      await work;
    },
  };
}
