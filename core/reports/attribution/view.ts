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
} from '../../platform/schema/index.ts';
import { usedRateView } from '../../portfolio/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import { warnings } from '../warning.ts';

/** What a holding contributed to the gain; amounts in the currency of the report. */
const contributionView = view({
  holding_id: text,
  portfolio: text,
  symbol: text,
  name: textOrNull,
  asset_class: text,
  sector: textOrNull,
  invested: number,
  market_value: number,
  gain: number,
  /** Of its own cost. */
  gain_pct: number,
  /** Of everything that was invested, in percentage points. */
  contributed_pct: number,
});
export type Contribution = ViewOf<typeof contributionView>;

/** A holding that is in no figure, and why. */
const excludedHoldingView = view({ holding_id: text, portfolio: text, symbol: text, reason: text });
export type ExcludedHolding = ViewOf<typeof excludedHoldingView>;

/** GET /attribution (spec: Reports; Report rules 5). */
export const attributionView = view({
  portfolio: text,
  /** Rupees, whatever the holdings are in. */
  currency: text,
  total_invested: numberOrNull,
  total_gain: numberOrNull,
  /** All contributions together: the capital return of the holdings that are counted. */
  contributed_pct: numberOrNull,
  /** Every holding that is counted, the largest contribution first. */
  holdings: listOf(contributionView),
  top_contributors: listOf(contributionView),
  top_detractors: listOf(contributionView),
  excluded: listOf(excludedHoldingView),
  is_estimated: flag,
  fx_rates: listOf(usedRateView),
  warnings,
  reasons: reasonsOf<'total_invested' | 'total_gain' | 'contributed_pct'>(),
  explanations: explanationsOrNull,
});
export type AttributionView = ViewOf<typeof attributionView>;
