const stops = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` when the signal is aborted, at once where it is already. However many wait for one signal, it has one
 * listener: a refresh of prices waits for its signal in a dozen places at the same time, and Node takes eleven listeners for
 * a leak.
 * @returns takes it back, once what was to be stopped has ended by itself.
 */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    stop();
    return () => undefined;
  }
  const waiting = stops.get(signal) ?? listenTo(signal);
  // Its own function, so that whoever waits twice with the same one is called twice and taken back one by one.
  const own = () => stop();
  waiting.add(own);
  return () => {
    waiting.delete(own);
  };
}

/** The listener stays as long as its signal: adding and removing it for each who waits would cost more than it keeps. */
function listenTo(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  stops.set(signal, waiting);
  signal.addEventListener(
    'abort',
    () => {
      const all = [...waiting];
      waiting.clear();
      for (const stop of all)
        try {
          stop();
        } catch (error) {
          // The others are stopped all the same; the fault ends up where those of all events do.
          queueMicrotask(() => {
            throw error;
          });
        }
    },
    { once: true },
  );
  return waiting;
}
