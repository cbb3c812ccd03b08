/** An answer that takes longer holds up those that wait for the next one no longer than this. */
const PATIENCE_MS = 1000;

interface Lane<V> {
  running: Promise<V>;
  /** Not begun yet: whoever asks now is in time for it. */
  next: Promise<V> | null;
}

/**
 * Works an answer out once for all who ask for the same at once. Who comes while it is being worked out waits for the next
 * time, which all who wait share: an answer under way may have read before a change that the later one has already been
 * told of. So however many ask, one is at work and one waits, and every answer is as new as one of its own.
 * @param patienceMs for tests.
 */
export function createSharedWork<V>(patienceMs = PATIENCE_MS) {
  const lanes = new Map<string, Lane<V>>();

  function begin(key: string, work: () => Promise<V>): Promise<V> {
    const lane: Lane<V> = { running: work(), next: null };
    lanes.set(key, lane);
    const end = () => {
      if (lanes.get(key) === lane && lane.next === null) lanes.delete(key);
    };
    lane.running.then(end, end);
    return lane.running;
  }

  /** @param key the same for requests to which the same answer is due. */
  return (key: string, work: () => Promise<V>): Promise<V> => {
    const lane = lanes.get(key);
    if (lane === undefined) return begin(key, work);
    lane.next ??= settled(lane.running, patienceMs).then(() => begin(key, work));
    return lane.next;
  };
}

/** Resolves when the promise has come to an end of any kind, or the time is over. */
function settled(promise: Promise<unknown>, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
