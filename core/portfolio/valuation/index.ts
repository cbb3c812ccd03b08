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
export { type ChangeDays, changeDays, list, totalsOf } from './totals.ts';
export { holdingsToValue, type HoldingToValue, type LedgerTotals, ledgerTotals } from './valuation-store.ts';
export { valueHoldings } from './valuation.ts';
export {
  type Allocation,
  changeDayFields,
  type Measure,
  MEASURES,
  type Mover,
  type Movers,
  PRICE_STATES,
  type PriceState,
  type Totals,
  TOTAL_STATES,
  type TotalState,
  totalsFields,
  type Valuation,
  valuationFields,
  type ValuationWarning,
} from './view.ts';
