import * as yup from 'yup';
import type {
  ExposedStock,
  ExposureSource,
  FundSnapshot,
  HeldFund,
  OverlapView,
  OverlapWarning,
} from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import {
  date,
  dateOrNull,
  flag,
  instant,
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
import { report } from './report.ts';
import { reportQuery } from './words.ts';

const source = viewOf<ExposureSource>()({
  kind: oneOf('DIRECT', 'FUND'),
  symbol: text,
  name: textOrNull,
  portfolios: listOf(text),
  portfolio_weight_pct: numberOrNull,
  stock_weight_pct: number,
  effective_weight_pct: numberOrNull,
  value: numberOrNull,
  as_of: dateOrNull,
  is_stale: flag,
  reason: textOrNull,
});

const stock = viewOf<ExposedStock>()({
  stock_symbol: text,
  name: textOrNull,
  isin: textOrNull,
  known_by: oneOf('REGISTRY', 'ISIN', 'WORDS'),
  effective_weight_pct: numberOrNull,
  value: numberOrNull,
  is_overlap: flag,
  is_above_threshold: flag,
  sources: listOf(source),
});

const overlap = viewOf<OverlapView>()({
  portfolio: text,
  currency: text,
  calculated_at: instant,
  total_value: numberOrNull,
  threshold_pct: number,
  stale_days: whole,
  exposed_stocks: listOf(stock),
  warnings: listOf(
    viewOf<OverlapWarning>()({
      code: oneOf(
        'OVERLAP_ABOVE_THRESHOLD',
        'EXPOSURE_ABOVE_THRESHOLD',
        'FUND_HOLDINGS_MISSING',
        'FUND_HOLDINGS_STALE',
        'FUND_HOLDINGS_INCOMPLETE',
        'VALUATION_PARTIAL',
        'FX_ESTIMATED',
      ),
      message: text,
      stock_symbol: textOrNull,
      fund_symbol: textOrNull,
    }),
  ),
  covered_funds: listOf(text),
  missing_funds: listOf(text),
  fund_snapshots: listOf(
    viewOf<FundSnapshot>()({
      fund_symbol: text,
      as_of: date,
      age_days: whole,
      is_stale: flag,
      source: text,
      stocks_count: whole,
      weight_sum_pct: number,
    }),
  ),
  funds: listOf(
    viewOf<HeldFund>()({
      symbol: text,
      name: textOrNull,
      isin: textOrNull,
      asset_class: text,
      portfolios: listOf(text),
      value: numberOrNull,
      portfolio_weight_pct: numberOrNull,
      is_covered: flag,
    }),
  ),
  covered_weight_pct: numberOrNull,
  missing_weight_pct: numberOrNull,
  reason: textOrNull,
  explanations: explanationsOrNull,
});

export const OVERLAP_ROUTES: readonly Route[] = [
  report({
    name: 'overlap',
    summary: 'The companies a portfolio holds directly and through funds, with sources',
    description:
      'A company’s effective weight is the sum over its sources of the source’s share of the portfolio times the company’s share inside it. `missing_funds` are funds without recorded holdings: their overlap is unknown, not zero.',
    query: yup.object(reportQuery).noUnknown(),
    response: overlap,
    of: ({ overlap }) => overlap,
  }),
];
