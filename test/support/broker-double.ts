import type { Fault } from './loopback.ts';

/** What an account holds. Trades are spread over the days and pages of the broker's own format. */
export interface World {
  holdings: number;
  /** Trades that a sync takes over. */
  trades: number;
  /** Rows beside them that a sync leaves out: derivatives, unfinished orders and the like. */
  leftOut: number;
}

/**
 * How the broker's answers may differ from the usual while being right, as they were seen. What is read must be the same
 * but for `empty history` (nothing) and `unknown words` (every row is still accounted for).
 */
export const VARIATIONS = [
  /** Every page, or every row where there are no pages, comes twice. */
  'repeated pages',
  /** Pages, or rows where there are no pages, come in another order. */
  'reordered pages',
  /** An empty page stands between others, where that is not how the broker ends a list. */
  'an empty page between',
  /** The broker has no trade to tell. */
  'empty history',
  /** Pages of seven rows, then of three. */
  'another page size',
  /** One row carries a kind, side or status that nobody has heard of. */
  'unknown words',
  /** Whatever may be absent is. */
  'missing optional fields',
  /** 2.0E-4 for 0.0002, 1.2E+1 for 12. */
  'exponent numbers',
  /** "108.1" for 108.1. */
  'numbers as text',
  /** The same pages again and again, without an end. */
  'endless pages',
] as const;
export type Variation = (typeof VARIATIONS)[number];

export interface LoggedRequest {
  path: string;
  /** `performance.now()` at its arrival. */
  at: number;
  /** The session or token it was made with; null where there was none. */
  token: string | null;
}

/** A broker on a loopback port, as the contract plays it. */
export interface BrokerDouble {
  readonly url: string;
  start(): Promise<unknown>;
  close(): Promise<void>;
  /** As new, with this world: no faults, no variation, no rate, nothing logged, no session ended. */
  reset(world: World): void;
  /** Requests meet this fault: `after` so many that do not, `times` of them (all, where nothing is said). */
  fail(fault: Fault, options?: { after?: number; times?: number }): void;
  /** Answers differ from the usual. */
  vary(variation: Variation): void;
  /** Every session and token given out so far is at its end, `after` so many more requests; said in the broker's words. */
  endSessions(options?: { after?: number }): void;
  /** From now on refuses, with a 429, what goes over the broker's rate, by that time in milliseconds. */
  keepRates(now?: () => number): void;
  /** How many requests were refused for being too many. */
  readonly refused: number;
  readonly log: readonly LoggedRequest[];
}
