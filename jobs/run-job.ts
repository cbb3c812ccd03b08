import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeOf } from '../core/platform/index.ts';
import type { Job, Run, SchedulerWorld } from './job.ts';
import { type Claimed, type GivenUp, LEASE_MS, type Outcome, type Runs } from './runs.ts';

/** What this process holds, so that a stop can give it back. */
export type RunningJobs = Map<string, { release(): Promise<void> }>;

const RENEW_MS = LEASE_MS / 4;
/** A run that takes longer has hung: it counts as failed, and what it still writes is fenced or has a natural key. */
const LONGEST_RUN_MS = 10 * 60_000;

class Overdue extends Error {
  override name = 'Overdue';
}

/** Whether there was something to do; if not, when it is worth asking again, where that is known. */
export interface Did {
  ran: boolean;
  lookAgainAt: Date | null;
}

/** Claims and runs one due time of a job. */
export async function runJob<World extends SchedulerWorld>(
  world: World,
  runs: Runs,
  job: Job<World>,
  running: RunningJobs,
  stopping: AbortSignal,
): Promise<Did> {
  const { log } = world;
  const { claimed, givenUp, lookAgainAt } = await runs.take(job);
  for (const lost of givenUp) await tellGivenUp(world, job, lost);
  if (claimed === null) return { ran: false, lookAgainAt };

  const lease = new AbortController();
  const run: Run = {
    dueAt: claimed.dueAt,
    isLate: claimed.isLate,
    attempt: claimed.attempt,
    signal: AbortSignal.any([stopping, lease.signal]),
  };
  running.set(job.name, {
    release: async () => void (await settle(world, runs, claimed, { state: 'RELEASED' })),
  });
  const renewal = setInterval(() => {
    runs.renew(claimed).then(
      (held) => held || lease.abort(new Error('the lease went to another worker')),
      (error: unknown) => log.warn({ err: error, job: job.name }, 'a lease could not be renewed'),
    );
  }, RENEW_MS);
  renewal.unref();
  const started = performance.now();
  log.info({ job: job.name, due_at: run.dueAt, attempt: run.attempt, late: run.isLate }, 'a job starts');
  let outcome: Outcome;
  try {
    outcome = {
      state: 'DONE',
      reason: await withinTime(
        withTimeOf('job', () => job.run(world, run)),
        lease,
      ),
    };
  } catch (error) {
    outcome = stopping.aborted ? { state: 'RELEASED' } : { state: 'FAILED', error: messageOf(error) };
    if (outcome.state === 'FAILED')
      log.error({ err: error, job: job.name, attempt: run.attempt }, 'a job failed');
  } finally {
    clearInterval(renewal);
  }
  const recorded = await settle(world, runs, claimed, outcome);
  running.delete(job.name);
  const ms = Math.round(performance.now() - started);
  log.info({ job: job.name, due_at: run.dueAt, recorded, ms }, 'a job ended');
  if (recorded === 'FAILED' && outcome.state === 'FAILED') {
    await tellGivenUp(world, job, {
      job: job.name,
      dueAt: run.dueAt,
      attempts: run.attempt,
      reason: outcome.error,
    });
  }
  return { ran: true, lookAgainAt: null };
}

/** Records the result, even though the database may be away for a moment: otherwise the work would be done again. */
async function settle(world: SchedulerWorld, runs: Runs, claimed: Claimed, outcome: Outcome) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runs.finish(claimed, outcome);
    } catch (error) {
      world.log.warn({ err: error, job: claimed.job }, 'the end of a job could not be recorded');
      if (attempt === 5) return 'LOST';
      await sleep(attempt * 500);
    }
  }
}

async function withinTime(work: Promise<string>, lease: AbortController): Promise<string> {
  const done = new AbortController();
  const limit = sleep(LONGEST_RUN_MS, undefined, { ref: false, signal: done.signal }).then(
    () => {
      const overdue = new Overdue(`It did not end within ${LONGEST_RUN_MS / 60_000} minutes.`);
      lease.abort(overdue);
      throw overdue;
    },
    () => '',
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    done.abort();
  }
}

async function tellGivenUp<World extends SchedulerWorld>(
  world: World,
  job: Job<World>,
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
    await job.givenUp(world, run, lost.reason);
  } catch (error) {
    world.log.error({ err: error, job: job.name }, 'nobody could be told that a job was given up');
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
