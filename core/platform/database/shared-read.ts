import { withWaitBudget } from '../time-limits.ts';

/** Values by their keys; a key that is not in the answer has none. */
type ReadMany<V> = (keys: string[]) => Promise<ReadonlyMap<string, V>>;

/**
 * Makes one query of all that is asked in one turn of the event loop: the busier the process, the more of its requests
 * share one. Nobody joins a query that is under way: it may have looked before a change that the later one who asks has
 * already been told of. So every answer is as new as that of a query of its own.
 * @param read gets every key once. What it throws is told to all who asked in that turn, and to nobody else.
 * @param most keys of one query; more make another one, so that no answer holds the event loop up for long.
 */
export function createSharedRead<V>(
  read: ReadMany<V>,
  most = Number.POSITIVE_INFINITY,
): (key: string) => Promise<V | undefined> {
  /** Not sent yet. */
  let next: { keys: Set<string>; found: Promise<ReadonlyMap<string, V>> } | null = null;

  return async (key) => {
    if (next === null || (next.keys.size >= most && !next.keys.has(key))) {
      const keys = new Set<string>();
      const found = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
        if (next?.keys === keys) next = null;
        // Not as long as the work of whoever asked first may wait: that may be a job.
        return await withWaitBudget(() => read([...keys]));
      });
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}
