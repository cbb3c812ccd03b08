import {
  date,
  flag,
  instant,
  listOf,
  number,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';

/** One line of a fund's contents. */
const fundHoldingView = view({
  /** Symbol or name of the company. */
  stock_symbol: text,
  isin: textOrNull,
  /** Its part of the fund, in percentage points. */
  weight_pct: number,
});
export type FundHolding = ViewOf<typeof fundHoldingView>;

/** What is inside a fund on a day, as its owner entered it. */
export const fundHoldingsView = view({
  fund_symbol: text,
  as_of: date,
  source: text,
  /** The largest first. */
  holdings: listOf(fundHoldingView),
  /** Of all rows together; what is missing to 100 is cash, or was not entered. */
  weight_sum_pct: number,
  age_days: whole,
  is_stale: flag,
  /** Whether a Mutual Fund or ETF of this symbol or ISIN is held; only then the look-through uses it. */
  is_held: flag,
  updated_at: instant,
});
export type FundHoldingsView = ViewOf<typeof fundHoldingsView>;

/** A day on which the contents of a fund are on record. */
export const fundHoldingsDayView = view({
  fund_symbol: text,
  as_of: date,
  source: text,
  stocks_count: whole,
});
export type FundHoldingsDay = ViewOf<typeof fundHoldingsDayView>;
