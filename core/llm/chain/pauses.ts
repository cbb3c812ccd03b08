/** A provider that asks for longer is not taken at its word: there are others, and the caller waits. */
const LONGEST_RETRY_AFTER_MS = 60_000;
const LONGEST_MS = 30_000;

interface PauseOptions {
  /** The limit of the first pause; it doubles with each further one. */
  firstMs: number;
  retryAfterMs: number | null;
  /** 1 after the first failure. */
  failures: number;
  /** In [0, 1). */
  random: number;
}

/** The pause before the same provider is asked again, in milliseconds: what it asked for, or anything up to a growing limit. */
export function pauseMs({ firstMs, retryAfterMs, failures, random }: PauseOptions): number {
  if (retryAfterMs !== null && retryAfterMs < LONGEST_RETRY_AFTER_MS) return retryAfterMs;
  return Math.round(Math.min(firstMs * 2 ** Math.min(failures - 1, 30), LONGEST_MS) * random);
}
