import type { WantedSecurity } from '../../market/index.ts';
import { backoffMs, type Context, takeTopics, tellChange } from '../../platform/index.ts';
import {
  type CatchUpRow,
  readCatchUp,
  readCatchUps,
  readEverHeld,
  readRealPeople,
  startCatchUp,
  writeCatchUp,
} from './catch-up-store.ts';
import { createStepProgress, type StepProgressKeeper } from './progress.ts';
import { type CatchUpStepView, type CatchUpView, NO_CATCH_UP, waitingSteps } from './view.ts';

/** A catch-up that this process does. */
export interface CatchUp {
  /** What is held or ever was, of the classes whose closes are kept. */
  securities: WantedSecurity[];
  progress: StepProgressKeeper;
  /**
   * Ends it: everybody who looks is told, and what failed is tried again after a while. Must be called, whatever happened.
   * @param failure whether the steps that failed may do better later; 'stopped' leaves all to the next process.
   */
  end(failure: 'none' | 'transient' | 'stopped'): Promise<void>;
}

/** A catch-up that failed is tried again after 10 minutes, then after ever longer pauses; the daily jobs do the rest. */
const RETRIES = { firstMs: 10 * 60_000, longestMs: 12 * 3_600_000, jitter: 0 };
const MOST_TRIES = 6;

export type CatchUpService = ReturnType<typeof createCatchUpService>;

/**
 * Which persons hold something for which prices, history and announcements were never fetched, and how far fetching them is.
 * The work itself is a job's; here is what it must not do twice, and what others see of it.
 */
