import { PERIODS } from '../../finance/returns/index.ts';
import { SERIES_CODES } from '../../market/index.ts';
import {
  date,
  dateOrNull,
  listOf,
  numberOrNull,
  oneOf,
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';

/** An index that a portfolio may be compared with. */
export const benchmarkFields = { code: oneOf(...SERIES_CODES), name: text };
export const benchmarkView = view(benchmarkFields);

/** A portfolio beside an index over one period. Percent figures in points; null is unknown and has its reason. */
export const periodFields = {
  period: oneOf(...PERIODS),
  /** The days that were compared. */
  from: dateOrNull,
  to: dateOrNull,
  start_value: numberOrNull,
  end_value: numberOrNull,
  /** Put in less taken out meanwhile: no part of the return. */
  net_flow: numberOrNull,
  /** The part of it without money: worth of holdings that joined the covered part, less that of those that left it. */
  net_joined: numberOrNull,
  dividends: numberOrNull,
  /** Days on which holdings came or changed without a transaction of that day, or a split is not recorded: they count as without return. */
  unexplained_days: whole,
  /** Daily returns of the portfolio within the period; fewer than 20 say little. */
  returns_count: whole,
  /**
   * The flow-adjusted return of the same payments in the index: the value at the beginning and every flow and dividend
   * since, put in or taken out at the closes of their days.
   */
  benchmark_return_pct: numberOrNull,
  /** The index itself, from the close of `from` to that of `to`. */
  index_return_pct: numberOrNull,
  /** The flow-adjusted return of the portfolio less benchmark_return_pct. */
  alpha_pct: numberOrNull,
};
export type PeriodFigure = 'return_pct' | 'benchmark_return_pct' | 'index_return_pct' | 'alpha_pct';

export const periodComparisonFields = {
  ...periodFields,
  /** Flow-adjusted (modified Dietz): the money that came and went is no part of it. */
  return_pct: numberOrNull,
  reasons: reasonsOf<PeriodFigure>(),
};
const periodComparisonView = view(periodComparisonFields);
export type PeriodComparison = ViewOf<typeof periodComparisonView>;

/** Both lines begin at 100 on the first day; that of the portfolio is time-weighted, as an index is. */
const comparisonPointView = view({ date, portfolio: numberOrNull, benchmark: numberOrNull });
export type ComparisonPoint = ViewOf<typeof comparisonPointView>;

/** A portfolio against an index. */
export const comparisonFields = {
  portfolio: text,
  currency: text,
  /** With the currency in which its closes were compared. */
  benchmark: view({ ...benchmarkFields, currency: text }),
  /** Other indexes that may be asked for. */
  alternates: listOf(benchmarkView),
  periods: listOf(periodComparisonView),
  /** Gain and dividends since the beginning, of what was invested. */
  total_return_pct: numberOrNull,
  total_return_reason: textOrNull,
  /** The period of the lines. */
  period: oneOf(...PERIODS),
  series: listOf(comparisonPointView),
  /** The next step where there is nothing to compare; null where there is. */
  reason: textOrNull,
};
const comparison = view(comparisonFields);
export type Comparison = ViewOf<typeof comparison>;
