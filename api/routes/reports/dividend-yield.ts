import { type DividendYieldView, dividendYieldQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import {
  date,
  exactly,
  flag,
  instant,
  listOf,
  numberOrNull,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';
import { report } from './report.ts';
import { usedRates } from './words.ts';

const dividendYield = viewOf<DividendYieldView>()({
  calculated_at: instant,
  portfolio: text,
  currency: text,
  from: date,
  to: date,
  paid: numberOrNull,
  withheld_tax: numberOrNull,
  payments: whole,
  paid_reason: textOrNull,
  cost_basis: numberOrNull,
  cost_basis_reason: textOrNull,
  market_value: numberOrNull,
  market_value_reason: textOrNull,
  yield_on_cost_pct: numberOrNull,
  yield_on_cost_reason: textOrNull,
  current_yield_pct: numberOrNull,
  current_yield_reason: textOrNull,
  is_estimated: flag,
  fx_rates: usedRates,
  trend: listOf(
    exactly({
      year: whole,
      label: text,
      is_ytd: flag,
      paid: numberOrNull,
      payments: whole,
      reason: textOrNull,
    }),
  ),
  explanations: explanationsOrNull,
});

export const DIVIDEND_YIELD_ROUTES: readonly Route[] = [
  report({
    name: 'dividend-yield',
    summary: 'Dividend yield of the last 12 months on cost and on value, and dividends by calendar year',
    description:
      'Paid amounts are after tax withheld; other currencies are converted at the latest rates. A yield is null with a reason if there is nothing to divide by.',
    query: dividendYieldQuery,
    response: dividendYield,
    of: ({ dividendYield }) => dividendYield,
  }),
];
