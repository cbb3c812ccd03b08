import { systemTimers, type Timers } from '../core/platform/index.ts';

/** Requests wait no longer than this for others to be let in. */
const MOST_MS = 500;
/** After that they do not wait again for so long: whoever opens connections without end must not hold up the rest. */
const PAUSE_MS = 2000;

/**
 * Lets new connections in before the requests of those that are in already. Node takes one connection in each turn of its
 * event loop, so where hundreds come at once and each turn is full of requests, the last ones would wait for seconds until
 * they are heard at all. While every turn brings another connection, requests wait together for a turn that brings none.
 */
export function createArrivalTracker(timers: Pick<Timers, 'now'> = systemTimers) {
  const now = () => timers.now();
  let arrived = 0;
  let seen = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  let waiting: Promise<void> | null = null;

  async function untilNoneCame(began: number): Promise<void> {
    // What is left of this turn may bring nobody because it has brought somebody already.
    await endOfTurn();
    do {
      seen = arrived;
      await endOfTurn();
      if (now() - began >= MOST_MS) notBefore = now() + PAUSE_MS;
    } while (arrived !== seen && now() >= notBefore);
    seen = arrived;
    waiting = null;
  }

  return {
    /** A connection was let in. */
    note(): void {
      arrived += 1;
    },
    /** Null where nobody has come since the last look; else resolves once a turn of the loop brings nobody, or time is up. */
    settled(): Promise<void> | null {
      if (waiting === null && arrived !== seen && now() >= notBefore) waiting = untilNoneCame(now());
      return waiting;
    },
  };
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
