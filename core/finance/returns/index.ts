/**
 * Returns: money-weighted (XIRR), time-weighted (daily factors), flow-adjusted (modified Dietz), total return and CAGR, and
 * the same payments in an index. Days are YYYY-MM-DD, returns percentage points unless said otherwise; what is unknown is
 * null and says why.
 */
export { allFlows, type DayAmount, type DayValue } from './day-amounts.ts';
export { type DayAmounts, dayAmounts, dayAt, joinDayAmounts } from './xirr-series.ts';
export { type Xirr, xirr } from './xirr.ts';
export { indexPosition, type IndexPosition } from './index-position.ts';
export { downsample, breakAtGaps, withGaps } from './line-gaps.ts';
export { dailyFactors, type MeasuredDays, timeWeighted } from './time-weighted.ts';
export {
  alpha,
  cagr,
  DAYS_A_YEAR,
  samePaymentsReturn,
  type PortfolioTotals,
  totalReturn,
} from './total-return.ts';
export {
  countedReturns,
  type DailyReturn,
  dailyReturns,
  growthLine,
  type PortfolioSeries,
  type ValueSeries,
  type ValuePoints,
  valuePoints,
} from './value-points.ts';
export { hiddenXirr } from './xirr-shown.ts';
export {
  isOutsideWindow,
  type Measured,
  measuredAt,
  type Period,
  PERIODS,
  plainWindowReturn,
  startOf,
  windowReturn,
} from './window-return.ts';
