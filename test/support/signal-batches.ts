/** How many signals a batch has. */
export const BATCH = 25;

const OUTCOMES = ['SEEN', 'FILTERED', 'EXECUTED'] as const;
/** The last minute of a day in India and the first of the next: every batch lies over midnight. */
const BEFORE_MIDNIGHT = Date.UTC(2026, 5, 10, 18, 29, 50);

/** The signals of a batch by its number: several reports of one tag among them, in two modes. */
export function signalsOf(batch: number): { id: string }[] {
  return Array.from({ length: BATCH }, (_, nr) => {
    const outcome = OUTCOMES[(batch + nr) % 3] ?? 'SEEN';
    return {
      id: `signal-${batch}-${nr}`,
      kind: 'signal',
      at: new Date(BEFORE_MIDNIGHT + nr * 1_000).toISOString(),
      mode: nr % 5 === 0 ? 'SHADOW' : 'LIVE',
      strategy: `strategy-${nr % 3}`,
      outcome,
      reason: outcome === 'FILTERED' ? (nr % 2 === 0 ? 'IV_RANK_LOW' : 'TOO_LATE') : null,
      tag: nr % 4 === 0 ? `tag-${batch}-${nr % 8}` : null,
    };
  });
}
