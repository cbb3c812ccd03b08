import type { Explanation } from '../explanation.ts';

/** Expected income of one currency; before tax. */
export interface ExpectedSum {
  currency: string;
  amount: number;
  events: number;
}

export interface ProjectedMonth {
  /** 2026-03 */
  month: string;
  /** Currencies with something expected, by their code. */
  by_currency: ExpectedSum[];
  /** In the one currency of the projection, 0 where nothing is expected; null where it mixes currencies. */
  expected_amount: number | null;
  events: number;
}

/** Income that is still to come, month by month (spec: Reports, /income-projection). */
export interface IncomeProjectionView {
  calculated_at: string;
  portfolio: string;
  /** Today, and the last day of the last month. */
  from: string;
  to: string;
  /** Every month, ascending, from the current one on. */
  months: ProjectedMonth[];
  by_currency: ExpectedSum[];
  /** The one currency of everything expected; null where there are several. */
  currency: string | null;
  expected_amount: number | null;
  /** Why there is no sum over all; null where there is one. */
  reason: string | null;
  /** Units were entitled on a day that has passed and no payment is on record: in no month, for the day is not known. */
  unrecorded: ExpectedSum[];
  /** Expected events whose amount is not known: counted in `events` and in no amount. */
  unknown_amounts: number;
  /** Null unless it was asked for. */
  explanations: Explanation[] | null;
}
