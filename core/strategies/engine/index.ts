/** One engine for backtests and policies: what is ordered, what it costs, what it comes to. */
export {
  GENUINE_EXITS,
  isLiquidMove,
  type LiquidRule,
  ORDER_LIMITS,
  ORDER_RULES,
  ORDER_STATES,
  type OrderLimit,
  type OrderRule,
  type OrderState,
  type Side,
  SIDES,
} from './orders.ts';
export {
  type ChargeTexts,
  type EquityRow,
  type HoldingRow,
  type OrderRow,
  UNIVERSE_EVENTS,
  type UniverseEventKind,
  type UniverseEventRow,
} from './result.ts';
export { type BacktestTrace, runBacktest } from './backtest.ts';
export type { ExecutedOrder } from './execution.ts';
export { type BacktestRows, backtestRows, benchmarkIndices, equityRow, orderRow } from './backtest-rows.ts';
export { ACTION_WORDS } from './corporate-actions.ts';
export { PolicyMarket } from './market.ts';
export { type Contribution, type Flow, takeContributions } from './contributions.ts';
export {
  type Allocation,
  type Fallback,
  type FallbackCode,
  MOST_TARGET_DAYS,
  planContribution,
  type Targets,
} from './plan-contribution.ts';
export {
  FIRST_INDEX,
  FIRST_PERFORMANCE,
  nextPerformance,
  type Performance,
  throughFlow,
} from './performance-index.ts';
export { PolicyLedger } from './policy-ledger.ts';
export { planRebalance } from './planner.ts';
export {
  type BegunSession,
  beginSession,
  endSession,
  openSession,
  planAt,
  runSession,
  type Session,
  type SessionTask,
  taxFacts,
} from './session.ts';
export { type Valuation, valuationOf } from './valuation.ts';
export { type PlannedOrder } from './planned-order.ts';
export { type LedgerState, type PositionState } from './ledger-state.ts';
export { type Position } from './position.ts';
export { type TaxState } from './tax-account.ts';
export { chargeTexts } from './backtest-rows.ts';
export { sweep as liquidSweep } from './liquid-sweep.ts';
export { orderReason } from './order-words.ts';
export { MAX_CYCLE_TURNOVER_PCT, MIN_HOLDING_DAYS } from './rebalance-limits.ts';
export { isRebalanceDay, type SessionMarks, sessionMarks } from './session-marks.ts';
