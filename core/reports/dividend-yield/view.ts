import type { UsedRate } from '../../portfolio/index.ts';
import type { Explanation } from '../explanation.ts';

/** What was paid in a calendar year, after tax withheld. */
export interface YearOfDividends {
  year: number;
  /** `2026 YTD` for the current year. */
  label: string;
  is_ytd: boolean;
  /** Null where it is not known. */
  paid: number | null;
  payments: number;
  /** Why it is not known; null where it is. */
  reason: string | null;
}

/** Dividends against cost and value (spec: Reports, /dividend-yield; Report rules 11). Amounts in `currency`. */
export interface DividendYieldView {
  calculated_at: string;
  portfolio: string;
  currency: string;
  /** The twelve months: after `from`, through `to`. */
  from: string;
  to: string;
  paid: number | null;
  withheld_tax: number | null;
  payments: number;
  paid_reason: string | null;
  /** Quantity times average buy price of everything held. */
  cost_basis: number | null;
  cost_basis_reason: string | null;
  market_value: number | null;
  market_value_reason: string | null;
  yield_on_cost_pct: number | null;
  yield_on_cost_reason: string | null;
  current_yield_pct: number | null;
  current_yield_reason: string | null;
  /** Whether amounts were converted between currencies: everything at the newest rates. */
  is_estimated: boolean;
  fx_rates: UsedRate[];
  /** Two calendar years and the current one so far, ascending. */
  trend: YearOfDividends[];
  /** Null unless it was asked for. */
  explanations: Explanation[] | null;
}
