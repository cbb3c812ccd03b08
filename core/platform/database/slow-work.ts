import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '../input/index.ts';
import { createCache } from '../cache/cache.ts';
import { kindOfSlowWork, withTimeOf } from '../time-limits.ts';
import { createPlaces } from './places.ts';
import { unavailability } from './unavailable.ts';

/** Four reports keep the thread of the process, the calculating thread and the database busy. The last place is of requests. */
const MOST = 5;
/** Proxies give up on an answer after a minute, and the work itself takes some seconds. */
const WAIT_MS = 30_000;

/** Runs slow work with the time of a report; callers with the same key share it. */
type SlowWork = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few reports of a process be made at a time; the others wait, jobs behind people. If all of them began at once, each
 * of their reads would wait for those of all others, and all would time out when most of their work is done. Work within
 * such work has its place already.
 * @returns a function that throws 503 OVERLOADED after `waitMs`, or before if recent work shows that the wait will be
 *   longer. Work that finds the database away ends the wait of the others with its 503 UNAVAILABLE: no one waits for it in turn.
 */
export function createSlowWork(waitMs = WAIT_MS): SlowWork {
  const places = createPlaces(MOST);
  const inside = new AsyncLocalStorage<true>();
  const underWay = createCache<unknown>({ most: 0 });

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await places.enter(kindOfSlowWork(), waitMs).catch((error: unknown) => {
      throw unavailability(error) ?? error;
    });
    try {
      return await inside.run(true, () => withTimeOf('report', work));
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAVAILABLE') places.refuseAll(error);
      throw error;
    } finally {
      leave();
    }
  }

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    // It shares nothing with work that waits for a place: that may wait for the end of this one.
    if (inside.getStore() === true) return await withTimeOf('report', work);
    return (await underWay.read(key, '', () => inTurn(work))) as T;
  };
}
