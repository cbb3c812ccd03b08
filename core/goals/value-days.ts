import type { DailyValues } from '../portfolio/index.ts';

/** A portfolio day by day as far back as its days are known, with what moved; amounts in its currency. */
export interface ValueDays extends DailyValues {
  /** Days before this one are worked out from the transactions and daily closes; null where no day was recorded. */
  recorded_from: string | null;
  /** Why the days before could not be worked out; null where they could, or where there are none. */
  ledger_reason: string | null;
}

/**
 * Where those days come from: the series that the reports of returns and of risk rest on, kept while nothing changes.
 * @param portfolio its name; null for all of them together. @throws 404 PORTFOLIO_NOT_FOUND.
 */
export type ReadValueDays = (userId: string, portfolio: string | null) => Promise<ValueDays>;
