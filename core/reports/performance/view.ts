import type { SeriesCode } from '../../market/index.ts';
import type { Coverage, PartialFigure, TotalState } from '../../portfolio/index.ts';
import type { Explanation } from '../explanation.ts';
import type { Basis } from '../measures/index.ts';
import type { ReportWarning } from '../warning.ts';
import type { PeriodComparison } from '../../performance/index.ts';
import type { Period } from '../../finance/returns/index.ts';

export interface PerformanceQuery {
  /** Networth where none is named. */
  portfolio?: string | null | undefined;
  /** Days (YYYY-MM-DD) of the series, both included. */
  from?: string | null | undefined;
  /** Also the day that the headline figures are of; today where it is left out. */
  to?: string | null | undefined;
  /** The large-cap index of the portfolio's currency where none is named. */
  benchmark?: SeriesCode | null | undefined;
  explain?: boolean | null | undefined;
}

/** The headline figures: percentage points, null is unknown and has its reason. */
export type PerformanceFigure =
  | 'xirr_pct'
  | 'cagr_pct'
  | 'total_return_pct'
  | 'capital_return_pct'
  | 'dividend_return_pct'
  | 'alpha_pct'
  | 'twr_pct'
  | 'twr_annual_pct'
  | 'fx_return_pct';

export type PerformanceAmount = 'current_value' | 'total_invested' | 'total_gain' | 'total_dividends';

/** Windows of a part of the portfolio. */
export interface PartialPeriods extends Coverage {
  periods: PeriodReturn[];
}

/** One window up to the last day of the series. The adjusted and the time-weighted return tell how it went. */
export interface PeriodReturn extends Omit<PeriodComparison, 'reasons'> {
  period: Period;
  /** Flow-adjusted (modified Dietz): the money that came and went is left out. alpha_pct is this less benchmark_return_pct. */
  adjusted_return_pct: number | null;
  /** Daily returns chained: independent of when money came. */
  twr_pct: number | null;
  /** Unadjusted: (end - start + dividends) / start, as the specification words it. Money put in counts as if earned. */
  return_pct: number | null;
  /** Where the value at the beginning comes from. */
  basis: Basis | null;
  reasons: Partial<
    Record<
      | 'return_pct'
      | 'adjusted_return_pct'
      | 'twr_pct'
      | 'benchmark_return_pct'
      | 'index_return_pct'
      | 'alpha_pct',
      string
    >
  >;
}

/** Raw values of a day in the currencies of the portfolio and of the index; null where one of them has none. */
export interface SeriesPoint {
  date: string;
  value: number;
  benchmark: number | null;
  basis: Basis;
}

export interface BenchmarkReturn {
  code: SeriesCode;
  name: string;
  /** That of its closes here. */
  currency: string;
  /** The first payment, and the day that the figures since inception are of. */
  from: string | null;
  to: string | null;
  /** What the total return would be had the same payments gone into the index on the same days. */
  return_pct: number | null;
  reason: string | null;
  /** What the same payments would be worth in the index, in the portfolio's currency. */
  position_value: number | null;
  /** The index itself between the two days: what one payment on the first would have made. */
  index_return_pct: number | null;
  index_reason: string | null;
}

/** GET /performance (spec: Reports; Report rules 1 to 4 and 7). */
export interface PerformanceView extends Record<PerformanceFigure, number | null> {
  portfolio: string;
  currency: string;
  /** First and last day of the series. */
  from: string | null;
  to: string | null;
  /** The day that the figures since inception are of. */
  as_of: string;
  state: TotalState | null;
  current_value: number | null;
  total_invested: number | null;
  total_gain: number | null;
  total_dividends: number | null;
  /** AMBIGUOUS where several rates fit the flows: xirr_pct is the one nearest to no return, measured in ln(1 + rate). */
  xirr_state: 'OK' | 'AMBIGUOUS' | 'NONE';
  /** The other rates, the nearest to no return first. */
  xirr_alternatives_pct: number[];
  /** The dollar's part rests on one reference rate. */
  fx_estimated: boolean;
  /** Days before this one are worked out from the ledger, as `basis` says; null where nothing is recorded yet. */
  recorded_from: string | null;
  periods: PeriodReturn[];
  series: SeriesPoint[];
  benchmark: BenchmarkReturn;
  /** Other indexes that may be asked for. */
  alternates: { code: SeriesCode; name: string }[];
  warnings: ReportWarning[];
  reasons: Partial<Record<PerformanceFigure | PerformanceAmount, string>>;
  /** Figures that are null, or of days that end long ago, of the holdings for which they are known today. */
  partial: Partial<Record<PerformanceFigure | PerformanceAmount, PartialFigure>>;
  /** The windows that are null for the whole, or end long ago, of the holdings that are known throughout. */
  partial_periods: PartialPeriods | null;
  explanations: Explanation[] | null;
}
