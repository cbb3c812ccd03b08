import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemTimers, type Timers } from '../core/platform/index.ts';
import { type AgendaClock, createAgendaClock } from './agenda-clock.ts';
import { cronOf, nextDueTime } from './due-times.ts';
import type { Job, SchedulerContext } from './job.ts';
import { runJob, type RunningJobs } from './run-job.ts';
import { createRuns, type Runs } from './runs.ts';
import { validateSchedule } from './validate-schedule.ts';

interface SchedulerOptions<Context> {
  schedule: readonly Job<Context>[];
  /** Names this process in the record; made unique by a suffix. */
  workerName?: string;
  /** False leaves Agenda out: the sweep alone then wakes the jobs, up to a few seconds later. */
  withAgenda?: boolean;
  /** False leaves the minutely timer out as well: only `sweep` does anything. For tests. */
  withTimer?: boolean;
  /** How long a stop waits for running jobs before their leases are given back. */
  graceMs?: number;
  /** What the grace is waited for with. */
  timers?: Pick<Timers, 'sleep'>;
}

export interface Scheduler {
  /** Does at once what is due and not done, then keeps doing so. */
  start(): Promise<void>;
  /** Does everything that is due and not done, each job on its own; resolves when all of it ended. */
  sweep(): Promise<void>;
  /** Takes nothing new, lets running jobs come to an end, gives back what they hold. */
  stop(): Promise<void>;
  /** The name of this process in the record of runs. */
  readonly worker: string;
}

const SWEEP = 'sweep';
const MINUTE_MS = 60_000;
/** The own sweep comes a little after the minute: Agenda, which wakes on it, usually has done the work by then. */
const AFTER_MINUTE_MS = 3_000;
/** A timer may fire a moment before its time. */
const EARLY_MS = 2_000;
const GRACE_MS = 8_000;

/**
 * Runs the schedule. The record in jobs.runs is the truth; Agenda and the minutely sweep only wake us, and each of them
 * is enough. Any number of processes may run one schedule against one database.
 * @throws Error when names are not unique or a time rule makes no sense.
 */
export function createScheduler<Context extends SchedulerContext>(
  context: Context,
  options: SchedulerOptions<Context>,
): Scheduler {
  const {
    schedule,
    withAgenda = true,
    withTimer = true,
    graceMs = GRACE_MS,
    timers = systemTimers,
  } = options;
  validateSchedule(schedule);
  const { clock, log, database } = context;
  const worker = `${options.workerName ?? 'jobs'}:${process.pid}:${randomBytes(3).toString('hex')}`;
  const runs: Runs = createRuns({ database, clock, log, worker });
  const stopping = new AbortController();
  const running: RunningJobs = new Map();
  const busy = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const later = new Map<string, NodeJS.Timeout>();
  let timer: NodeJS.Timeout | undefined;

  /** Comes back for a retry or a dead worker's run as soon as it may be had, not only with the next sweep. */
  const lookAgain = (job: Job<Context>, at: Date): void => {
    if (!withTimer) return;
    clearTimeout(later.get(job.name));
    const pause = Math.min(at.getTime() - clock.now().getTime() + 20, MINUTE_MS);
    later.set(job.name, setTimeout(() => void wake(job), pause).unref());
  };

  /** One job at a time per name here, and different names side by side: a slow or failing one holds up no other. */
  const wake = (job: Job<Context>): Promise<void> => {
    if (stopping.signal.aborted) return Promise.resolve();
    const current = busy.get(job.name);
    if (current !== undefined) {
      again.add(job.name);
      return current;
    }
    const work = (async () => {
      try {
        do {
          again.delete(job.name);
          for (let ran = true; ran && !stopping.signal.aborted;) {
            const did = await runJob(context, runs, job, running, stopping.signal);
            if (did.lookAgainAt !== null) lookAgain(job, did.lookAgainAt);
            ran = did.ran;
          }
        } while (again.has(job.name) && !stopping.signal.aborted);
      } catch (error) {
        log.warn(
          { err: error, job: job.name },
          'the record of a job cannot be read; the next sweep tries again',
        );
      } finally {
        busy.delete(job.name);
      }
    })();
    busy.set(job.name, work);
    return work;
  };
  const sweep = async (): Promise<void> => {
    await Promise.all(schedule.map(wake));
  };

  const onAlarm = async (name: string): Promise<void> => {
    const job = schedule.find((row) => row.name === name);
    if (job === undefined) return await sweep();
    const early = nextDueTime(job.when, clock.now()).getTime() - clock.now().getTime();
    if (early <= EARLY_MS) await sleep(early + 1);
    await wake(job);
  };
  const agenda: AgendaClock | null = withAgenda
    ? createAgendaClock({
        pool: database.systemPool,
        name: worker,
        log,
        alarms: [
          ...schedule.map((job) => ({ name: job.name, cron: cronOf(job.when) })),
          { name: SWEEP, cron: '* * * * *' },
        ],
        onAlarm,
      })
    : null;
  const startAgenda = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    try {
      await agenda?.start();
    } catch (error) {
      log.warn({ err: error }, 'Agenda could not be started; the sweep goes on without it');
    }
  };

  const tick = (): void => {
    const now = clock.now().getTime();
    const next = (Math.floor((now - AFTER_MINUTE_MS) / MINUTE_MS) + 1) * MINUTE_MS + AFTER_MINUTE_MS;
    timer = setTimeout(() => {
      // Not awaited: the next minute comes although a job is still running.
      void sweep();
      void startAgenda();
      tick();
    }, next - now);
    timer.unref();
  };

  return {
    worker,
    sweep,
    async start() {
      void sweep();
      if (withTimer) tick();
      await startAgenda();
    },
    async stop() {
      clearTimeout(timer);
      for (const pending of later.values()) clearTimeout(pending);
      stopping.abort();
      const ended = Promise.all(busy.values());
      const patience = new AbortController();
      await Promise.race([ended, timers.sleep(graceMs, patience.signal)]);
      patience.abort();
      for (const held of running.values()) await held.release();
      await agenda?.stop(1000);
    },
  };
}
