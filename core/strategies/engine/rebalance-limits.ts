/** Turnover controls, in the order in which they are applied (spec: Limits; Policy rules 6). */
const TURNOVER_HYSTERESIS_MULT = 1.5;
/** Calendar days from the first purchase of a position. */
export const MIN_HOLDING_DAYS = 31;
/** Buys and sells of one cycle over what can be invested. */
export const MAX_CYCLE_TURNOVER_PCT = 0.25;
/** A position this close to its target is not added to: charges would cost more than the difference is worth. */
export const TOP_UP_TOLERANCE = 0.1;

/** A share is kept while it ranks within this. */
export function keepRankOf(topN: number): number {
  return Math.floor(topN * TURNOVER_HYSTERESIS_MULT);
}
