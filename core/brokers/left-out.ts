import type { LeftOut } from './adapter.ts';

/** Why rows of a sync are not in the ledger. INTRADAY: no gap of the holding needed them (spec: Connection sync rules 2). */
export type LeftOutReason = LeftOut['reason'] | 'INTRADAY';

export interface LeftOutCount {
  reason: LeftOutReason;
  count: number;
  /** What these rows are, in words. */
  words: string;
}

const WORDS: Readonly<Record<LeftOutReason, string>> = {
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

/** What was left out by its reasons, those first that somebody should look at. */
export function leftOutCounts(counts: Readonly<Partial<Record<string, number>>>): LeftOutCount[] {
  return (Object.keys(WORDS) as LeftOutReason[]).flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count === 0 ? [] : [{ reason, count, words: WORDS[reason] }];
  });
}
