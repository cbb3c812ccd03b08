import {
  flag,
  instant,
  instantOrNull,
  listOf,
  mapOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import { MATCHES } from './buckets.ts';
import { provisionalFields } from '../../portfolio/index.ts';

/** Whose the targets are: the portfolio's own, or those of its holdings. */
const TARGETS_OF = ['PORTFOLIO', 'HOLDINGS'] as const;
export type TargetsOf = (typeof TARGETS_OF)[number];

/** One part of the portfolio against its target. Percentages are of everything that could be valued, in points. */
const rebalanceBucketView = view({
  bucket: text,
  matched_by: oneOfOrNull(...MATCHES),
  holdings_count: whole,
  target_pct: number,
  current_value: numberOrNull,
  current_pct: numberOrNull,
  /** Current minus target: above zero is too much. */
  drift_pct: numberOrNull,
  /** After the suggested trades. */
  after_value: numberOrNull,
  after_pct: numberOrNull,
  after_drift_pct: numberOrNull,
});
export type RebalanceBucket = ViewOf<typeof rebalanceBucketView>;

/** A trade to think about; nobody places it. */
const suggestedTradeView = view({
  side: oneOf('BUY', 'SELL'),
  holding_id: text,
  symbol: text,
  name: textOrNull,
  asset_class: text,
  bucket: text,
  quantity: number,
  /** Per unit in `currency`, with its time and where it comes from. */
  price: number,
  currency: text,
  priced_at: instantOrNull,
  price_source: textOrNull,
  /** In `currency`, before costs and taxes. */
  value: number,
  /** The same in the currency of the portfolio. */
  base_value: number,
  held_quantity: number,
  after_quantity: number,
});
export type SuggestedTrade = ViewOf<typeof suggestedTradeView>;

/** A holding that no trade is suggested for, with the reason. */
const untradedHoldingView = view({
  symbol: text,
  name: textOrNull,
  /** Null where no target names it. */
  bucket: textOrNull,
  value: numberOrNull,
  reason: text,
});
export type UntradedHolding = ViewOf<typeof untradedHoldingView>;

const weightsOrNull = mapOf<string, typeof numberOrNull>(numberOrNull, {
  type: ['number', 'null'],
}).required();

/** How far a portfolio is from its targets, and what would bring it nearer (spec: Reports, /rebalance; Report rules 10). */
export const rebalanceView = view({
  portfolio: text,
  currency: text,
  calculated_at: instant,
  has_targets: flag,
  /** Why there are none, or why figures are unknown; null where nothing is. */
  reason: textOrNull,
  /** Null where there are none. */
  targets_of: oneOfOrNull(...TARGETS_OF),
  total_value: numberOrNull,
  /** As they were set, in percentage points by bucket; empty without targets. Money has none where none was set. */
  targets: mapOf<string, typeof number>(number, { type: 'number' }).required(),
  current: weightsOrNull,
  drift: weightsOrNull,
  /** The largest drift, whichever way; null where it is unknown. */
  max_drift_pct: numberOrNull,
  /** The same after the suggested trades, with what is left over of money. */
  after_max_drift_pct: numberOrNull,
  buckets: listOf(rebalanceBucketView),
  /** Targets that nothing held goes by. */
  unmatched_targets: listOf(text),
  /** Share of what no target names, money apart: that is a bucket whose target is nothing. */
  outside_pct: numberOrNull,
  /** Sells first, the largest first. */
  suggested_trades: listOf(suggestedTradeView),
  /** Why no trade is suggested; null where some are, and where figures are unknown. */
  trades_reason: textOrNull,
  left_out: listOf(untradedHoldingView),
  /** Sums of the trades in the portfolio's currency. */
  sells_value: number,
  buys_value: number,
  /** Sells less buys: below zero is money at hand that would be spent. */
  cash_change: number,
  ...provisionalFields,
  /** Read these before you trade. */
  notes: listOf(text),
  /** Portfolios that have targets, where this one has none. */
  portfolios_with_targets: listOf(text),
  /** Drift by bucket; null unless explain=true. */
  explanations: explanationsOrNull,
});
export type RebalanceView = ViewOf<typeof rebalanceView>;
