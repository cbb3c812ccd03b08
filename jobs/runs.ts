import {
  backoffMs,
  type Clock,
  createLeases,
  DAY_MS,
  type Database,
  type Leased,
  type Leases,
  type Log,
  redactText,
  type Timers,
  type DbTransaction,
} from '../core/platform/index.ts';
import { type Batches, createBatches, dropBatches, type SharedRun } from './batches.ts';
import { dueTimes, type When } from './due-times.ts';
import type { Lateness } from './job.ts';
import { punctualityOf } from './lateness.ts';

/** What the record needs to know of a job. */
export interface Planned {
  name: string;
  when: When;
  lateness: Lateness;
  coalesceMissed?: boolean;
}

type RunKey = 'job' | 'due_at';

/** A due time that this worker holds. */
export interface Claimed extends Leased<RunKey> {
  readonly job: string;
  readonly due_at: Date;
  attempt: number;
  isLate: boolean;
}

/** A due time that was tried and is now too late, or was tried often enough. */
export interface GivenUp {
  job: string;
  dueAt: Date;
  attempts: number;
  reason: string;
}

export type Outcome =
  | { state: 'DONE'; reason: string }
  | { state: 'FAILED'; error: string }
  /** The worker is stopping, or did a part: another worker, the next start or the next attempt does the rest. */
  | { state: 'RELEASED'; reason?: string };

type Recorded = 'DONE' | 'FAILED' | 'RETRY' | 'RELEASED' | 'LOST';

const LEASE_MS = 20_000;
/** Runs of one due time before it is given up: with the pauses below, about seven minutes apart from the runs. */
export const MOST_ATTEMPTS = 5;
/** The pauses between them. */
export const RUN_PAUSES = { firstMs: 30_000, longestMs: 30 * 60_000 };
/** Due times older than this are not even written down after a long sleep: they would all be skipped. */
const LOOK_BACK_MS = 7 * DAY_MS;
/** A record this far ahead of the clock was written by a wrong clock. */
const CLOCK_ERROR_MS = 3_600_000;

interface RunRow {
  job: string;
  due_at: Date;
  state: 'DUE' | 'RUNNING';
  epoch: number;
  attempts: number;
  is_late: boolean;
  lease_until: Date | null;
  next_attempt_at: Date;
  reason: string | null;
}

/** A run of another worker, for a worker that helps. */
export interface HeldRun extends SharedRun {
  readonly isLate: boolean;
}

/** What a look at the record brought. */
interface Taken {
  claimed: Claimed | null;
  givenUp: GivenUp[];
  /** A run that another worker holds. */
  held: HeldRun | null;
  /** When a run of this job that is not to be had now may be: its pause or another worker's lease ends then. */
  lookAgainAt: Date | null;
}

/** The record of what was due and done; the only authority on it. */
export interface Runs {
  /**
   * Writes down what has become due and claims the oldest due time of the job that may still be done: null when nothing is
   * to do, or another worker is at it. What is too late is recorded as SKIPPED on the way, or as FAILED if it had been
   * tried. On the very first call for a job nothing in the past is due.
   */
  take(job: Planned): Promise<Taken>;
  /** Does the work of a run while it is held: `withLease` of its lease. */
  readonly withLease: Leases<RunKey>['withLease'];
  /** Keeps a run locked until the transaction ends. @throws LeaseLost */
  readonly assertLease: Leases<RunKey>['assertLease'];
  /** The people of open runs. */
  readonly batches: Batches;
  /** Records how it ended. With an epoch that is not the newest nothing changes and the answer is LOST. */
  finish(run: Claimed, outcome: Outcome): Promise<Recorded>;
  /** Deletes finished runs older than so many days. @returns how many. */
  prune(days: number): Promise<number>;
}

/** The newest due time of a job that was done; null where none of its recorded runs was. */
export async function lastDone(database: Database, job: string): Promise<Date | null> {
  return await database.readAsSystem('when a job was done last', async (trx) => {
    const row = (await trx('jobs.runs').where({ job, state: 'DONE' }).max('due_at as at').first()) as
      | { at: Date | null }
      | undefined;
    return row?.at ?? null;
  });
}

