import type { ORDER_LIMITS, ORDER_RULES, ORDER_STATES, SIDES } from './orders.ts';

/*
 * What a backtest gives: plain rows, so that they move between threads and into tables as they are. Money, quantities and
 * NAVs are exact decimal text; percentages, indices and drawdowns are doubles.
 */

/** One session. */
export interface EquityRow {
  /** YYYY-MM-DD */
  date: string;
  cash: string;
  /** Shares at the closes of the day. */
  positions_value: string;
  /** The part of it that is told by a close of an earlier day. */
  stale_value: string;
  total_value: string;
  nav_gross: string;
  nav_net_of_costs: string;
  nav_net_of_tax: string;
  performance_index_gross: number;
  performance_index_net_of_costs: number;
  performance_index_net_of_tax: number;
  /** Percentage points below the highest index so far, 0 or more. */
  drawdown_net_of_tax_pct: number;
  cumulative_costs: string;
  tax_accrued: string;
  tax_paid: string;
  /** Buys and sells of the day over its value, in percentage points. */
  turnover_pct: number;
  /** The benchmark from 10 on the first session; null where its level is unknown. */
  benchmark_index: number | null;
}

/** Charges of an order by item. */
export interface ChargeTexts {
  brokerage: string;
  stt: string;
  exchange: string;
  sebi: string;
  stamp_duty: string;
  gst: string;
  dp: string;
  total: string;
}

/** An order of a rebalance, made or not. */
export interface OrderRow {
  date: string;
  side: (typeof SIDES)[number];
  /** Index of the share in the panel. */
  security: number;
  state: (typeof ORDER_STATES)[number];
  rule: (typeof ORDER_RULES)[number];
  limited_by: (typeof ORDER_LIMITS)[number] | null;
  /** A sentence for people. */
  reason: string;
  /** From 1; null for a share that could not be ranked. */
  rank: number | null;
  /** Whole shares. */
  wanted_quantity: string;
  quantity: string;
  /** Null where the share had no close. */
  price: string | null;
  value: string;
  /** Null unless something was traded. */
  charges: ChargeTexts | null;
  /** Of a sale: what it brought after its charges less what the units had cost with theirs. */
  realised_gain: string | null;
  /** By how much a sale changed the tax accrued for its year. */
  tax: string | null;
}

/** A position at the close of a session on which something changed, or of the last session of a month. */
export interface HoldingRow {
  date: string;
  security: number;
  quantity: string;
  /** What the units cost, charges included. */
  cost: string;
  /** The newest close by that day and its day; both null where there never was one. */
  close: string | null;
  close_date: string | null;
  market_value: string;
  held_since: string;
}

export const UNIVERSE_EVENTS = [
  'ENTERED',
  'LEFT',
  'SUSPENDED',
  'RESUMED',
  'DELISTED',
  'SPLIT',
  'BONUS',
  'CONSOLIDATION',
  'DIVIDEND',
  'UNQUANTIFIED_ACTION',
  'UNEXPLAINED_MOVE',
  'SWEEP_SKIPPED',
] as const;
export type UniverseEventKind = (typeof UNIVERSE_EVENTS)[number];

/** Something that happened to the universe, or to a share that was held. */
export interface UniverseEventRow {
  date: string;
  security: number;
  kind: UniverseEventKind;
  /** A sentence for people, with its figures. */
  message: string;
  /** Rupees that came in by it; null where none did. */
  amount: string | null;
}
