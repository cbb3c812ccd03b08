import type { Listener } from '../core/platform/index.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

type Context = Pick<JobContext, 'income' | 'log'>;

/**
 * Works out the income of everybody whose ledger, holdings or announcements have changed since: an import, a sync or an
 * edit waits for none of it. Two processes at once write each event once; one person's failure is tried again by the
 * next round and keeps it from nobody else.
 * @param only persons to look at; everybody where they are not given.
 */
export async function catchUpIncome(
  context: Context,
  run: Pick<Run, 'signal'>,
  only?: ReadonlySet<string>,
): Promise<string> {
  let done = 0;
  let failed = 0;
  for (const userId of await context.income.behind()) {
    if (only?.has(userId) === false) continue;
    run.signal.throwIfAborted();
    try {
      await context.income.recompute(userId, { actor: 'job:income_catch_up' });
      done += 1;
    } catch (error) {
      context.log.error({ err: error, user_id: userId }, 'income could not be calculated');
      failed += 1;
    }
  }
  return `${done} calculated, ${failed} failed`;
}

/** Changes that come one after the other, such as those of a sync, are waited for this long. */
const SETTLE_MS = 400;
/** What nobody heard of, or what failed, is looked for so often; not at a start, when there is other work to do. */
const ROUND_MS = 2 * 60_000;

/**
 * Does the same for a person as soon as a change of theirs is heard of, in whatever process it was made, and for everybody
 * every few minutes. It is not in the schedule, which knows times of day alone.
 */
export function startIncomeCatchUp(context: Context & { listener: Pick<Listener, 'on'> }): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();

  const round = async (only?: ReadonlySet<string>): Promise<void> => {
    try {
      await catchUpIncome(context, { signal: stopping.signal }, only);
    } catch (error) {
      if (!stopping.signal.aborted) context.log.warn({ err: error }, 'the next run calculates the income');
    }
  };
  // One round at a time; what changed while it ran is done by another one behind it.
  const begin = (only?: ReadonlySet<string>): void => void (work = work.then(async () => await round(only)));
  const off = context.listener.on('portfolio_changed', ({ user_id }) => {
    changed.add(String(user_id));
    if (stopping.signal.aborted || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      const some = new Set(changed);
      changed.clear();
      begin(some);
    }, SETTLE_MS);
    timer.unref();
  });
  const rounds = setInterval(() => begin(), ROUND_MS);
  rounds.unref();
  return {
    async stop() {
      off();
      clearInterval(rounds);
      clearTimeout(timer);
      stopping.abort();
      await work;
    },
  };
}
