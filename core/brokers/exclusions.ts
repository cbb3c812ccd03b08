import type { ExcludedRow } from './adapter.ts';

/** Why the ledger excludes rows of a sync. INTRADAY: no gap of the holding needed them (spec: Connection sync rules 2). */
type ExclusionReason = ExcludedRow['reason'] | 'INTRADAY';

const WORDS: Readonly<Record<ExclusionReason, string>> = {
  UNREADABLE: 'that could not be read',
  FUTURE_DATE: 'dated in the future; correct them at the broker or enter them manually',
  UNKNOWN_KIND: 'of an unknown kind',
  CORPORATE_ACTION: 'of corporate actions; enter them manually',
  DERIVATIVE: 'of derivatives',
  OPTION: 'of options',
  CURRENCY_TRADE: 'of currency trades',
  INTRADAY: 'bought and sold within a day',
  CASH_MOVEMENT: 'of cash movements',
  NOT_COMPLETED: 'not carried out',
  CANCELLED: 'cancelled',
};

/** Those that somebody should look at come first. */
export const EXCLUSION_REASONS = Object.keys(WORDS) as ExclusionReason[];

/** Excluded rows by their reasons, in the order of `EXCLUSION_REASONS`. */
export function exclusionCounts(counts: Readonly<Partial<Record<string, number>>>) {
  return EXCLUSION_REASONS.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count === 0 ? [] : [{ reason, count, words: WORDS[reason] }];
  });
}
