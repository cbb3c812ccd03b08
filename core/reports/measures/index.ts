/** The measures of the reports, each once and pure; analytics in doubles, unknown with its reason. */
export { contributions, extremes, type Gainer, TOP } from './attribution.ts';
export { type BasedDaily, basedDaily, type Basis, basisOf, within } from './based-daily.ts';
export { type Concentration, concentration, grouped, herfindahl, type Part } from './concentration.ts';
export { isBehind, partialDaily } from './partial-daily.ts';
export { exactSum } from './exact-sum.ts';
export { type Figure, known, shownFigures, unknown } from './figure.ts';
export { fxSplit, type FxSplit, type InRupees } from './fx-split.ts';
export {
  alpha,
  cagr,
  DAYS_A_YEAR,
  plainWindowReturn,
  samePaymentsReturn,
  type Standings,
  totalReturn,
} from './returns.ts';
export { type Drawdown, drawdown, LEAST_RETURNS, sharpe, type Underwater, volatility } from './risk.ts';
export {
  type DailyReturn,
  dailyReturns,
  growthLine,
  type ValuePoints,
  valuePoints,
} from './value-points.ts';
