import * as yup from 'yup';
import { SERIES_CODES } from '../../market/index.ts';
import { benchmarkFields, benchmarkView, type PeriodFigure, periodFields } from '../../performance/index.ts';
import {
  date,
  dateOrNull,
  flag,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { lifetimeGainView, partialFigures, TOTAL_STATES } from '../../portfolio/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import {
  AS_KNOWN,
  asKnown,
  VALUE_BASES,
  basisSpanView,
  lineLimitFields,
  limitsField,
} from '../measures/index.ts';
import { momentOfDay } from '../moment.ts';
import { reportQueryFields } from '../report-query.ts';
import { warnings } from '../warning.ts';

export const performanceQuery = yup
  .object({
    ...reportQueryFields,
    /** First and last day of the series. */
    from: momentOfDay,
    /** Also the day that the headline figures are of; today where it is absent. */
    to: momentOfDay,
    /** The large-cap index of the portfolio's currency where none is named. */
    benchmark: yup.string().oneOf(SERIES_CODES).optional(),
    /** `then` for the values as they were recorded; those calculated from the books of now where it is absent. */
    as_known: asKnown,
  })
  .noUnknown();
export type PerformanceQuery = yup.InferType<typeof performanceQuery>;

/** The headline figures: percentage points, null is unknown and has its reason. */
const PERFORMANCE_FIGURES = [
  'xirr_pct',
  'cagr_pct',
  'total_return_pct',
  'capital_return_pct',
  'dividend_return_pct',
  'alpha_pct',
  'twr_pct',
  'twr_annual_pct',
  'fx_return_pct',
] as const;
export type PerformanceFigure = (typeof PERFORMANCE_FIGURES)[number];

const PERFORMANCE_AMOUNTS = ['current_value', 'total_invested', 'total_gain', 'total_dividends'] as const;
export type PerformanceAmount = (typeof PERFORMANCE_AMOUNTS)[number];

/** One window up to the last day of the series. The adjusted and the time-weighted return tell how it went. */
const periodReturnView = view({
  ...periodFields,
  /** Flow-adjusted (modified Dietz): the money that came and went is excluded. alpha_pct is this less benchmark_return_pct. */
  adjusted_return_pct: numberOrNull,
  /** Daily returns chained: independent of when money came. */
  twr_pct: numberOrNull,
  /** Unadjusted: (end - start + dividends) / start, as the specification words it. Money put in counts as if earned. */
  return_pct: numberOrNull,
  /** Where the value at the beginning comes from. */
  basis: oneOfOrNull(...VALUE_BASES),
  ...limitsField,
  reasons: reasonsOf<PeriodFigure | 'adjusted_return_pct' | 'twr_pct'>(),
});
export type PeriodReturn = ViewOf<typeof periodReturnView>;

/** Raw values of a day in the currencies of the portfolio and of the index; null where one of them has none. */
const seriesPointView = view({
  date,
  /** Of the covered part; null where that is less than half: the line has a gap. */
  value: numberOrNull,
  /** The covered part of the value, in percentage points. */
  covered_pct: number,
  benchmark: numberOrNull,
  basis: oneOf(...VALUE_BASES),
});
export type SeriesPoint = ViewOf<typeof seriesPointView>;

const benchmarkReturnView = view({
  ...benchmarkFields,
  /** That of its closes here. */
  currency: text,
  /** The first payment, and the day that the figures since inception are of. */
  from: dateOrNull,
  to: dateOrNull,
  /** The total return of the same payments in the index on the same days. */
  return_pct: numberOrNull,
  reason: textOrNull,
  /** Value of the same payments in the index, in the portfolio's currency. */
  position_value: numberOrNull,
  /** The index itself between the two days: what one payment on the first would have made. */
  index_return_pct: numberOrNull,
  index_reason: textOrNull,
});
export type BenchmarkReturn = ViewOf<typeof benchmarkReturnView>;

/** GET /performance (spec: Reports; Report rules 1 to 4 and 7). */
export const performanceView = view({
  portfolio: text,
  currency: text,
  /** First and last day of the series. */
  from: dateOrNull,
  to: dateOrNull,
  /** The day that the figures since inception are of. */
  as_of: date,
  state: oneOfOrNull(...TOTAL_STATES),
  current_value: numberOrNull,
  total_invested: numberOrNull,
  total_gain: numberOrNull,
  total_dividends: numberOrNull,
  /** Everything that was made since the beginning, by its parts. */
  money_made: lifetimeGainView,
  xirr_pct: numberOrNull,
  /** AMBIGUOUS where several rates fit the flows: xirr_pct is the one nearest to no return, measured in ln(1 + rate). */
  xirr_state: oneOf('OK', 'AMBIGUOUS', 'NONE'),
  /** The other rates, the nearest to no return first. */
  xirr_alternatives_pct: listOf(number),
  cagr_pct: numberOrNull,
  /** Called the return on what you hold: of what was sold it counts the dividends alone. */
  total_return_pct: numberOrNull,
  capital_return_pct: numberOrNull,
  dividend_return_pct: numberOrNull,
  alpha_pct: numberOrNull,
  twr_pct: numberOrNull,
  twr_annual_pct: numberOrNull,
  fx_return_pct: numberOrNull,
  /** The dollar's part rests on one reference rate. */
  fx_estimated: flag,
  /** The books that the series is of: those of now, or the values recorded then. */
  as_known: oneOf(...AS_KNOWN),
  /** The basis of the values of the series. */
  spans: listOf(basisSpanView),
  /** Daily returns that the figures of the series are made of; fewer than 20 say little. */
  returns_count: whole,
  ...lineLimitFields,
  periods: listOf(periodReturnView),
  series: listOf(seriesPointView),
  benchmark: benchmarkReturnView,
  /** Other indexes that may be asked for. */
  alternates: listOf(benchmarkView),
  warnings,
  reasons: reasonsOf<PerformanceFigure | PerformanceAmount>(),
  /** Figures that are null, of the holdings for which they are known today. */
  partial: partialFigures(...PERFORMANCE_FIGURES, ...PERFORMANCE_AMOUNTS),
  explanations: explanationsOrNull,
});
export type PerformanceView = ViewOf<typeof performanceView>;
