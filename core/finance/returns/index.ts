export type { DatedAmount } from './xirr-series.ts';
export { type Xirr, xirr } from './xirr.ts';
export { indexPosition, type IndexPosition } from './index-position.ts';
export { dailyFactors, type MeasuredDays, timeWeighted, type TimeWeighted } from './time-weighted.ts';
export {
  alpha,
  cagr,
  DAYS_A_YEAR,
  plainWindowReturn,
  samePaymentsReturn,
  type Standings,
  totalReturn,
} from './total-return.ts';
export { type DailyReturn, dailyReturns, growthLine, type ValuePoints, valuePoints } from './value-points.ts';
export { type Measured, measuredAt, type Period, PERIODS, startOf, windowReturn } from './window-return.ts';
