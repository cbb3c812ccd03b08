/** Words and addresses of the journal. */

/** A code such as PROFIT_TARGET for reading: Profit target. */
export const inWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

export const MODE_NAMES = { LIVE: 'Live', DRY_RUN: 'Dry run', SHADOW: 'Shadow' } as const;
export const MODES = ['LIVE', 'DRY_RUN', 'SHADOW'] as const;

/** The page of a trade: trades of several modes may share a tag. */
export const storyPath = (tag: string, mode: keyof typeof MODE_NAMES): string =>
  `/options/journal/${encodeURIComponent(tag)}?mode=${mode}`;

/** How much of the best point a trade kept; a share below nothing says no more than that it was lost. */
export const keptWords = (pct: number): string => (pct < 0 ? 'Turned to a loss' : `${pct.toFixed(0)}%`);
