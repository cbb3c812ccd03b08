import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { withWaitBudget } from '../time-limits.ts';

/** Values by their keys; a key that is not in the answer has none. */
type ReadMany<V> = (keys: string[]) => Promise<ReadonlyMap<string, V>>;

/** A slow query holds those who ask after it up for no longer than this. */
const GATHER_MS = 10;

/**
 * Makes one query of all that is asked in one turn of the event loop, or while a query is under way: the busier the process or
 * the database, the more requests share one. Nobody joins a query that is under way: it may have looked before a change that
 * the later one who asks already knows of. So every answer is as new as that of a query of its own.
 * @param read gets every key once. What it throws is an error of all who share that query, and of no others.
 * @param most keys of one query; more make another one, so that no answer holds the event loop up for long.
 */
export function createSharedRead<V>(
  read: ReadMany<V>,
  most = Number.POSITIVE_INFINITY,
): (key: string) => Promise<V | undefined> {
  /** Not sent yet. */
  let next: { keys: Set<string>; found: Promise<ReadonlyMap<string, V>> } | null = null;
  /** Resolves when the query that was sent last has ended. */
  let sent: Promise<void> | undefined;

  async function send(keys: Set<string>): Promise<ReadonlyMap<string, V>> {
    if (sent !== undefined) await Promise.race([sent, delay(GATHER_MS)]);
    await nextTurn();
    if (next?.keys === keys) next = null;
    // Not as long as the work of the first one who asks may wait: that may be a job.
    const found = withWaitBudget(() => read([...keys]));
    const ended = found.then(
      () => {},
      () => {},
    );
    sent = ended;
    void ended.then(() => {
      if (sent === ended) sent = undefined;
    });
    return await found;
  }

  return async (key) => {
    if (next === null || (next.keys.size >= most && !next.keys.has(key))) {
      const keys = new Set<string>();
      next = { keys, found: send(keys) };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}
