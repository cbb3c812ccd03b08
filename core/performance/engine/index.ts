/**
 * The calculation engine of the reports: one pass over the ledger, the closes and the rates gives daily series by
 * portfolio and in total. `createValues` reads them for a person; core/finance/returns measures over them.
 */
export { DAILY_FIGURES, type DailySeries, dayNumber, dayText, isMeasured } from './daily-series.ts';
export type { LedgerMovements } from './ledger-movements.ts';
export { createEngine, type Engine } from './engine.ts';
export { pricesNeeded } from './prices-needed.ts';
export { readPriceBooks } from './values-store.ts';
export { isSameUnits } from './recorded-units.ts';
export {
  type EngineInput,
  type PriceSeries,
  type RateSeries,
  type UnitChange,
  USUAL_CARRY_DAYS,
} from './engine-input.ts';
export { positionFigures } from './position-figures.ts';
export { coveredSeries } from './covered-series.ts';
export { valueReasons } from './value-reasons.ts';
export type { CoveredValues, PortfolioValues } from './values-view.ts';
export { createValues, type Values } from './values-service.ts';
