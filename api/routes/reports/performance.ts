import * as yup from 'yup';
import { SERIES_CODES } from '../../../core/market/index.ts';
import type {
  BenchmarkReturn,
  PartialPeriods,
  PerformanceView,
  PeriodReturn,
  SeriesPoint,
} from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import {
  date,
  dateOrNull,
  exactly,
  flag,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';
import { momentOfDay } from '../../../core/reports/index.ts';
import { report } from './report.ts';
import { part, partialFigures, reasons, reportQuery, warnings } from './words.ts';
import { PERIODS } from '../../../core/performance/index.ts';

const code = oneOf(...SERIES_CODES);
const basis = oneOf('SNAPSHOT', 'LEDGER');

const period = viewOf<PeriodReturn>()({
  period: oneOf(...PERIODS),
  from: dateOrNull,
  to: dateOrNull,
  basis: basis.nullable().defined(),
  start_value: numberOrNull,
  end_value: numberOrNull,
  net_flow: numberOrNull,
  dividends: numberOrNull,
  unexplained_days: whole,
  adjusted_return_pct: numberOrNull,
  twr_pct: numberOrNull,
  benchmark_return_pct: numberOrNull,
  index_return_pct: numberOrNull,
  alpha_pct: numberOrNull,
  return_pct: numberOrNull,
  reasons,
});

const performance = viewOf<PerformanceView>()({
  portfolio: text,
  currency: text,
  from: dateOrNull,
  to: dateOrNull,
  as_of: date,
  state: textOrNull,
  current_value: numberOrNull,
  total_invested: numberOrNull,
  total_gain: numberOrNull,
  total_dividends: numberOrNull,
  xirr_pct: numberOrNull,
  xirr_state: oneOf('OK', 'AMBIGUOUS', 'NONE'),
  xirr_alternatives_pct: listOf(number),
  cagr_pct: numberOrNull,
  total_return_pct: numberOrNull,
  capital_return_pct: numberOrNull,
  dividend_return_pct: numberOrNull,
  alpha_pct: numberOrNull,
  twr_pct: numberOrNull,
  twr_annual_pct: numberOrNull,
  fx_return_pct: numberOrNull,
  fx_estimated: flag,
  recorded_from: dateOrNull,
  periods: listOf(period),
  series: listOf(viewOf<SeriesPoint>()({ date, value: number, benchmark: numberOrNull, basis })),
  benchmark: viewOf<BenchmarkReturn>()({
    code,
    name: text,
    currency: text,
    from: dateOrNull,
    to: dateOrNull,
    return_pct: numberOrNull,
    reason: textOrNull,
    position_value: numberOrNull,
    index_return_pct: numberOrNull,
    index_reason: textOrNull,
  }),
  alternates: listOf(exactly({ code, name: text })),
  warnings,
  reasons,
  partial: partialFigures(
    'xirr_pct',
    'cagr_pct',
    'total_return_pct',
    'capital_return_pct',
    'dividend_return_pct',
    'alpha_pct',
    'twr_pct',
    'twr_annual_pct',
    'fx_return_pct',
    'current_value',
    'total_invested',
    'total_gain',
    'total_dividends',
  ),
  partial_periods: viewOf<PartialPeriods>()({ ...part, periods: listOf(period) })
    .nullable()
    .defined(),
  explanations: explanationsOrNull,
});

/** GET /performance (spec: Reports; Report rules 1 to 4 and 7). */
export const PERFORMANCE_ROUTES: readonly Route[] = [
  report({
    name: 'performance',
    summary: 'Performance of a portfolio: XIRR, CAGR, total and period returns, against an index',
    description:
      'alpha_pct is total_return_pct less benchmark.return_pct, the total return of the same payments in the index; benchmark.index_return_pct is the index alone. For each period, adjusted_return_pct and twr_pct exclude deposits and withdrawals; return_pct, the unadjusted return, does not. XIRR, CAGR and the total return are since inception, as of `to` (default: today). `from` and `to` limit the series and twr_pct. Values before the first snapshot come from the ledger and daily closes, as `basis` says. A figure that is unknown because of some holdings is null; `partial` and `partial_periods` give it for the other holdings, with the excluded ones and how to fix them.',
    query: yup
      .object({
        ...reportQuery,
        from: momentOfDay,
        to: momentOfDay,
        benchmark: yup.string().oneOf(SERIES_CODES).optional(),
      })
      .noUnknown(),
    response: performance,
    of: ({ performance }) => performance,
  }),
];
