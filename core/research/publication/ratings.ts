/** What a report thinks of a share. NOT_RATED is what nobody could read; it is never taken for HOLD. */
export const RATINGS = ['BUY', 'OVERWEIGHT', 'HOLD', 'UNDERWEIGHT', 'SELL', 'NOT_RATED'] as const;
export type Rating = (typeof RATINGS)[number];

/** What it would do with a holding. Advice alone: nothing in Munim acts on it. */
export const ACTIONS = ['ADD', 'HOLD', 'TRIM', 'EXIT', 'AVOID', 'WATCH'] as const;
export type Action = (typeof ACTIONS)[number];

/** What a valuation rests on (research/Report). */
export const VALUATION_BASES = [
  'PEG vs sector',
  'DCF stub',
  'SOTP via segment EBITDA',
  'Cyclical P/E band',
  'Structural re-rating thesis',
] as const;
/** As many words has the paragraph that sums a rating up. */
export const MOST_WHY_WORDS = 60;
