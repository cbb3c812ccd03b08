import {
  date,
  flag,
  instant,
  listOf,
  numberOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { usedRateView, provisionalFields } from '../../portfolio/index.ts';
import { explanationsOrNull } from '../explanation.ts';

/** Dividends paid in a calendar year, after tax withheld. */
const yearOfDividendsView = view({
  year: whole,
  /** `2026 YTD` for the current year. */
  label: text,
  is_ytd: flag,
  /** Null where it is not known. */
  paid: numberOrNull,
  payments: whole,
  /** Why it is not known; null where it is. */
  reason: textOrNull,
});
export type YearOfDividends = ViewOf<typeof yearOfDividendsView>;

/** Dividends against cost and value (spec: Reports, /dividend-yield; Report rules 11). Amounts in `currency`. */
export const dividendYieldView = view({
  calculated_at: instant,
  portfolio: text,
  currency: text,
  /** The twelve months: after `from`, through `to`. */
  from: date,
  to: date,
  paid: numberOrNull,
  withheld_tax: numberOrNull,
  payments: whole,
  paid_reason: textOrNull,
  /** Quantity times average buy price of everything held. */
  cost_basis: numberOrNull,
  cost_basis_reason: textOrNull,
  market_value: numberOrNull,
  market_value_reason: textOrNull,
  yield_on_cost_pct: numberOrNull,
  yield_on_cost_reason: textOrNull,
  current_yield_pct: numberOrNull,
  current_yield_reason: textOrNull,
  /** Amounts were converted between currencies, all at the newest rates. */
  is_estimated: flag,
  fx_rates: listOf(usedRateView),
  /** Two calendar years and the current one so far, ascending. */
  trend: listOf(yearOfDividendsView),
  ...provisionalFields,
  explanations: explanationsOrNull,
});
export type DividendYieldView = ViewOf<typeof dividendYieldView>;
