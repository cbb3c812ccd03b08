import type { LiabilityType } from '../../liabilities/index.ts';
import type { TotalState, UsedRate } from '../../portfolio/index.ts';
import type { Explanation } from '../explanation.ts';

/** What one portfolio adds to the assets. */
export interface AccountWorth {
  portfolio: string;
  /** Worth of what is priced; null where nothing is. */
  assets: number | null;
  invested: number | null;
  /** Percent of all assets. */
  share_pct: number | null;
  holdings_count: number;
  state: TotalState;
  /** What is missing; null where nothing is. */
  reason: string | null;
}

/** A debt as it counts in the report's currency. */
export interface DebtWorth {
  id: string;
  name: string;
  type: LiabilityType;
  balance: number;
  currency: string;
  /** Null where no rate converts it. */
  amount: number | null;
  is_estimated: boolean;
  /** Since when its balance is on record. */
  recorded_since: string;
}

export const LIABILITY_BASES = ['RECORDED', 'CURRENT'] as const;
/**
 * RECORDED: what was owed on that day, as it was written down. CURRENT: the day lies before anything was written down, so
 * what is owed today is taken off.
 */
export type LiabilityBasis = (typeof LIABILITY_BASES)[number];

export interface NetWorthPoint {
  date: string;
  assets: number | null;
  liabilities: number | null;
  net_worth: number | null;
  /** Of the assets: PARTIAL leaves out what had no price. */
  state: TotalState;
  liabilities_basis: LiabilityBasis;
  is_estimated: boolean;
  /** Why a figure is null. */
  reason: string | null;
}

/** Everything owned less everything owed (spec: Reports, /networth; Report rules 13). Amounts in `currency`. */
export interface NetWorthView {
  calculated_at: string;
  currency: string;
  assets: number | null;
  /** What is missing in the assets; null where nothing is. */
  assets_reason: string | null;
  liabilities: number | null;
  liabilities_reason: string | null;
  net_worth: number | null;
  net_worth_reason: string | null;
  state: TotalState;
  /** Whether amounts were converted between currencies. */
  is_estimated: boolean;
  fx_rates: UsedRate[];
  /** The largest first. */
  accounts: AccountWorth[];
  /** The largest first, after conversion; what no rate converts last. */
  debts: DebtWorth[];
  history: {
    /** Day of the first balance that was written down; null where nothing is owed. */
    liabilities_recorded_since: string | null;
    /** One a day at most, ascending; evenly spread where there are more than 400. */
    points: NetWorthPoint[];
    /** Days on record, drawn or not. */
    days: number;
    /** Why there is no point yet. */
    reason: string | null;
  };
  /** Null unless it was asked for. */
  explanations: Explanation[] | null;
}
