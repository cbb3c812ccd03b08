import * as yup from 'yup';
import {
  date,
  dateOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  reasonsOf,
  text,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import { AS_KNOWN, asKnown, VALUE_BASES, basisSpanView, lineLimitFields } from '../measures/index.ts';
import { momentOfDay } from '../moment.ts';
import { reportQueryFields } from '../report-query.ts';
import { warnings } from '../warning.ts';

/** `from` and `to` are the first and last day of the series. */
export const riskQuery = yup
  .object({ ...reportQueryFields, from: momentOfDay, to: momentOfDay, as_known: asKnown })
  .noUnknown();
export type RiskQuery = yup.InferType<typeof riskQuery>;

const RISK_FIGURES = [
  'max_drawdown_pct',
  'current_drawdown_pct',
  'volatility_pct',
  'sharpe',
  'cagr_pct',
] as const;
export type RiskFigure = (typeof RISK_FIGURES)[number];

/** A day and its return in percentage points. */
const dayReturnView = view({ date, return_pct: number });
export type DayReturn = ViewOf<typeof dayReturnView>;

/** GET /risk (spec: Reports; Report rules 6). */
export const riskView = view({
  portfolio: text,
  currency: text,
  /** First and last day of the series. */
  from: dateOrNull,
  to: dateOrNull,
  max_drawdown_pct: numberOrNull,
  current_drawdown_pct: numberOrNull,
  volatility_pct: numberOrNull,
  sharpe: numberOrNull,
  cagr_pct: numberOrNull,
  /** The highest day before the deepest fall, its lowest, and the first one back at that height; percentages are positive. */
  peak_date: dateOrNull,
  trough_date: dateOrNull,
  /** Null while it is still below, or never fell. */
  recovery_date: dateOrNull,
  /** How many daily returns volatility is made of. */
  returns_count: whole,
  best_day: dayReturnView.nullable().defined(),
  worst_day: dayReturnView.nullable().defined(),
  /** Each day below the highest one so far; null where less than half of the value is covered: the line has a gap. */
  series: listOf(view({ date, drawdown_pct: numberOrNull, basis: oneOf(...VALUE_BASES) })),
  reasons: reasonsOf<RiskFigure | 'recovery_date'>(),
  risk_free_rate_pct: number,
  trading_days_per_year: whole,
  as_known: oneOf(...AS_KNOWN),
  /** The basis of the values of the series. */
  spans: listOf(basisSpanView),
  ...lineLimitFields,
  warnings,
  explanations: explanationsOrNull,
});
export type RiskView = ViewOf<typeof riskView>;
