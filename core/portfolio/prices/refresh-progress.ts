/** How far a refresh is: of `total` holdings that are asked about, `done` are settled, with a price or in vain. */
export interface RefreshProgress {
  done: number;
  total: number;
  /** Prices that came in. */
  updated: number;
  failed: number;
  finished: boolean;
}

/** Frames are told no more often than this. */
const EVERY_MS = 250;

/**
 * Tells the progress of one refresh: its beginning, then at most four times a second, and its end. What cannot be told is
 * let go; the figures come again with the next one.
 */
export function createProgress(total: number, tell: (progress: RefreshProgress) => Promise<void>) {
  const now: RefreshProgress = { done: 0, total, updated: 0, failed: 0, finished: false };
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const told = { ...now };
    // One after the other: connections of a pool overtake each other.
    turn = turn.then(() => tell(told)).catch(() => undefined);
  };
  if (total > 0) send();
  return {
    /** So many holdings more are settled. */
    settled(holdings: number, isPriced: boolean): void {
      now.done += holdings;
      if (isPriced) now.updated += holdings;
      else now.failed += holdings;
      timer ??= setTimeout(send, EVERY_MS);
    },
    /** Tells the end, whatever was still open, and waits until it is told. */
    async finish(outcome: Partial<Pick<RefreshProgress, 'updated' | 'failed'>> = {}): Promise<void> {
      if (total === 0 || now.finished) return;
      Object.assign(now, outcome, { done: total, finished: true });
      send();
      await turn;
    },
  };
}
