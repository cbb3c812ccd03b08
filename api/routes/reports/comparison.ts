import * as yup from 'yup';
import { SERIES_CODES } from '../../../core/market/index.ts';
import type { ComparisonView, PartialComparison } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import {
  date,
  dateOrNull,
  exactly,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { report } from './report.ts';
import { part, reasons, warnings } from './words.ts';
import { type ComparisonPoint, type PeriodComparison, PERIODS } from '../../../core/performance/index.ts';

const code = oneOf(...SERIES_CODES);
const period = oneOf(...PERIODS);

const one = viewOf<PeriodComparison>()({
  period,
  from: dateOrNull,
  to: dateOrNull,
  start_value: numberOrNull,
  end_value: numberOrNull,
  net_flow: numberOrNull,
  dividends: numberOrNull,
  unexplained_days: whole,
  return_pct: numberOrNull,
  benchmark_return_pct: numberOrNull,
  index_return_pct: numberOrNull,
  alpha_pct: numberOrNull,
  reasons,
});
const series = listOf(viewOf<ComparisonPoint>()({ date, portfolio: numberOrNull, benchmark: numberOrNull }));

const comparison = viewOf<ComparisonView>()({
  portfolio: text,
  currency: text,
  benchmark: exactly({ code, name: text, currency: text }),
  alternates: listOf(exactly({ code, name: text })),
  periods: listOf(one),
  total_return_pct: numberOrNull,
  total_return_reason: textOrNull,
  period,
  series,
  reason: textOrNull,
  warnings,
  partial: viewOf<PartialComparison>()({
    ...part,
    periods: listOf(one),
    lines: exactly({ period, series }).nullable().defined(),
  })
    .nullable()
    .defined(),
});

/** The lines that `/benchmark` draws in the chat (spec: Report rules 4). */
export const COMPARISON_ROUTES: readonly Route[] = [
  report({
    name: 'comparison',
    summary: 'A portfolio and an index as two lines starting at 100, over one period',
    description:
      'The portfolio line is time-weighted, so deposits and withdrawals do not affect it. For each period, `return_pct` is flow-adjusted, `benchmark_return_pct` is the same payments in the index, `alpha_pct` their difference, and `index_return_pct` the index alone. Without `period`, it is the longest period both have, up to a year. Each line has at most 300 days. `partial` has periods that are unknown only because of some holdings.',
    query: yup
      .object({
        portfolio: yup.string().max(80).optional(),
        benchmark: yup.string().oneOf(SERIES_CODES).optional(),
        period: yup.string().oneOf(PERIODS).optional(),
      })
      .noUnknown(),
    response: comparison,
    of: ({ comparison }) => comparison,
  }),
];
