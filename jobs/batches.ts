import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Clock,
  createLeases,
  type Database,
  type DbTransaction,
  LeaseLost,
  type Leased,
  type Log,
  type Timers,
} from '../core/platform/index.ts';
import type { SharedPeople } from './job.ts';
import { addCounts, type PeoplePart, type PeopleWork, workThrough } from './people-part.ts';

/** A run whose people are shared; `attempt` counts from 1. */
export interface SharedRun {
  readonly job: string;
  readonly due_at: Date;
  readonly attempt: number;
}

type BatchKey = 'job' | 'due_at' | 'batch';

interface Batch extends PeoplePart {
  attempt: number;
  /** Claims that ended with the death of their process. */
  crashes: number;
}

interface BatchRow extends Batch, Leased<BatchKey> {
  lease_until: Date | null;
}

interface ClaimedBatch {
  claim: Leased<BatchKey>;
  batch: Batch;
}

/** Few enough for an even share of each process, and enough to make claims cheap. */
const PEOPLE_PER_BATCH = 25;
/** Interval of recording the finished people: a killed process repeats no more than this. */
const WRITE_AFTER_MS = 250;
/** Interval of looking for the end of other processes' batches. */
const LOOK_AGAIN_MS = 500;

const ENDED = 'The process ended during the work of a person.';

export type Batches = ReturnType<typeof createBatches>;

/** The people of open runs in batches; any number of processes claim them, each batch with a lease. */
export function createBatches(
  parts: { database: Database; clock: Clock; log: Log; timers?: Timers },
  leaseMs: number,
) {
  const { database, log } = parts;
  const leases = createLeases<BatchKey>(
    { table: 'jobs.batches', key: ['job', 'due_at', 'batch'], leaseMs },
    parts,
  );

  const of = (db: DbTransaction, { job, due_at }: SharedRun) => db('jobs.batches').where({ job, due_at });

  const isOpen = async (run: SharedRun): Promise<boolean> =>
    (await database.readAsSystem('look for recorded people of a job', (db) => of(db, run).first('batch'))) !==
    undefined;

  /** Records the people once for a run, in an order that changes from run to run, so that no person is always last. */
  async function open(
    run: SharedRun,
    who: () => Promise<readonly string[]>,
    hold: (trx: DbTransaction) => Promise<unknown>,
  ): Promise<void> {
    if (run.attempt > 1 && (await isOpen(run))) return;
    const ids = await who();
    const { job, due_at, attempt } = run;
    await database.asSystem('record the people of a job', async (trx) => {
      await hold(trx);
      await trx.raw(
        `insert into jobs.batches (job, due_at, batch, people, attempt)
         select ?, ?, (place - 1) / ?, array_agg(id order by place), ?
         from (select id, row_number() over (order by md5(id || ' ' || ?)) as place
               from unnest(?::bigint[]) as listed (id)) ordered
         where not exists (select from jobs.batches where job = ? and due_at = ?)
         group by 3`,
        [job, due_at, PEOPLE_PER_BATCH, attempt, due_at.toISOString(), [...ids], job, due_at] as never,
      );
    });
  }

  /** Returns a batch with its results, and claims the next one. Null if none is free but `except`. */
  async function claimNext(
    run: SharedRun,
    before: ClaimedBatch | null,
    except: ReadonlySet<number>,
  ): Promise<ClaimedBatch | null> {
    return await database.asSystem('claim people of a job', async (trx) => {
      if (before !== null) await leases.release(trx, before.claim, columnsOf(before.batch));
      const [row] = await leases.lockFree<BatchRow>(trx, (rows) =>
        rows
          .where({ job: run.job, due_at: run.due_at })
          .whereNotIn('batch', [...except])
          .whereRaw('(cardinality(people) > 0 or (attempt < ? and cardinality(failed) > 0))', [run.attempt])
          .orderBy('batch')
          .limit(1),
      );
      if (row === undefined) return null;
      const batch = takeUp(row, run.attempt);
      return { claim: await leases.claim(trx, row, columnsOf(batch)), batch };
    });
  }

  async function giveBack(held: ClaimedBatch | null): Promise<void> {
    if (held === null) return;
    await database.asSystem('return people of a job', (trx) =>
      leases.release(trx, held.claim, columnsOf(held.batch)),
    );
  }

  return {
    /** True if a process could help with a run: it has people left without a process. */
    async isFree(run: SharedRun): Promise<boolean> {
      return (
        (
          await database.asSystem('look for people of a job', (trx) =>
            leases.lockFree(trx, (rows) =>
              rows.where({ job: run.job, due_at: run.due_at }).whereRaw('cardinality(people) > 0').limit(1),
            ),
          )
        ).length > 0
      );
    },

    /**
     * The people of a run for one process.
     * @param hold keeps the run locked and fails if another process took it; null for a process that helps.
     * @param signal ends the work after the current person; `cut`, which is part of it, at once.
     */
    share(
      run: SharedRun,
      hold: ((trx: DbTransaction) => Promise<unknown>) | null,
      { signal, cut }: { signal: AbortSignal; cut: AbortSignal },
    ): SharedPeople & { readonly done: number } {
      let done = 0;

      /** @returns the batch, or null if another process took it. */
      async function workOn(
        { claim, batch }: ClaimedBatch,
        work: PeopleWork,
        most: number,
      ): Promise<ClaimedBatch | null> {
        let written = performance.now();
        const settled = async (people: number): Promise<void> => {
          done += people;
          // After a crash every person is recorded at once: the cause of the crash must not keep the others from being done.
          if (batch.crashes === 0 && performance.now() - written < WRITE_AFTER_MS) return;
          if (!(await leases.renew(claim, columnsOf(batch)))) throw new LeaseLost('the batch was taken over');
          written = performance.now();
        };
        try {
          await leases.withLease(claim, (held) =>
            workThrough(batch, work, {
              // After a crash, one person alone is the cause of the next.
              most: batch.crashes === 0 ? most : 1,
              signal: AbortSignal.any([signal, held]),
              cut,
              settled,
            }),
          );
          return { claim, batch };
        } catch (error) {
          if (!(error instanceof LeaseLost)) throw error;
          log.warn({ err: error, job: run.job }, 'people of a job went to another process');
          return null;
        }
      }

      return {
        isHelp: hold === null,
        get done() {
          return done;
        },
        async each(who, work, most) {
          if (hold !== null) await open(run, who, hold);
          // Batches in which all people wait: the others come first.
          const waiting = new Set<number>();
          for (let before: ClaimedBatch | null = null; ;) {
            if (signal.aborted) await giveBack(before);
            signal.throwIfAborted();
            const next: ClaimedBatch | null = await claimNext(run, before, waiting);
            before = next === null ? null : await workOn(next, work, most);
            if (before !== null && before.batch.people.length > 0) waiting.add(Number(before.claim.batch));
            if (next !== null) continue;
            if (waiting.size > 0) {
              waiting.clear();
              continue;
            }
            const rows = (await database.readAsSystem('read the results of the people of a job', (db) =>
              of(db, run).select('people', 'failed', 'counts', 'error').orderBy('batch'),
            )) as PeoplePart[];
            if (hold === null || rows.every(({ people }) => people.length === 0)) return sumOf(rows);
            // The remaining batches belong to other processes, or to a killed one.
            await sleep(LOOK_AGAIN_MS);
          }
        },
      };
    },
  };
}

