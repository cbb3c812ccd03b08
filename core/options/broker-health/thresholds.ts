import type { Level } from './level.ts';

const MINUTE = 60_000;

/**
 * What the level of a broker is worked out from: its last 20 samples, none of them older than ten minutes. With fewer than
 * five there is no verdict. So a process should check a broker at least every two minutes.
 */
export const WINDOW = { samples: 20, ms: 10 * MINUTE, least: 5 } as const;

/** A level improves by one step after the verdicts were better for so long, without a pause of `PAUSE_MS`. */
export const HOLD_MS = 3 * MINUTE;
export const PAUSE_MS = 5 * MINUTE;

/** One failure among a few samples is bad luck: a share of failures counts from the second one on. */
export const LEAST_FAILURES = 2;

export type Figure = 'latency_p95_ms' | 'error_rate_pct' | 'quote_age_s';

interface Threshold {
  /** The level is at least this bad once the figure has reached the limit. */
  level: Exclude<Level, 'OK'>;
  at: number;
}

/** Limits of each figure, the worst first. They are our choice: no broker publishes such limits. */
export const THRESHOLDS: Readonly<Record<Figure, readonly Threshold[]>> = {
  latency_p95_ms: [
    { level: 'DOWN', at: 10_000 },
    { level: 'UNSTABLE', at: 3_000 },
    { level: 'DEGRADED', at: 1_000 },
  ],
  error_rate_pct: [
    { level: 'DOWN', at: 70 },
    { level: 'UNSTABLE', at: 30 },
    { level: 'DEGRADED', at: 10 },
  ],
  quote_age_s: [
    { level: 'DOWN', at: 300 },
    { level: 'UNSTABLE', at: 60 },
    { level: 'DEGRADED', at: 10 },
  ],
};
