import type { UsedRate } from '../../portfolio/index.ts';
import type { Explanation } from '../explanation.ts';
import type { ReportWarning } from '../warning.ts';

export interface AttributionQuery {
  /** Networth where none is named. */
  portfolio?: string | null | undefined;
  explain?: boolean | null | undefined;
}

/** A holding's part in the gain; amounts in the currency of the report. */
export interface Contribution {
  holding_id: string;
  portfolio: string;
  symbol: string;
  name: string | null;
  asset_class: string;
  sector: string | null;
  invested: number;
  market_value: number;
  gain: number;
  /** Of its own cost. */
  gain_pct: number;
  /** Of everything that was invested, in percentage points. */
  contributed_pct: number;
}

/** A holding that is in no figure, and why. */
export interface LeftOutHolding {
  holding_id: string;
  portfolio: string;
  symbol: string;
  reason: string;
}

/** GET /attribution (spec: Reports; Report rules 5). */
export interface AttributionView {
  portfolio: string;
  /** Rupees, whatever the holdings are in. */
  currency: string;
  total_invested: number | null;
  total_gain: number | null;
  /** All contributions together: the capital return of the holdings that are counted. */
  contributed_pct: number | null;
  /** Every holding that is counted, the largest contribution first. */
  holdings: Contribution[];
  top_contributors: Contribution[];
  top_detractors: Contribution[];
  excluded: LeftOutHolding[];
  is_estimated: boolean;
  fx_rates: UsedRate[];
  warnings: ReportWarning[];
  reasons: Partial<Record<'total_invested' | 'total_gain' | 'contributed_pct', string>>;
  explanations: Explanation[] | null;
}
