import { type Context, createTurns, systemTimers, type Timers } from '../../platform/index.ts';
import type { Trader } from './trader.ts';

/** While another turn has an account, a person's turn asks for it again this often; other work does so for a while. */
const TRY_AGAIN_MS = 1_000;
const MOST_TRIES = 30;
/** Longer than a hanging turn: after that the job of the next minute has it. */
const MOST_WAKE_TRIES = 60;
/** Accounts that a round works at the same time. */
const AT_ONCE = 50;
/** A round waits this long for slow brokers. Their turns go on, and the next round is not late for the other accounts. */
const LONGEST_ROUND_MS = 30_000;

interface AccountTurnsParts {
  trader: Pick<Trader, 'work' | 'busyAccounts'>;
  timers?: Timers | undefined;
  longestRoundMs?: number | undefined;
}

/** The turns at accounts that this process takes: at once after an answer of a person, and every minute for all of them. */
export function createAccountTurns(
  { log }: Pick<Context, 'log'>,
  { trader, timers = systemTimers, longestRoundMs = LONGEST_ROUND_MS }: AccountTurnsParts,
) {
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const turns = createTurns();
  const waiting = new Set<string>();

  /** A turn after the one under way, here or in another process: that one may have started before there was work. */
  async function untilFree<T>(work: () => Promise<T | null>, most: number): Promise<T | null> {
    for (let tries = 0; tries < most; tries += 1) {
      const done = await work();
      if (done !== null) return done;
      await timers.sleep(TRY_AGAIN_MS, closing.signal);
    }
    return null;
  }

  /** Runs a turn. Its failure is logged: the next turn goes on with the account. @returns null for a failed turn. */
  async function watched<T>(connectionId: string, turn: Promise<T>): Promise<T | null> {
    const ended = turn.catch((error: unknown) => {
      if (!closing.signal.aborted)
        log.warn({ err: error, connection_id: connectionId }, 'the next turn takes up the account again');
      return null;
    });
    underWay.add(ended);
    const result = await ended;
    underWay.delete(ended);
    return result;
  }

  /** Works at accounts, many at the same time, until all are done or the round is over. What still runs then goes on. */
  async function each<T>(
    accounts: Iterable<string>,
    work: (id: string) => Promise<T | null>,
    signal: AbortSignal,
  ): Promise<{ done: T[]; failed: number }> {
    const results = { done: [] as T[], failed: 0 };
    const ids = accounts[Symbol.iterator]();
    const worker = async () => {
      for (let next = ids.next(); next.done !== true; next = ids.next()) {
        if (signal.aborted || closing.signal.aborted) return;
        let hasFailed = true;
        const turn = work(next.value).then((result) => {
          hasFailed = false;
          return result;
        });
        const result = await watched(next.value, turn);
        if (hasFailed) results.failed += 1;
        else if (result !== null) results.done.push(result);
      }
    };
    const late = new AbortController();
    const workers = Array.from({ length: AT_ONCE }, worker);
    const limit = systemTimers.sleep(longestRoundMs, AbortSignal.any([late.signal, signal]));
    await Promise.race([Promise.all(workers), limit.catch(() => undefined)]);
    late.abort();
    signal.throwIfAborted();
    return { done: [...results.done], failed: results.failed };
  }

  return {
    /** Starts a turn at an account and does not wait for it. */
    wake(this: void, connectionId: string): void {
      // A turn that waits to start will see the new work too.
      if (waiting.has(connectionId)) return;
      waiting.add(connectionId);
      const turn = turns.run(connectionId, async () => {
        waiting.delete(connectionId);
        // What a person approved goes out as soon as the account is free.
        await untilFree(async () => await trader.work(connectionId, closing.signal), MOST_WAKE_TRIES);
      });
      void watched(connectionId, turn);
    },

    /**
     * A turn at every account with work, many at the same time, so a slow broker delays only its own account.
     * @returns accounts that were worked and turns that failed, without those that were still running at the end of the round.
     */
    async round(this: void, signal: AbortSignal): Promise<{ accounts: number; failed: number }> {
      const work = async (id: string) => await trader.work(id, closing.signal);
      const { done, failed } = await each(await trader.busyAccounts(), work, signal);
      return { accounts: done.length, failed };
    },

    /** The same with other work at accounts. One that another turn has is asked for again for a while. */
    async each<T>(
      this: void,
      ids: Iterable<string>,
      work: (id: string, stopping: AbortSignal) => Promise<T | null>,
      signal: AbortSignal,
    ): Promise<{ done: T[]; failed: number }> {
      return await each(
        ids,
        async (id) => await untilFree(async () => await work(id, closing.signal), MOST_TRIES),
        signal,
      );
    },

    /** Aborted by `close`. */
    stopping: closing.signal,

    /** Waits until the turns of this process have ended. */
    async settled(this: void): Promise<void> {
      await Promise.allSettled(underWay);
    },

    /** Stops the running turns; the next turn takes over their claims. */
    async close(this: void): Promise<void> {
      closing.abort(new Error('Munim is stopping'));
      await Promise.allSettled(underWay);
    },
  };
}
