import * as yup from 'yup';
import type { DayReturn, PartialRisk, RiskView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import {
  date,
  dateOrNull,
  exactly,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  viewOf,
  whole,
} from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';
import { momentOfDay } from './moment.ts';
import { report } from './report.ts';
import { part, reasons, reportQuery, warnings } from './words.ts';

const dayReturn = viewOf<DayReturn>()({ date, return_pct: number }).nullable().defined();

const figures = {
  max_drawdown_pct: numberOrNull,
  peak_date: dateOrNull,
  trough_date: dateOrNull,
  recovery_date: dateOrNull,
  current_drawdown_pct: numberOrNull,
  volatility_pct: numberOrNull,
  sharpe: numberOrNull,
  cagr_pct: numberOrNull,
  returns_count: whole,
  best_day: dayReturn,
  worst_day: dayReturn,
  series: listOf(exactly({ date, drawdown_pct: number, basis: oneOf('SNAPSHOT', 'LEDGER') })),
  reasons,
};

const risk = viewOf<RiskView>()({
  portfolio: text,
  currency: text,
  from: dateOrNull,
  to: dateOrNull,
  risk_free_rate_pct: number,
  trading_days_per_year: whole,
  ...figures,
  recorded_from: dateOrNull,
  warnings,
  partial: viewOf<PartialRisk>()({
    ...part,
    from: dateOrNull,
    to: dateOrNull,
    ...figures,
    instead_of: listOf(
      oneOf('max_drawdown_pct', 'current_drawdown_pct', 'volatility_pct', 'sharpe', 'cagr_pct'),
    ),
  })
    .nullable()
    .defined(),
  explanations: explanationsOrNull,
});

/** GET /risk (spec: Reports; Report rules 6). */
export const RISK_ROUTES: readonly Route[] = [
  report({
    name: 'risk',
    summary: 'The deepest fall with its days, volatility a year, and Sharpe ratio',
    description:
      'Drawdowns are positive percentages below the highest day before. Money that came or went is neither gain nor loss. Where some holdings keep a figure unknown, `partial` has it for the others.',
    query: yup.object({ ...reportQuery, from: momentOfDay, to: momentOfDay }).noUnknown(),
    response: risk,
    of: ({ risk }) => risk,
  }),
];
