import {
  date,
  dateOrNull,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import { provisionalFields } from '../../portfolio/index.ts';

/** Where a part of the exposure to a company comes from. */
const exposureSourceView = view({
  kind: oneOf('DIRECT', 'FUND'),
  /** Of the fund, or of the share that is held itself. */
  symbol: text,
  name: textOrNull,
  /** Portfolios it is held in. */
  portfolios: listOf(text),
  /** Share of the portfolio that this fund or holding is, in percentage points. */
  portfolio_weight_pct: numberOrNull,
  /** Share of the fund that the company is; 100 for what is held itself. */
  stock_weight_pct: number,
  /** `portfolio_weight_pct` × `stock_weight_pct` / 100 (spec: Report rules 8). */
  effective_weight_pct: numberOrNull,
  value: numberOrNull,
  /** The day of the fund's snapshot; null for what is held itself. */
  as_of: dateOrNull,
  is_stale: flag,
  reason: textOrNull,
});
export type ExposureSource = ViewOf<typeof exposureSourceView>;

/** How much of the portfolio is one company, directly and through funds. */
const exposedStockView = view({
  stock_symbol: text,
  name: textOrNull,
  isin: textOrNull,
  known_by: oneOf('REGISTRY', 'ISIN', 'WORDS'),
  /** Of all sources that are known, in percentage points of the portfolio. */
  effective_weight_pct: numberOrNull,
  value: numberOrNull,
  /** It comes from two sources or more. */
  is_overlap: flag,
  is_above_threshold: flag,
  /** The largest first. */
  sources: listOf(exposureSourceView),
});
export type ExposedStock = ViewOf<typeof exposedStockView>;

const OVERLAP_WARNING_CODES = [
  'OVERLAP_ABOVE_THRESHOLD',
  'EXPOSURE_ABOVE_THRESHOLD',
  'FUND_HOLDINGS_MISSING',
  'FUND_HOLDINGS_STALE',
  'FUND_HOLDINGS_INCOMPLETE',
  'VALUATION_PARTIAL',
  'OLD_PRICES',
  'FX_ESTIMATED',
] as const;
export type OverlapWarningCode = (typeof OVERLAP_WARNING_CODES)[number];

const overlapWarningView = view({
  code: oneOf(...OVERLAP_WARNING_CODES),
  message: text,
  stock_symbol: textOrNull,
  fund_symbol: textOrNull,
});
export type OverlapWarning = ViewOf<typeof overlapWarningView>;

/** The snapshot that a held fund is looked through with. */
const fundSnapshotView = view({
  fund_symbol: text,
  as_of: date,
  age_days: whole,
  is_stale: flag,
  source: text,
  stocks_count: whole,
  /** Of all its rows; what is missing to 100 is cash, or was not reported. */
  weight_sum_pct: number,
});
export type FundSnapshot = ViewOf<typeof fundSnapshotView>;

/** A held Mutual Fund or ETF. */
const heldFundView = view({
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: text,
  portfolios: listOf(text),
  value: numberOrNull,
  portfolio_weight_pct: numberOrNull,
  is_covered: flag,
});
export type HeldFund = ViewOf<typeof heldFundView>;

/** The holdings of a portfolio's funds beside its direct ones (spec: Reports, /overlap; Report rules 8). */
export const overlapView = view({
  portfolio: text,
  currency: text,
  calculated_at: instant,
  total_value: numberOrNull,
  threshold_pct: number,
  stale_days: whole,
  /** The largest first. */
  exposed_stocks: listOf(exposedStockView),
  warnings: listOf(overlapWarningView),
  /** Symbols of held funds whose contents are on record. */
  covered_funds: listOf(text),
  /** Symbols of held funds whose contents are not on record: what they hold is unknown, not nothing. */
  missing_funds: listOf(text),
  fund_snapshots: listOf(fundSnapshotView),
  /** Every held fund, the largest first. */
  funds: listOf(heldFundView),
  /** Share of the portfolio in covered and in missing funds, in percentage points. */
  covered_weight_pct: numberOrNull,
  missing_weight_pct: numberOrNull,
  /** Why figures are unknown; null where nothing is. */
  reason: textOrNull,
  ...provisionalFields,
  /** The largest exposures, source by source; null unless explain=true. */
  explanations: explanationsOrNull,
});
export type OverlapView = ViewOf<typeof overlapView>;