export function createRuns(parts: {
  database: Database;
  clock: Clock;
  log: Log;
  worker: string;
  random?: () => number;
  timers?: Timers;
}): Runs {
  const { database, clock, log, worker, random = Math.random } = parts;
  const leases = createLeases<RunKey>(
    { table: 'jobs.runs', key: ['job', 'due_at'], leaseMs: LEASE_MS },
    parts,
  );

  /** Holds the job's row, so that two workers never look at one job at the same time. */
  const watch = async (trx: DbTransaction, job: string, now: Date): Promise<Date> => {
    const { rows } = await trx.raw<{ rows: { considered_until: Date }[] }>(
      `insert into jobs.watched (job, since, considered_until) values (?, ?, ?)
       on conflict (job) do update set job = excluded.job returning considered_until`,
      [job, now, now],
    );
    const until = rows[0]?.considered_until ?? now;
    if (until.getTime() - now.getTime() <= CLOCK_ERROR_MS) return until;
    log.warn({ job, considered_until: until }, 'the record of this job is in the future; check the clock');
    return now;
  };

  const writeDown = async (trx: DbTransaction, job: Planned, now: Date): Promise<void> => {
    const until = await watch(trx, job.name, now);
    const from = new Date(Math.max(until.getTime(), now.getTime() - LOOK_BACK_MS));
    const all = dueTimes(job.when, from, now);
    const due = job.coalesceMissed === true ? all.slice(-1) : all;
    if (due.length > 0) {
      await trx('jobs.runs')
        .insert(due.map((at) => ({ job: job.name, due_at: at, state: 'DUE', next_attempt_at: now })))
        .onConflict(['job', 'due_at'])
        .ignore();
    }
    await trx('jobs.watched')
      .where({ job: job.name })
      .update({ considered_until: until > now ? until : now });
  };

  const close = async (
    trx: DbTransaction,
    job: string,
    dueAt: Date,
    state: string,
    reason: string,
  ): Promise<void> => {
    await trx('jobs.runs')
      .where({ job, due_at: dueAt })
      .update({ state, reason, finished_at: clock.now(), lease_until: null });
    await dropBatches(trx, job, dueAt);
    log[state === 'FAILED' ? 'error' : 'warn']({ job, due_at: dueAt, state, reason }, 'a job was skipped');
  };

  return {
    take: (job) =>
      database.asSystem('what is due', async (trx) => {
        const now = clock.now();
        await writeDown(trx, job, now);
        const givenUp: GivenUp[] = [];
        const open = (await trx('jobs.runs')
          .where({ job: job.name })
          .whereIn('state', ['DUE', 'RUNNING'])
          .orderBy('due_at')) as RunRow[];
        const held = open.find((row) => leases.isHeld(row, now));
        if (held !== undefined) {
          const { due_at, attempts, is_late } = held;
          return {
            claimed: null,
            givenUp,
            held: { job: job.name, due_at, attempt: attempts, isLate: is_late },
            lookAgainAt: held.lease_until,
          };
        }
        let lookAgainAt: Date | null = null;
        for (const row of open) {
          if (row.state === 'DUE' && row.next_attempt_at > now) {
            if (lookAgainAt === null || row.next_attempt_at < lookAgainAt) lookAgainAt = row.next_attempt_at;
            continue;
          }
          const stands = punctualityOf(job.lateness, row.due_at, now);
          if (stands.state === 'too_late') {
            const tried = row.attempts > 0 || row.reason !== null;
            const reason = tried && row.reason !== null ? `${row.reason} ${stands.reason}` : stands.reason;
            await close(trx, job.name, row.due_at, tried ? 'FAILED' : 'SKIPPED', reason);
            if (tried) givenUp.push({ job: job.name, dueAt: row.due_at, attempts: row.attempts, reason });
            continue;
          }
          if (row.attempts >= MOST_ATTEMPTS) {
            const reason = row.reason ?? 'The worker stopped each time before the run finished.';
            await close(trx, job.name, row.due_at, 'FAILED', reason);
            givenUp.push({ job: job.name, dueAt: row.due_at, attempts: row.attempts, reason });
            continue;
          }
          const attempt = row.attempts + 1;
          const isLate = stands.state === 'late';
          const { epoch } = await leases.claim(trx, row, {
            state: 'RUNNING',
            attempts: attempt,
            worker,
            started_at: now,
            is_late: isLate,
          });
          const claimed: Claimed = { job: row.job, due_at: row.due_at, epoch, attempt, isLate };
          return { claimed, givenUp, held: null, lookAgainAt: null };
        }
        return { claimed: null, givenUp, held: null, lookAgainAt };
      }),
    withLease: leases.withLease,
    assertLease: leases.assertLease,
    batches: createBatches(parts, LEASE_MS),
    finish: (run, outcome) =>
      database.asSystem('a job ended', async (trx) => {
        const [changes, recorded] = ending(run, outcome, clock.now(), random());
        if (!(await leases.release(trx, run, changes))) return 'LOST';
        if ('finished_at' in changes) await dropBatches(trx, run.job, run.due_at);
        return recorded;
      }),
    prune: (days) =>
      database.asSystem('old runs go', async (trx) => {
        const before = new Date(clock.now().getTime() - days * DAY_MS);
        return await trx('jobs.runs').where('finished_at', '<', before).delete();
      }),
  };
}

/** What a result writes into the row. */
function ending(
  run: Claimed,
  outcome: Outcome,
  now: Date,
  random: number,
): [Record<string, unknown>, Recorded] {
  if (outcome.state === 'DONE') return [{ state: 'DONE', reason: outcome.reason, finished_at: now }, 'DONE'];
  if (outcome.state === 'RELEASED') {
    const { reason } = outcome;
    const told = reason === undefined ? {} : { reason };
    return [
      { state: 'DUE', attempts: run.attempt - 1, next_attempt_at: now, worker: null, ...told },
      'RELEASED',
    ];
  }
  const reason = redactText(outcome.error).slice(0, 500);
  if (run.attempt >= MOST_ATTEMPTS) return [{ state: 'FAILED', reason, finished_at: now }, 'FAILED'];
  const next = new Date(now.getTime() + backoffMs(RUN_PAUSES, run.attempt, random));
  return [{ state: 'DUE', reason, next_attempt_at: next }, 'RETRY'];
}
