import type { Explanation } from '../explanation.ts';
import type { Match } from './buckets.ts';

/** One part of the portfolio against its target. Percentages are of everything that could be valued, in points. */
export interface RebalanceBucket {
  bucket: string;
  matched_by: Match | null;
  holdings_count: number;
  target_pct: number;
  current_value: number | null;
  current_pct: number | null;
  /** Current minus target: above zero is too much. */
  drift_pct: number | null;
  /** What the suggested trades would make of it. */
  after_value: number | null;
  after_pct: number | null;
  after_drift_pct: number | null;
}

/** A trade to think about; nobody places it. */
export interface SuggestedTrade {
  side: 'BUY' | 'SELL';
  holding_id: string;
  symbol: string;
  name: string | null;
  asset_class: string;
  bucket: string;
  quantity: number;
  /** Per unit in `currency`, with its time and where it comes from. */
  price: number;
  currency: string;
  priced_at: string | null;
  price_source: string | null;
  /** In `currency`, before costs and taxes. */
  value: number;
  /** The same in the currency of the portfolio. */
  base_value: number;
  held_quantity: number;
  after_quantity: number;
}

/** A holding that no trade is suggested for, with the reason. */
export interface RebalanceLeftOut {
  symbol: string;
  name: string | null;
  /** Null where no target names it. */
  bucket: string | null;
  value: number | null;
  reason: string;
}

/** How far a portfolio is from its targets, and what would bring it nearer (spec: Reports, /rebalance; Report rules 10). */
export interface RebalanceView {
  portfolio: string;
  currency: string;
  calculated_at: string;
  has_targets: boolean;
  /** Why there are none, or why figures are unknown; null where nothing is. */
  reason: string | null;
  /** Whether the targets are the portfolio's own or stand on its holdings. */
  targets_of: 'PORTFOLIO' | 'HOLDINGS' | null;
  total_value: number | null;
  /** As they were set, in percentage points by bucket; empty without targets. Money has none where none was set. */
  targets: Record<string, number>;
  current: Record<string, number | null>;
  drift: Record<string, number | null>;
  /** The largest drift, whichever way; null where it is unknown. */
  max_drift_pct: number | null;
  /** The same after the suggested trades, with what is left over of money. */
  after_max_drift_pct: number | null;
  buckets: RebalanceBucket[];
  /** Targets that nothing held goes by. */
  unmatched_targets: string[];
  /** Share of what no target names, money apart: that is a bucket whose target is nothing. */
  outside_pct: number | null;
  /** Sells first, the largest first. */
  suggested_trades: SuggestedTrade[];
  /** Why no trade is suggested; null where some are, and where figures are unknown. */
  trades_reason: string | null;
  left_out: RebalanceLeftOut[];
  /** Sums of the trades in the portfolio's currency. */
  sells_value: number;
  buys_value: number;
  /** Sells less buys: below zero is money at hand that would be spent. */
  cash_change: number;
  /** What to know before acting on it. */
  notes: string[];
  /** Portfolios that have targets, where this one has none. */
  portfolios_with_targets: string[];
  /** Drift by bucket; null unless explain=true. */
  explanations: Explanation[] | null;
}
