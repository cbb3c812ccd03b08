import type pg from 'pg';
import { systemTimers, type Timers } from '../clock.ts';
import { createLimiter, type Limiter, type LimiterOptions, type Rate, ratesOf } from './limiter.ts';
import type { Log } from '../log.ts';

/** Limiters by name, each shared by all processes on one database. The names hold no secret. */
export interface SharedLimits {
  of(key: string, options: LimiterOptions): Limiter;
}

/** The share of a rate that may begin at once; the rest is spread evenly (a generic cell rate algorithm). */
const AT_ONCE = 0.3;

/** A rate as an even pace: within any `withinMs` no more than `count` begin, in whatever pattern they come. */
export function paceOf({ count, withinMs }: Rate): { stepMs: number; toleranceMs: number } {
  const atOnce = Math.max(1, Math.floor(count * AT_ONCE));
  const stepMs = withinMs / (count - atOnce + 1);
  return { stepMs, toleranceMs: (atOnce - 1) * stepMs };
}

/**
 * Limits that hold across processes: each request takes the next free slot of its key in Postgres, by Postgres' clock,
 * and waits for it. How many are under way at once is counted per process.
 */
export function createSharedLimits(pool: pg.Pool, log: Log, timers: Timers = systemTimers): SharedLimits {
  const made = new Map<string, Limiter>();

  /** Takes a slot and answers the milliseconds until it begins. */
  async function takeSlot(key: string, rate: Rate): Promise<number> {
    const { stepMs, toleranceMs } = paceOf(rate);
    const { rows } = await pool.query<{ wait: number }>(
      `insert into platform.rate_slots as slot (key, next_at)
       values ($1, clock_timestamp() + $2 * interval '1 ms')
       on conflict (key) do update
         set next_at = greatest(slot.next_at, clock_timestamp()) + $2 * interval '1 ms'
       returning (extract(epoch from slot.next_at - clock_timestamp()) * 1000)::float8 as wait`,
      [`${key}/${rate.withinMs}`, stepMs],
    );
    return (rows[0]?.wait ?? 0) - stepMs - toleranceMs;
  }

  /** Nobody of any process begins for that long. */
  async function keepQuiet(key: string, rate: Rate, ms: number): Promise<void> {
    await pool.query(
      `insert into platform.rate_slots as slot (key, next_at)
       values ($1, clock_timestamp() + $2 * interval '1 ms')
       on conflict (key) do update
         set next_at = greatest(slot.next_at, clock_timestamp() + $2 * interval '1 ms')`,
      [`${key}/${rate.withinMs}`, ms + paceOf(rate).toleranceMs],
    );
  }

  function make(key: string, options: LimiterOptions): Limiter {
    const rates = ratesOf(options);
    const local = createLimiter(options, timers);
    return {
      run: async (work, signal) =>
        await local.run(async () => {
          let wait = 0;
          for (const rate of rates) wait = Math.max(wait, await takeSlot(key, rate));
          if (wait > 0) await timers.sleep(wait, signal);
          return await work();
        }, signal),
      pause(ms) {
        local.pause(ms);
        for (const rate of rates)
          keepQuiet(key, rate, ms).catch((error: unknown) =>
            log.warn({ err: error, key }, 'other processes could not be notified to pause requests'),
          );
      },
    };
  }

  return {
    of(key, options) {
      const limiter = made.get(key) ?? make(key, options);
      made.set(key, limiter);
      return limiter;
    },
  };
}
