import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_RUN_MINUTES } from '../core/capacity/index.ts';
import { countUnexpected, type DbTransaction, withTimeOf } from '../core/platform/index.ts';
import type { Job, Run, SchedulerContext, SharedPeople } from './job.ts';
import { messageOf } from './people-part.ts';
import type { Claimed, GivenUp, HeldRun, Outcome, Runs } from './runs.ts';

/** What this process holds, so that a stop can give it back. */
export type RunningJobs = Map<string, { release(): Promise<void> }>;

class Overdue extends Error {
  override name = 'Overdue';
}

/** Whether there was something to do; if not, when it is worth asking again, where that is known. */
interface Did {
  ran: boolean;
  lookAgainAt: Date | null;
}

/** Claims and runs one due time of a job, or helps another process with its people. */
export async function runJob<Context extends SchedulerContext>(
  context: Context,
  runs: Runs,
  job: Job<Context>,
  running: RunningJobs,
  stopping: AbortSignal,
): Promise<Did> {
  const { log } = context;
  const { claimed, givenUp, held: other, lookAgainAt } = await runs.take(job);
  for (const lost of givenUp) await tellGivenUp(context, job, lost);
  if (claimed === null) {
    const hasHelped = other !== null && (await help(context, runs, job, other, stopping));
    return { ran: hasHelped, lookAgainAt };
  }

  const told = { job: job.name, due_at: claimed.due_at };
  running.set(job.name, {
    release: async () => void (await settle(context, runs, claimed, { state: 'RELEASED' })),
  });
  const started = performance.now();
  log.info({ ...told, attempt: claimed.attempt, late: claimed.isLate }, 'a job starts');
  let outcome: Outcome;
  let people: ReturnType<Runs['batches']['share']> | undefined;
  try {
    const reason = await runs.withLease(
      claimed,
      (held) =>
        withinTime(job, (overdue) => {
          const signal = AbortSignal.any([held, overdue]);
          const hold = (trx: DbTransaction) => runs.assertLease(trx, claimed);
          people = runs.batches.share(claimed, hold, { signal, cut: overdue });
          return work(context, job, claimed, signal, people);
        }),
      stopping,
    );
    outcome = { state: 'DONE', reason };
  } catch (error) {
    outcome = stopping.aborted
      ? { state: 'RELEASED' }
      : error instanceof Overdue && (people?.done ?? 0) > 0
        ? { state: 'RELEASED', reason: error.message }
        : { state: 'FAILED', error: messageOf(error) };
    if (outcome.state === 'FAILED') {
      countUnexpected('job');
      log.error({ err: error, job: job.name, attempt: claimed.attempt }, 'a job failed');
    }
  }
  const recorded = await settle(context, runs, claimed, outcome);
  running.delete(job.name);
  const ms = Math.round(performance.now() - started);
  log.info({ ...told, recorded, ms }, 'a job ended');
  if (recorded === 'FAILED' && outcome.state === 'FAILED') {
    await tellGivenUp(context, job, {
      job: job.name,
      dueAt: claimed.due_at,
      attempts: claimed.attempt,
      reason: outcome.error,
    });
  }
  return { ran: true, lookAgainAt: null };
}

async function work<Context extends SchedulerContext>(
  context: Context,
  job: Job<Context>,
  { due_at: dueAt, isLate, attempt }: HeldRun,
  signal: AbortSignal,
  people: SharedPeople,
): Promise<string> {
  return await withTimeOf('job', () => job.run(context, { dueAt, isLate, attempt, signal, people }));
}

/** Works for people of a run that another process holds; the holder records the result. @returns true if it did any. */
async function help<Context extends SchedulerContext>(
  context: Context,
  runs: Runs,
  job: Job<Context>,
  held: HeldRun,
  stopping: AbortSignal,
): Promise<boolean> {
  if (!(await runs.batches.isFree(held))) return false;
  try {
    let done = 0;
    await withinTime(job, async (overdue) => {
      const signal = AbortSignal.any([stopping, overdue]);
      const people = runs.batches.share(held, null, { signal, cut: overdue });
      const reason = await work(context, job, held, signal, people);
      done = people.done;
      return reason;
    });
    // A job that is switched off in this process alone leaves them free, and would be asked without end.
    return done > 0;
  } catch (error) {
    if (!stopping.aborted) context.log.warn({ err: error, job: job.name }, 'help with a job ended early');
    return false;
  }
}

/** Records the result, even though the database may be away for a moment: otherwise the work would be done again. */
async function settle(context: SchedulerContext, runs: Runs, claimed: Claimed, outcome: Outcome) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runs.finish(claimed, outcome);
    } catch (error) {
      context.log.warn({ err: error, job: claimed.job }, 'the end of a job could not be recorded');
      if (attempt === 5) return 'LOST';
      await sleep(attempt * 500);
    }
  }
}

/** Gives up waiting for work that takes too long, which is told by the signal that it gets. */
async function withinTime(
  { longestMinutes: minutes = LONGEST_RUN_MINUTES }: Pick<Job<never>, 'longestMinutes'>,
  work: (overdue: AbortSignal) => Promise<string>,
): Promise<string> {
  const done = new AbortController();
  const late = new AbortController();
  const limit = sleep(minutes * 60_000, undefined, { ref: false, signal: done.signal }).then(
    () => {
      const overdue = new Overdue(`It did not end within ${minutes} minutes.`);
      late.abort(overdue);
      throw overdue;
    },
    () => '',
  );
  try {
    return await Promise.race([work(late.signal), limit]);
  } finally {
    done.abort();
  }
}

async function tellGivenUp<Context extends SchedulerContext>(
  context: Context,
  job: Job<Context>,
  lost: GivenUp,
): Promise<void> {
  if (job.givenUp === undefined) return;
  const run: Run = {
    dueAt: lost.dueAt,
    isLate: true,
    attempt: lost.attempts,
    signal: new AbortController().signal,
  };
  try {
    await job.givenUp(context, run, lost.reason);
  } catch (error) {
    context.log.error({ err: error, job: job.name }, 'the notice about a failed job could not be sent');
  }
}
