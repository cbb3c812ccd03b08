import { systemTimers, type Timers } from '../clock.ts';
import { onAbort } from '../on-abort.ts';

export interface LimiterOptions {
  /** How many pieces of work may be under way at once. */
  concurrent: number;
  /** How many may begin within any one second. */
  perSecond: number;
  /** How many may begin within any one minute; no limit where nothing is said. */
  perMinute?: number;
}

/** So many beginnings within so many milliseconds. */
export interface Rate {
  count: number;
  withinMs: number;
}

export function ratesOf({ perSecond, perMinute }: LimiterOptions): Rate[] {
  const rates = [{ count: perSecond, withinMs: 1000 }];
  if (perMinute !== undefined) rates.push({ count: perMinute, withinMs: 60_000 });
  return rates;
}

/** Keeps requests to one outside system within its limits, first come first served. One per system and process. */
export interface Limiter {
  /** Waits for its turn, then works. @throws the signal's reason when it is aborted while waiting. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Nothing begins for that long: the system asked for quiet. What is under way goes on. */
  pause(ms: number): void;
}

export function createLimiter(options: LimiterOptions, timers: Timers = systemTimers): Limiter {
  const rates = ratesOf(options);
  const longest = Math.max(...rates.map(({ count }) => count));
  const waiting: (() => void)[] = [];
  /** When the last pieces began, oldest first, as many as the largest count. */
  const begun: number[] = [];
  let free = options.concurrent;
  let quietUntil = Number.NEGATIVE_INFINITY;

  async function takeSlot(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const take = () => {
        forget();
        resolve();
      };
      const forget = onAbort(signal, () => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(signal?.reason as Error);
      });
      waiting.push(take);
    });
  }

  function giveSlot(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(work, signal) {
      await takeSlot(signal);
      try {
        for (;;) {
          const wait = waitFor(begun, rates, quietUntil, timers.now());
          if (wait <= 0) break;
          await timers.sleep(wait, signal);
        }
        begun.push(timers.now());
        if (begun.length > longest) begun.shift();
        return await work();
      } finally {
        giveSlot();
      }
    },
    pause(ms) {
      quietUntil = Math.max(quietUntil, timers.now() + ms);
    },
  };
}

/** Milliseconds until one more may begin; 0 or less is now. */
function waitFor(begun: readonly number[], rates: readonly Rate[], quietUntil: number, now: number): number {
  const free = rates.map(({ count, withinMs }) => {
    const oldest = begun.length < count ? undefined : begun[begun.length - count];
    return oldest === undefined ? now : oldest + withinMs;
  });
  return Math.max(quietUntil, ...free) - now;
}
