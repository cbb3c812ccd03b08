/** One engine for backtests and policies: what is ordered, what it costs, what it comes to. */
export {
  GENUINE_EXITS,
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
