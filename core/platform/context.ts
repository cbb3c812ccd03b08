import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, Listener } from './database/index.ts';
import type { SharedLimits } from './http/index.ts';
import type { Log } from './log.ts';
import type { Receipts } from './mutation/index.ts';

/** What every service is built from. Services keep no state of their own beyond caches. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly listener: Listener;
  readonly clock: Clock;
  readonly log: Log;
  /** Limits of outside systems, kept by all processes together. One name is one system. */
  readonly limits: SharedLimits;
  /** What requests that may come twice came to. */
  readonly receipts: Receipts;
}
