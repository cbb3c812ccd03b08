export type { Allocation, AllocationSlice } from './allocation.ts';
export {
  createLoadFx,
  type DayRate,
  type Fx,
  type FxRate,
  type LoadFx,
  type ReadRates,
  type UsedRate,
  usedRates,
  usedRateView,
} from './fx.ts';
export { createCurrencyExposures, type OtherAmounts } from './currency-exposures.ts';
export {
  costCode,
  costReason,
  FRESH_MINUTES,
  holdingFigures,
  type HoldingFigures,
  type ValuedHolding,
  valueEach,
} from './holding-value.ts';
export type { Mover, Movers, MoversBy } from './movers.ts';
export {
  coverageFields,
  coverageView,
  partialFigures,
  MISSING_CODES,
  type MissingCode,
  missingHolding,
  type MissingHolding,
  MOST_MISSING,
  type Coverage,
  type PartialFigure,
  coverageOf,
} from './coverage.ts';
export { type Measure, MEASURES } from './partial-totals.ts';
export {
  type ChangeDays,
  changeDays,
  list,
  TOTAL_STATES,
  type Totals,
  totalsOf,
  type TotalState,
} from './totals.ts';
export { holdingsToValue, type HoldingToValue, type LedgerTotals, ledgerTotals } from './valuation-store.ts';
export {
  type Freshness,
  type Valuation,
  type ValuationWarning,
  valueHoldings,
  type WarningCode,
} from './valuation.ts';
