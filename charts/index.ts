/**
 * Every chart of Munim. One row is one chart: drawn as a picture by `render.ts` and live by the dashboard, from the
 * same configuration. Nothing here needs Node; the renderer is imported by its own path, from servers only.
 */
import { allocation } from './allocation.ts';
import { attributionWaterfall } from './attribution-waterfall.ts';
import { benchmark } from './benchmark.ts';
import { drawdown } from './drawdown.ts';
import { goalFan } from './goal-fan.ts';
import { holdingPrice } from './holding-price.ts';
import { incomeBars } from './income-bars.ts';
import { monthlyReturns } from './monthly-returns.ts';
import { movers } from './movers.ts';
import { netWorth } from './net-worth.ts';
import { optionCalendar } from './option-calendar.ts';
import { brokerLatency } from './broker-latency.ts';
import { optionDay } from './option-day.ts';
import { optionDays } from './option-days.ts';
import { optionEquity } from './option-equity.ts';
import { optionFunnel } from './option-funnel.ts';
import { optionStrategies } from './option-strategies.ts';
import { rankHistory } from './rank-history.ts';
import { reliability } from './reliability.ts';
import { sectorTreemap } from './sector-treemap.ts';
import { strategyComparison } from './strategy-comparison.ts';
import { strategyCostsAndTax } from './strategy-costs-and-tax.ts';
import { strategyEquity } from './strategy-equity.ts';
import { strategyTurnover } from './strategy-turnover.ts';
import { valueOverTime } from './value-over-time.ts';

export const charts = {
  value_over_time: valueOverTime,
  allocation,
  movers,
  benchmark,
  goal_fan: goalFan,
  holding_price: holdingPrice,
  income_bars: incomeBars,
  drawdown,
  attribution: attributionWaterfall,
  monthly_returns: monthlyReturns,
  sectors: sectorTreemap,
  net_worth: netWorth,
  strategy_equity: strategyEquity,
  strategy_comparison: strategyComparison,
  strategy_turnover: strategyTurnover,
  strategy_costs_and_tax: strategyCostsAndTax,
  rank_history: rankHistory,
  reliability,
  options_day: optionDay,
  options_days: optionDays,
  options_calendar: optionCalendar,
  options_equity: optionEquity,
  options_strategies: optionStrategies,
  options_funnel: optionFunnel,
  broker_latency: brokerLatency,
} as const;

export {
  allocation,
  attributionWaterfall,
  benchmark,
  drawdown,
  goalFan,
  holdingPrice,
  incomeBars,
  monthlyReturns,
  movers,
  netWorth,
  optionCalendar,
  brokerLatency,
  optionEquity,
  optionFunnel,
  optionStrategies,
  rankHistory,
  reliability,
  sectorTreemap,
  strategyComparison,
  strategyCostsAndTax,
  strategyEquity,
  strategyTurnover,
  valueOverTime,
};
export type { AllocationData, AllocationSlice } from './allocation.ts';
export type { ChartKind } from './contract.ts';
export type { Curve } from './curves.ts';
export { insteadOfLine } from './known-days.ts';
export type { HoldingPriceData } from './holding-price.ts';
export { type IncomeBar, monthlyBars, periodName } from './income-bars.ts';
export type { NetWorthDay } from './net-worth.ts';
export { calendarWeeks } from './option-calendar.ts';
export type { FunnelPart, OptionDayData } from './option-day.ts';
export type { RankRow } from './rank-history.ts';
export type { TreemapPart } from './sector-treemap.ts';
export * from './format.ts';
export * from './basis-words.ts';
export { companyName, nameOrSymbol } from './company-name.ts';
export * from './coverage-text.ts';
export * from './figure-limits.ts';
export * from './plan-outlook.ts';
export * from './price-states.ts';
export { fontFamily, type ThemeName, themes } from './theme.ts';
export { installCharts } from './install-charts.ts';