/** Deletes the batches of a run that has ended. */
export async function dropBatches(trx: DbTransaction, job: string, dueAt: Date): Promise<void> {
  await trx('jobs.batches').where({ job, due_at: dueAt }).delete();
}

function sumOf(rows: readonly PeoplePart[]): Omit<PeoplePart, 'people'> {
  const counts: Record<string, number> = {};
  for (const row of rows) addCounts(counts, row.counts);
  const failed = rows.flatMap((row) => row.failed);
  return { counts, failed, error: rows.find(({ error }) => error !== null)?.error ?? null };
}

/**
 * State of a batch at its next claim. A new attempt of the run retries the people who failed. After the death of a process,
 * the first person may be the cause and comes after the others; after a second death, the first person is the cause and waits
 * for the next attempt.
 */
export function takeUp(row: Batch & { readonly lease_until: Date | null }, attempt: number): Batch {
  const isNewAttempt = row.attempt < attempt;
  const isAfterCrash = row.lease_until !== null;
  const batch: Batch = {
    people: isNewAttempt ? [...row.people, ...row.failed] : [...row.people],
    failed: isNewAttempt ? [] : [...row.failed],
    counts: { ...row.counts },
    error: isNewAttempt ? null : row.error,
    attempt: Math.max(row.attempt, attempt),
    crashes: row.crashes + (isAfterCrash ? 1 : 0),
  };
  const first = isAfterCrash ? batch.people.shift() : undefined;
  if (first === undefined) return batch;
  if (row.crashes === 0 || isNewAttempt) batch.people.push(first);
  else {
    batch.failed.push(first);
    batch.error ??= ENDED;
  }
  return batch;
}

const columnsOf = ({ people, failed, counts, error, attempt, crashes }: Batch) => ({
  people,
  failed,
  counts: JSON.stringify(counts),
  error,
  attempt,
  crashes,
});
