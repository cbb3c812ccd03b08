/**
 * The calculation engine of the reports: one pass over the ledger, the closes and the rates gives daily series by
 * portfolio and in total. `createValues` reads them for a person; core/finance/returns measures over them.
 */
export {
  DAILY_FIGURES,
  type DailyFigure,
  type DailySeries,
  type DayNumber,
  dayNumber,
  dayText,
} from './daily-series.ts';
export { createEngine, type Engine, type Held, type NewDays } from './engine.ts';
export {
  type EngineInput,
  type PriceSeries,
  RATE_DAYS,
  type RateSeries,
  type Scope,
  type UnitChange,
  USUAL_CARRY_DAYS,
} from './engine-input.ts';
export { positionFigures } from './position-figures.ts';
export { partialSeries } from './partial-series.ts';
export type { LeftOutCode, ExcludedPosition } from './excluded-positions.ts';
export { valueReasons } from './value-reasons.ts';
export type {
  PartialValues,
  PortfolioValues,
  PositionFigures,
  PositionMoney,
  ReasonCode,
  ValueReason,
} from './values-view.ts';
export { createValues, type Values, type ValuesParts } from './values-service.ts';
