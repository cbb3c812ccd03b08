import type { UsedRate } from '../../portfolio/index.ts';
import type { Explanation } from '../explanation.ts';
import type { ReportWarning } from '../warning.ts';
import type { Concentration } from '../../finance/risk/index.ts';

/** Label of holdings that no sector is known for. */
export const UNCLASSIFIED = 'Unclassified';

export interface DiversificationQuery {
  /** Networth where none is named. */
  portfolio?: string | null | undefined;
  explain?: boolean | null | undefined;
}

/** A part of the whole, largest first; shares in percentage points. */
export interface WeightedPart {
  label: string;
  value: number;
  share_pct: number;
  holdings_count: number;
}

/** One symbol over all portfolios that were asked for; null is unknown. */
export interface WeightedHolding {
  symbol: string;
  name: string | null;
  asset_class: string;
  sector: string | null;
  portfolios: string[];
  value: number | null;
  share_pct: number | null;
  reason: string | null;
}

/** GET /diversification (spec: Reports). */
export interface DiversificationView {
  portfolio: string;
  /** Rupees, whatever the holdings are in. */
  currency: string;
  total_value: number | null;
  asset_class: WeightedPart[];
  sector: WeightedPart[];
  holdings: WeightedHolding[];
  concentration: Concentration;
  /** Of the holdings: from near 0 (spread over many) to 1 (all in one). */
  herfindahl: number | null;
  is_estimated: boolean;
  fx_rates: UsedRate[];
  warnings: ReportWarning[];
  reasons: Partial<Record<'total_value' | 'herfindahl' | 'concentration', string>>;
  explanations: Explanation[] | null;
}
