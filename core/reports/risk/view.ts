import type { Part } from '../../portfolio/index.ts';
import type { Explanation } from '../explanation.ts';
import type { Basis } from '../measures/index.ts';
import type { ReportWarning } from '../warning.ts';

export interface RiskQuery {
  /** Networth where none is named. */
  portfolio?: string | null | undefined;
  /** Days (YYYY-MM-DD) of the series, both included. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  explain?: boolean | null | undefined;
}

export type RiskFigure =
  | 'max_drawdown_pct'
  | 'current_drawdown_pct'
  | 'volatility_pct'
  | 'sharpe'
  | 'cagr_pct';

/** A day and its return in percentage points. */
export interface DayReturn {
  date: string;
  return_pct: number;
}

/** The risk of the holdings that are known throughout: every figure, the CAGR too, is of the same ones. */
export interface PartialRisk
  extends Part,
    Pick<
      RiskView,
      | RiskFigure
      | 'from'
      | 'to'
      | 'peak_date'
      | 'trough_date'
      | 'recovery_date'
      | 'returns_count'
      | 'best_day'
      | 'worst_day'
      | 'series'
      | 'reasons'
    > {
  /** The figures of the whole that are null, or of days that end long ago, and known here. */
  instead_of: RiskFigure[];
}

/** GET /risk (spec: Reports; Report rules 6). */
export interface RiskView extends Record<RiskFigure, number | null> {
  portfolio: string;
  currency: string;
  /** First and last day of the series. */
  from: string | null;
  to: string | null;
  /** The highest day before the deepest fall, its lowest, and the first one back at that height; percentages are positive. */
  peak_date: string | null;
  trough_date: string | null;
  /** Null while it is still below, or never fell. */
  recovery_date: string | null;
  risk_free_rate_pct: number;
  trading_days_per_year: number;
  /** How many daily returns volatility is made of. */
  returns_count: number;
  best_day: DayReturn | null;
  worst_day: DayReturn | null;
  /** Each day below the highest one so far. */
  series: { date: string; drawdown_pct: number; basis: Basis }[];
  recorded_from: string | null;
  warnings: ReportWarning[];
  reasons: Partial<Record<RiskFigure | 'recovery_date', string>>;
  /** The figures of the known part, where the whole lacks one of them; null where it lacks none. */
  partial: PartialRisk | null;
  explanations: Explanation[] | null;
}
