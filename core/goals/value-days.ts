import type { DailyValues } from '../finance/returns/index.ts';

/** A portfolio day by day as far back as its days are known, with what moved; amounts in its currency. */
export interface ValueDays extends DailyValues {
  /** Why there are no days; null where there are. */
  ledger_reason: string | null;
  /** The covered part of the value, 0 to 1, on days on which it is not all of it. */
  shares: ReadonlyMap<string, number>;
  /** The last day with a value, where the last session is a later one; null where it is not. */
  ends_on: string | null;
}

/**
 * Where those days come from: the series that the reports of returns and of risk rest on, kept while nothing changes.
 * @param portfolio its name; null for all of them together. @throws 404 PORTFOLIO_NOT_FOUND.
 */
export type ReadValueDays = (userId: string, portfolio: string | null) => Promise<ValueDays>;
