import { type Context, createTurns, systemTimers, type Timers } from '../../platform/index.ts';
import type { Trader } from './trader.ts';

/** While another turn has an account, a person's turn asks for it again this often, until the job takes it. */
const TRY_AGAIN_MS = 1_000;
const MOST_TRIES = 30;
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
  async function nextTurn(connectionId: string): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if ((await trader.work(connectionId, closing.signal)) !== null) return;
      await timers.sleep(TRY_AGAIN_MS, closing.signal);
    }
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

  return {
    /** Starts a turn at an account and does not wait for it. */
    wake(this: void, connectionId: string): void {
      // A turn that waits to start will see the new work too.
      if (waiting.has(connectionId)) return;
      waiting.add(connectionId);
      const turn = turns.run(connectionId, async () => {
        waiting.delete(connectionId);
        await nextTurn(connectionId);
      });
      void watched(connectionId, turn);
    },

    /**
     * A turn at every account with work, many at the same time, so a slow broker delays only its own account.
     * @returns accounts that were worked and turns that failed, without those that were still running at the end of the round.
     */
    async round(this: void, signal: AbortSignal): Promise<{ accounts: number; failed: number }> {
      const done = { accounts: 0, failed: 0 };
      const ids = (await trader.busyAccounts()).values();
      const worker = async () => {
        for (const id of ids) {
          if (signal.aborted || closing.signal.aborted) return;
          const turn = trader.work(id, closing.signal).then((result) => (result === null ? 0 : 1));
          const worked = await watched(id, turn);
          if (worked === null) done.failed += 1;
          else done.accounts += worked;
        }
      };
      const late = new AbortController();
      const workers = Array.from({ length: AT_ONCE }, worker);
      const limit = systemTimers.sleep(longestRoundMs, AbortSignal.any([late.signal, signal]));
      await Promise.race([Promise.all(workers), limit.catch(() => undefined)]);
      late.abort();
      signal.throwIfAborted();
      return { ...done };
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
