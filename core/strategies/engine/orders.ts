/*
 * Orders of a rebalance: what was wanted, by which rule, and what came of it. An order that was not made is as much part
 * of the answer as one that was (spec: Policy rules 5 and 6).
 */
export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];

/** FILLED: all of it was traded. REDUCED: a part of it. NOT_MADE: nothing. */
export const ORDER_STATES = ['FILLED', 'REDUCED', 'NOT_MADE'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Why an order was wanted. The first three are genuine exits, which may sell young positions too. */
export const ORDER_RULES = [
  'LEFT_UNIVERSE',
  'DELISTED',
  'UNRANKABLE',
  'RANK_EXIT',
  'CAP_TRIM',
  'ENTRY',
  'TOP_UP',
  // moves of a liquid fund, at the end of a cycle and before its purchases
  'LIQUID_SWEEP',
  'LIQUID_REDEMPTION',
] as const;
export type OrderRule = (typeof ORDER_RULES)[number];
export const GENUINE_EXITS: ReadonlySet<OrderRule> = new Set(['LEFT_UNIVERSE', 'DELISTED', 'UNRANKABLE']);

export type LiquidRule = Extract<OrderRule, `LIQUID_${string}`>;

/** Whether an order moves cash into the liquid fund or out of it: it is no trade of the strategy. */
export const isLiquidMove = (rule: OrderRule): rule is LiquidRule =>
  rule === 'LIQUID_SWEEP' || rule === 'LIQUID_REDEMPTION';

/** What stopped an order, or cut it. */
export const ORDER_LIMITS = [
  'HYSTERESIS',
  'MIN_HOLDING',
  'TURNOVER_BUDGET',
  'STOCK_CAP',
  'SECTOR_CAP',
  'NO_PRICE',
  'WITHIN_TOLERANCE',
  'WHOLE_SHARES',
  'CASH',
  'MIN_ORDER_VALUE',
] as const;
export type OrderLimit = (typeof ORDER_LIMITS)[number];
