export { type BasedDaily, basedDaily, type Basis, basisOf, within } from './based-daily.ts';
export { isBehind, partialDaily } from './partial-daily.ts';
export { exactSum, type Figure, known, shownFigures, unknown } from '../../finance/figures/index.ts';
export {
  contributions,
  extremes,
  type Gainer,
  TOP,
  fxSplit,
  type FxSplit,
  type InRupees,
} from '../../finance/attribution/index.ts';
export {
  type Concentration,
  concentration,
  grouped,
  herfindahl,
  type Part,
  type Drawdown,
  drawdown,
  LEAST_RETURNS,
  sharpe,
  type Underwater,
  volatility,
} from '../../finance/risk/index.ts';
export {
  alpha,
  cagr,
  DAYS_A_YEAR,
  plainWindowReturn,
  samePaymentsReturn,
  type Standings,
  totalReturn,
  type DailyReturn,
  dailyReturns,
  growthLine,
  type ValuePoints,
  valuePoints,
} from '../../finance/returns/index.ts';
