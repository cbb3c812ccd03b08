import type { Timers } from '../../core/platform/index.ts';

/**
 * Time that leaps ahead whenever somebody waits: turns at outside systems, and pauses before a request is repeated, are
 * kept to the millisecond and take none.
 */
export function leapingTimers(): Timers {
  let leaptMs = 0;
  return {
    now: () => performance.now() + leaptMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      leaptMs += ms;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
}
