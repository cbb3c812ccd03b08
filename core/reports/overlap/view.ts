import type { Explanation } from '../explanation.ts';

/** Where a part of the exposure to a company comes from. */
export interface ExposureSource {
  kind: 'DIRECT' | 'FUND';
  /** Of the fund, or of the share that is held itself. */
  symbol: string;
  name: string | null;
  /** Portfolios it is held in. */
  portfolios: string[];
  /** Share of the portfolio that this fund or holding is, in percentage points. */
  portfolio_weight_pct: number | null;
  /** Share of the fund that the company is; 100 for what is held itself. */
  stock_weight_pct: number;
  /** `portfolio_weight_pct` × `stock_weight_pct` / 100 (spec: Report rules 8). */
  effective_weight_pct: number | null;
  value: number | null;
  /** The day of the fund's snapshot; null for what is held itself. */
  as_of: string | null;
  is_stale: boolean;
  reason: string | null;
}

/** How much of the portfolio is one company, through all ways. */
export interface ExposedStock {
  stock_symbol: string;
  name: string | null;
  isin: string | null;
  known_by: 'REGISTRY' | 'ISIN' | 'WORDS';
  /** Of all sources that are known, in percentage points of the portfolio. */
  effective_weight_pct: number | null;
  value: number | null;
  /** It comes from two sources or more. */
  is_overlap: boolean;
  is_above_threshold: boolean;
  /** The heaviest first. */
  sources: ExposureSource[];
}

export type OverlapWarningCode =
  | 'OVERLAP_ABOVE_THRESHOLD'
  | 'EXPOSURE_ABOVE_THRESHOLD'
  | 'FUND_HOLDINGS_MISSING'
  | 'FUND_HOLDINGS_STALE'
  | 'FUND_HOLDINGS_INCOMPLETE'
  | 'VALUATION_PARTIAL'
  | 'FX_ESTIMATED';

export interface OverlapWarning {
  code: OverlapWarningCode;
  message: string;
  stock_symbol: string | null;
  fund_symbol: string | null;
}

/** The snapshot that a held fund is looked through with. */
export interface FundSnapshot {
  fund_symbol: string;
  as_of: string;
  age_days: number;
  is_stale: boolean;
  source: string;
  stocks_count: number;
  /** Of all its rows; what is missing to 100 is cash, or was not told. */
  weight_sum_pct: number;
}

/** A held Mutual Fund or ETF. */
export interface HeldFund {
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: string;
  portfolios: string[];
  value: number | null;
  portfolio_weight_pct: number | null;
  is_covered: boolean;
}

/** What is inside the funds of a portfolio, beside what is held itself (spec: Reports, /overlap; Report rules 8). */
export interface OverlapView {
  portfolio: string;
  currency: string;
  calculated_at: string;
  total_value: number | null;
  threshold_pct: number;
  stale_days: number;
  /** The heaviest first. */
  exposed_stocks: ExposedStock[];
  warnings: OverlapWarning[];
  /** Symbols of held funds whose contents are on record. */
  covered_funds: string[];
  /** Symbols of held funds whose contents nobody told: what they hold is unknown, not nothing. */
  missing_funds: string[];
  fund_snapshots: FundSnapshot[];
  /** Every held fund, the heaviest first. */
  funds: HeldFund[];
  /** Share of the portfolio in covered and in missing funds, in percentage points. */
  covered_weight_pct: number | null;
  missing_weight_pct: number | null;
  /** Why figures are unknown; null where nothing is. */
  reason: string | null;
  /** The heaviest exposures, source by source; null unless explain=true. */
  explanations: Explanation[] | null;
}
