import { type DividendYieldView, dividendYieldQuery } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import {
  date,
  dateOrNull,
  exactly,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';

export const usedRates = listOf(
  exactly({ from: text, to: text, rate: number, day: dateOrNull, source: text, is_estimated: flag }),
);

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
  trend: listOf(exactly({ year: whole, label: text, is_ytd: flag, paid: numberOrNull, payments: whole })),
  explanations: explanationsOrNull,
});

export const DIVIDEND_YIELD_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/dividend-yield',
    summary: 'Dividends of the last twelve months by cost and by value, and by calendar year',
    description:
      'Paid is after the tax withheld; amounts in other currencies are converted at the newest rates. A yield is null with its reason where there is nothing to divide by.',
    tag: 'Reports',
    query: dividendYieldQuery,
    response: dividendYield,
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      Reply.json(await core.reports.dividendYield.readJson(user.userId, query)),
  }),
];
