import { PAUSED_PEOPLE } from '../../identity/index.ts';
import type { DbTransaction, Leased, Leases } from '../../platform/index.ts';
import { fencedOff } from '../../platform/index.ts';
import { GIVEN_UP } from './failure-words.ts';
import { RunModel } from './models.ts';
import { announceProgress, UNFINISHED } from './run-store.ts';
import type { RunStatus } from './view.ts';

export const RUN_TABLE = { table: 'strategy.research_runs', key: ['id'] } as const;
type RunClaim = Leased<'id'>;

/** Whoever claims a run that often without an end gives it up. */
const MOST_ATTEMPTS = 3;

/** A run that this process works on. */
export interface ClaimedRun {
  claim: RunClaim;
  run: RunModel;
  /** Percentage points. */
  progress: number;
}

/** What a run ends with. */
export type RunEnd =
  | { status: 'COMPLETED'; columns: Record<string, unknown> }
  | { status: 'FAILED'; failure: string }
  | { status: 'CANCELLED' };

/** Claims of runs, and how they end. */
export function createRunClaims(leases: Leases<'id'>) {
  const columnsOf = (end: RunEnd, now: Date): Record<string, unknown> => ({
    status: end.status,
    finished_at: now,
    ...(end.status === 'FAILED' ? { failure: end.failure } : {}),
    ...(end.status === 'COMPLETED' ? { progress: 100, ...end.columns } : {}),
  });

  return {
    /**
     * Claims the oldest run that waits, or whose process is gone. What was cancelled meanwhile ends here, and so does what
     * nobody has brought to an end in three attempts.
     * @returns null where there is none; ENDED where one was brought to an end without work.
     */
    async next(trx: DbTransaction, now: Date): Promise<ClaimedRun | 'ENDED' | null> {
      const [row] = await leases.lockFree<RunModel>(trx, (rows) =>
        rows
          .whereIn('leased.status', [...UNFINISHED])
          .whereRaw(`leased.owner_user_id not in (${PAUSED_PEOPLE})`)
          .orderBy('leased.id')
          .limit(1)
          .select('leased.*'),
      );
      if (row === undefined) return null;
      const end: RunEnd | null = row.cancel_requested
        ? { status: 'CANCELLED' }
        : row.attempts >= MOST_ATTEMPTS
          ? { status: 'FAILED', failure: GIVEN_UP }
          : null;
      const run = RunModel.fromDatabaseJson(row);
      if (end !== null) {
        await RunModel.query(trx)
          .findById(run.id)
          .patch({ ...fencedOff(row), ...columnsOf(end, now) });
        await announceProgress(trx, run.owner_user_id, {
          run_id: run.id,
          status: end.status,
          progress: run.progress,
        });
        return 'ENDED';
      }
      const claim = await leases.claim(trx, row, {
        status: 'RUNNING',
        attempts: row.attempts + 1,
        progress: 0,
        started_at: row.started_at ?? now,
      });
      await announceProgress(trx, run.owner_user_id, { run_id: run.id, status: 'RUNNING', progress: 0 });
      return { claim, run, progress: 0 };
    },

    /** Writes how far it is. @returns whether it is to be cancelled; null where the claim is lost. */
    async progress(trx: DbTransaction, { claim, run, progress }: ClaimedRun): Promise<boolean | null> {
      const [row] = (await trx(RUN_TABLE.table)
        .where({ id: claim.id, epoch: claim.epoch })
        .whereNotNull('lease_until')
        .update({ progress })
        .returning('cancel_requested')) as { cancel_requested: boolean }[];
      if (row === undefined) return null;
      await announceProgress(trx, run.owner_user_id, { run_id: run.id, status: 'RUNNING', progress });
      return row.cancel_requested;
    },

    /** Ends it. @returns false, and nothing is written, where the claim is lost. */
    async end(trx: DbTransaction, claimed: ClaimedRun, end: RunEnd, now: Date): Promise<boolean> {
      const { claim, run } = claimed;
      const columns = columnsOf(end, now);
      const isDone = await leases.release(trx, claim, columns);
      const progress = end.status === 'COMPLETED' ? 100 : claimed.progress;
      if (isDone)
        await announceProgress(trx, run.owner_user_id, { run_id: run.id, status: end.status, progress });
      return isDone;
    },

    /** Puts it back for another process, as if it had not been begun. */
    async giveBack(trx: DbTransaction, { claim, run }: ClaimedRun): Promise<void> {
      const status: RunStatus = 'QUEUED';
      const attempts = run.attempts;
      if (await leases.release(trx, claim, { status, attempts, progress: 0 }))
        await announceProgress(trx, run.owner_user_id, { run_id: run.id, status, progress: 0 });
    },
  };
}
