import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../input/index.ts';

/** A budget of attempts per key and time window. */
export interface RateLimit {
  /** Takes one attempt. @throws Problem 429 RATE_LIMITED with the seconds to wait once the budget is used up. */
  spend(key: string): Promise<void>;
  /** Gives the whole budget back, in every process. */
  forget(key: string): Promise<void>;
}

interface RateLimitOptions {
  /** Stands in front of the keys, so that two limits never share one. */
  name: string;
  points: number;
  seconds: number;
}

/**
 * A limit shared by all processes on one database. While the database is away each process counts for itself, so that
 * an outage opens no door.
 */
export function createRateLimit(pool: pg.Pool, { name, points, seconds }: RateLimitOptions): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'platform',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
  });
  return wrap(limiter);
}

/** A limit of this process alone: no query, a few microseconds. For budgets that only keep one client from hogging a process. */
export function createLocalRateLimit({ name, points, seconds }: RateLimitOptions): RateLimit {
  return wrap(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));
}

function wrap(limiter: RateLimiterMemory | RateLimiterPostgres): RateLimit {
  return {
    async spend(key) {
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new Problem(429, 'RATE_LIMITED', `Too many attempts. Try again in ${inWords(seconds)}.`, {
          retryAfter: seconds,
        });
      }
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
