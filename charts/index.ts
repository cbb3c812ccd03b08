/**
 * Every chart of Munim. One row is one chart: drawn as a picture by `render.ts` and live by the dashboard, from the
 * same configuration. Nothing here needs Node; the renderer is imported by its own path, from servers only.
 */
import type { Chart } from 'chart.js';
import { allocation } from './allocation.ts';
import { attributionWaterfall } from './attribution-waterfall.ts';
import { benchmark } from './benchmark.ts';
import { drawdown } from './drawdown.ts';
import { goalFan } from './goal-fan.ts';
import { holdingPrice } from './holding-price.ts';
import { incomeBars } from './income-bars.ts';
import { installChartPlugins } from './chart-plugins.ts';
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
import { installScales } from './scales.ts';
import { sectorTreemap } from './sector-treemap.ts';
import { strategyComparison } from './strategy-comparison.ts';
import { strategyCostsAndTax } from './strategy-costs-and-tax.ts';
import { strategyEquity } from './strategy-equity.ts';
import { strategyTurnover } from './strategy-turnover.ts';
import { fontFamily } from './theme.ts';
import { installTiles } from './tiles.ts';
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

export type ChartName = keyof typeof charts;

/** Teaches a Chart class our axes and marks; call it once, after Chart.js's own parts are registered. */
export function installCharts(
  chart: typeof Chart,
  { withPaper = false }: { withPaper?: boolean } = {},
): void {
  chart.defaults.font.family = fontFamily;
  installScales(chart);
  installChartPlugins(chart, { withPaper });
  installTiles(chart);
}

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
  optionDay,
  optionDays,
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
export type { Contribution, WaterfallData } from './attribution-waterfall.ts';
export type { BenchmarkData, BenchmarkPoint } from './benchmark.ts';
export type { ChartKind, ChartOptions, ChartTable } from './contract.ts';
export type { Curve } from './curves.ts';
export type { DrawdownData, DrawdownPoint } from './drawdown.ts';
export type { GoalFanData, GoalFanPoint } from './goal-fan.ts';
export type { HoldingPriceData, PriceTrade } from './holding-price.ts';
export { type IncomeBar, type IncomeBarsData, monthlyBars, periodName } from './income-bars.ts';
export type { MonthlyReturnsData, MonthReturn } from './monthly-returns.ts';
export type { Mover, MoversData } from './movers.ts';
export type { NetWorthData, NetWorthDay } from './net-worth.ts';
export { calendarWeeks, type OptionCalendarData } from './option-calendar.ts';
export type { FunnelPart, OptionDayData } from './option-day.ts';
export type { OptionDaysData, OptionResult } from './option-days.ts';
export type { OptionEquityData } from './option-equity.ts';
export type { OptionFunnelData } from './option-funnel.ts';
export type { OptionStrategiesData, OptionStrategy } from './option-strategies.ts';
export type { RankHistoryData, RankRow } from './rank-history.ts';
export type { TreemapData, TreemapPart } from './sector-treemap.ts';
export type { StrategyComparisonData } from './strategy-comparison.ts';
export type { StrategyCostsAndTaxData } from './strategy-costs-and-tax.ts';
export type { StrategyEquityData } from './strategy-equity.ts';
export type { StrategyTurnoverData } from './strategy-turnover.ts';
export type { ValuePoint } from './value-over-time.ts';
export * from './format.ts';
export * from './coverage-text.ts';
export {
  type ChartTheme,
  DEFAULT_WIDTH,
  fontFamilies,
  fontFamily,
  sizes,
  type ThemeName,
  themes,
} from './theme.ts';
