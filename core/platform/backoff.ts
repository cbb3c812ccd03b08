/** How pauses between attempts grow. */
export interface Backoff {
  /** The pause after the first failure, in milliseconds. It doubles with each further one. */
  firstMs: number;
  longestMs: number;
  /** The share of a pause that chance may take away, so that many do not come back together; a half unless told. */
  jitter?: number;
}

/** More doublings than any bound needs, and few enough for a number. */
const MOST_DOUBLINGS = 40;

/**
 * The pause after the n-th failure in a row, in whole milliseconds.
 * @param failures 1 after the first. @param random a number in [0, 1): the higher, the longer the pause.
 */
export function backoffMs(
  { firstMs, longestMs, jitter = 0.5 }: Backoff,
  failures: number,
  random: number,
): number {
  const doublings = Math.min(Math.max(failures - 1, 0), MOST_DOUBLINGS);
  const whole = Math.min(firstMs * 2 ** doublings, longestMs);
  return Math.round(whole * (1 - jitter * (1 - random)));
}
