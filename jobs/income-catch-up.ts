import type { Listener } from '../core/platform/index.ts';
import type { Run } from './job.ts';
import type { JobsWorld } from './jobs-world.ts';

type World = Pick<JobsWorld, 'income' | 'log'>;

/**
 * Works out the income of everybody whose ledger, holdings or announcements have changed since: an import, a sync or an
 * edit waits for none of it. Two processes at once write each event once; one person's failure is tried again by the
 * next round and keeps it from nobody else.
 */
export async function catchUpIncome(world: World, run: Pick<Run, 'signal'>): Promise<string> {
  let done = 0;
  let failed = 0;
  for (const userId of await world.income.behind()) {
    run.signal.throwIfAborted();
    try {
      await world.income.recompute(userId, { actor: 'job:income_catch_up' });
      done += 1;
    } catch (error) {
      world.log.error({ err: error, user_id: userId }, 'income could not be worked out');
      failed += 1;
    }
  }
  return `${done} worked out, ${failed} failed`;
}

/** Changes that come one after the other, such as those of a sync, are waited for this long. */
const SETTLE_MS = 400;

/** What nobody heard of, or what failed, is looked for so often. */
const ROUND_MS = 5 * 60_000;

/**
 * Does the same as soon as a change is heard of, in whatever process it was made, and every few minutes. It is not in the
 * schedule, which knows times of day alone.
 */
export function startIncomeCatchUp(world: World & { listener: Pick<Listener, 'on' | 'onGap'> }): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | null = null;

  const round = async (): Promise<void> => {
    try {
      await catchUpIncome(world, { signal: stopping.signal });
    } catch (error) {
      if (!stopping.signal.aborted) world.log.warn({ err: error }, 'income is worked out by the next round');
    }
  };
  const heard = (): void => {
    if (stopping.signal.aborted || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      // One round at a time; what changed while it ran is done by another one behind it.
      work = (work ?? Promise.resolve()).then(round);
    }, SETTLE_MS);
    timer.unref();
  };
  const off = [world.listener.on('portfolio_changed', heard), world.listener.onGap(heard)];
  const rounds = setInterval(heard, ROUND_MS);
  rounds.unref();
  // What changed while nobody listened.
  heard();
  return {
    async stop() {
      for (const stop of off) stop();
      clearInterval(rounds);
      clearTimeout(timer);
      stopping.abort();
      await work;
    },
  };
}
