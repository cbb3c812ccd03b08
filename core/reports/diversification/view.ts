import {
  flag,
  listOf,
  number,
  numberOrNull,
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { usedRateView } from '../../portfolio/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import { warnings } from '../warning.ts';

/** Label of holdings that no sector is known for. */
export const UNCLASSIFIED = 'Unclassified';

/** A group of holdings by its weight, the largest first; shares in percentage points. */
const weightedGroupView = view({
  label: text,
  value: number,
  share_pct: number,
  holdings_count: whole,
});
export type WeightedGroup = ViewOf<typeof weightedGroupView>;

/** One symbol over all portfolios that were asked for; null is unknown. */
const weightedHoldingView = view({
  symbol: text,
  name: textOrNull,
  asset_class: text,
  sector: textOrNull,
  portfolios: listOf(text),
  value: numberOrNull,
  share_pct: numberOrNull,
  reason: textOrNull,
});
export type WeightedHolding = ViewOf<typeof weightedHoldingView>;

/** Shares of the largest symbols, in percentage points. */
const concentrationView = view({
  largest: textOrNull,
  largest_pct: numberOrNull,
  top_5_pct: numberOrNull,
  top_10_pct: numberOrNull,
  /** As many holdings of the same size would be spread just so: 1 / Herfindahl. */
  effective_count: numberOrNull,
});

/** GET /diversification (spec: Reports). */
export const diversificationView = view({
  portfolio: text,
  /** Rupees, whatever the holdings are in. */
  currency: text,
  total_value: numberOrNull,
  asset_class: listOf(weightedGroupView),
  sector: listOf(weightedGroupView),
  holdings: listOf(weightedHoldingView),
  concentration: concentrationView,
  /** Of the holdings: from near 0 (spread over many) to 1 (all in one). */
  herfindahl: numberOrNull,
  is_estimated: flag,
  fx_rates: listOf(usedRateView),
  warnings,
  reasons: reasonsOf<'total_value' | 'herfindahl' | 'concentration'>(),
  explanations: explanationsOrNull,
});
export type DiversificationView = ViewOf<typeof diversificationView>;
