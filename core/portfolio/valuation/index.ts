export { priceNote } from './price-note.ts';
export { provisionalFields } from './provisional.ts';
export {
  createLoadFx,
  type Fx,
  type FxRate,
  type LoadFx,
  type ReadRates,
  type UsedRate,
  usedRates,
  usedRateView,
  NEWEST_WITHIN_DAYS,
} from './fx.ts';
export { createCurrencyExposures, type OtherAmounts } from './currency-exposures.ts';
export { costCode, costReason, holdingFigures, type ValuedHolding, valueEach } from './holding-value.ts';
export {
  coverageFields,
  MOST_MISSING,
  coverageView,
  partialFigures,
  type MissingCode,
  missingHolding,
  type MissingHolding,
  type Coverage,
  type PartialFigure,
  coverageOf,
} from './coverage.ts';
export { type ChangeDays, changeDays, list, totalsOf } from './totals.ts';
export {
  HAND_DAYS_COLUMN,
  holdingsToValue,
  type HoldingToValue,
  type LedgerTotals,
  ledgerTotals,
} from './valuation-store.ts';
export { type LifetimeGain, lifetimeGain, lifetimeGainView } from './lifetime-gain.ts';
export { freshnessOf, goesStaleAt, nextStale, UNPRICED_ADVICE, valueHoldings } from './valuation.ts';
export {
  type Allocation,
  changeDayFields,
  type Freshness,
  freshnessView,
  type Measure,
  PRICE_STATES,
  type Totals,
  TOTAL_STATES,
  type TotalState,
  totalsFields,
  valuationFields,
} from './view.ts';
