/** How a lot came, or what it became. */
export const LOT_STEP_KINDS = [
  'BOUGHT',
  'BONUS',
  'OPENING',
  'RENAME',
  'SPLIT',
  'CONSOLIDATION',
  'MERGER',
  'DEMERGER',
] as const;

/** One step in the life of a lot. The first says as which share the units came; each later one what they became. */
export interface LotStep {
  kind: (typeof LOT_STEP_KINDS)[number];
  /** YYYY-MM-DD: the day from which the units are of this share. */
  date: string;
  /**
   * The share from that day on, by its name of that day as far as it is known. A DEMERGER under the same name is that of the
   * share that stayed; under another name it brought the units of that one.
   */
  symbol: string;
  isin: string | null;
  /** `old_shares` before became `new_shares`; exact text. 1 for 1 where the number stays. */
  new_shares: string;
  old_shares: string;
}