export function createCatchUpService({ database, clock, log, listener }: Context) {
  const revisionOf = (userId: string) => database.revision(userId, ['ledger']);

  async function announce(userId: string, view: CatchUpView): Promise<void> {
    await database.systemPool
      .query("select pg_notify('market_catch_up', $1)", [JSON.stringify({ user_id: userId, ...view })])
      .catch((error: unknown) => log.debug({ err: error }, 'the progress of a catch-up could not be sent'));
  }

  const isRetryDue = (row: Pick<CatchUpRow, 'next_try_at'>): boolean =>
    row.next_try_at !== null && row.next_try_at <= clock.now();

  async function start(userId: string, release: () => Promise<void>): Promise<CatchUp | null> {
    const at = clock.now();
    const revision = await revisionOf(userId);
    const begun = await database.asSystem(
      { why: 'begin to catch up with the market', owner: userId },
      async (trx) => {
        const row = await readCatchUp(trx, userId);
        const { securities, digest } = await readEverHeld(trx, userId);
        const isNews = digest !== null && digest !== row?.digest;
        // With this lock held no other process is at work: a row in RUNNING was left by a process that ended.
        if (!isNews && row?.state !== 'RUNNING' && (row === null || !isRetryDue(row))) {
          if (row !== null) await writeCatchUp(trx, userId, { ledger_revision: revision });
          return null;
        }
        const steps = waitingSteps();
        await startCatchUp(trx, userId, { at, revision, steps });
        return { securities, digest, steps, tries: isNews ? 0 : (row?.tries ?? 0) };
      },
    );
    if (begun === null) return null;
    const { securities, digest, steps, tries } = begun;
    const viewOf = (told: readonly CatchUpStepView[]): CatchUpView => ({
      state: 'RUNNING',
      started_at: at.toISOString(),
      finished_at: null,
      next_try_at: null,
      steps: [...told],
    });
    const progress = createStepProgress(steps, async (told, isMilestone) => {
      if (isMilestone)
        await database.asSystem({ why: 'note how far a catch-up is', owner: userId }, (trx) =>
          writeCatchUp(trx, userId, { steps: [...told] }),
        );
      await announce(userId, viewOf(told));
    });

    return {
      securities,
      progress,
      async end(failure) {
        try {
          await progress.told();
          if (failure === 'stopped') return;
          const now = clock.now();
          const isTransient = failure === 'transient';
          const next =
            isTransient && tries < MOST_TRIES
              ? new Date(now.getTime() + backoffMs(RETRIES, tries + 1, 1))
              : null;
          const row: Partial<CatchUpRow> = {
            digest,
            state: isTransient ? 'FAILED' : 'DONE',
            steps: [...progress.steps],
            finished_at: now,
            next_try_at: next,
            tries: isTransient ? tries + 1 : 0,
          };
          await database.asSystem({ why: 'end a catch-up with the market', owner: userId }, async (trx) => {
            // Closes change no revision of a person: this change makes their figures new.
            await takeTopics(trx, [userId], ['prices']);
            await writeCatchUp(trx, userId, row);
            await tellChange(trx, [userId], ['prices']);
          });
          await announce(userId, toView({ ...row, started_at: at } as CatchUpRow));
        } finally {
          await release();
        }
      },
    };
  }

  async function read(userId: string): Promise<CatchUpView> {
    const row = await database.readAsUser(userId, (trx) => readCatchUp(trx, userId));
    return row === null ? NO_CATCH_UP : toView(row);
  }

  return {
    /**
     * Of these people, the real ones whose ledger changed since their last catch-up, or with a failure to retry. Three queries
     * for any number of people.
     */
    async due(userIds: readonly string[]): Promise<string[]> {
      const { real, rows } = await database.readAsSystem('find people whose catch-up is due', async (db) => ({
        real: await readRealPeople(db, userIds),
        rows: await readCatchUps(db, userIds),
      }));
      const isDue = async (userId: string): Promise<boolean> => {
        const row = rows.get(userId);
        if (row === undefined || row.state === 'RUNNING' || isRetryDue(row)) return true;
        return row.ledger_revision !== (await revisionOf(userId));
      };
      const found = await Promise.all(real.map(isDue));
      return real.filter((_, at) => found[at]);
    },

    /**
     * Begins to catch up, unless there is nothing new or somebody is at it. Two processes never do it at once for one
     * person; what a process left that was killed is begun anew.
     */
    async begin(userId: string): Promise<CatchUp | null> {
      const lock = await database.held.tryTake({ kind: 'named', name: `market catch-up of ${userId}` });
      if (lock === null) return null;
      const release = async () => await lock.release();
      try {
        const begun = await start(userId, release);
        if (begun === null) await release();
        return begun;
      } catch (error) {
        await release();
        throw error;
      }
    },

    /** How far it is, or what the last one came to. */
    read,

    /**
     * Follows a catch-up to its end, in whatever process it is done.
     * @param tell hears of every step. @param patienceMs how long it may take to begin, or to say anything.
     * @returns what it came to; null where none began, or nothing was heard of it any more.
     */
    async follow(
      userId: string,
      tell: (view: CatchUpView) => void,
      { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
    ): Promise<CatchUpView | null> {
      return await new Promise((resolve) => {
        let timer: NodeJS.Timeout;
        let off: () => void = () => undefined;
        const end = (view: CatchUpView | null): void => {
          clearTimeout(timer);
          off();
          signal.removeEventListener('abort', stop);
          resolve(view);
        };
        const stop = (): void => end(null);
        const wait = (): void => {
          clearTimeout(timer);
          timer = setTimeout(stop, patienceMs);
        };
        timer = setTimeout(stop, patienceMs);
        off = listener.on('market_catch_up', ({ user_id, ...view }) => {
          if (user_id !== userId) return;
          const state = view as unknown as CatchUpView;
          if (state.state !== 'RUNNING') return end(state);
          wait();
          tell(state);
          return undefined;
        });
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop);
      });
    },
  };
}

function toView({ state, started_at, finished_at, next_try_at, steps }: CatchUpRow): CatchUpView {
  return {
    state,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    next_try_at: next_try_at?.toISOString() ?? null,
    steps,
  };
}
