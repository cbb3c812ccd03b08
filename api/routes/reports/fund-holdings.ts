import * as yup from 'yup';
import {
  type FundHolding,
  type FundHoldingsDay,
  fundHoldingsInput,
  type FundHoldingsView,
} from '../../../core/reports/index.ts';
import { type Route, route } from '../../route.ts';
import { paged, paging } from '../paging.ts';
import { date, flag, instant, listOf, number, pageOf, text, textOrNull, viewOf, whole } from '../schemas.ts';
import { dayField } from '../../../core/platform/index.ts';

const base = '/api/portfolio/reports/fund-holdings';
const one = `${base}/:fund_symbol`;
const tag = 'Reports';
/** Room for the contents of the broadest index funds. */
const BODY_LIMIT = 1_000_000;

const fundHoldings = viewOf<FundHoldingsView>()({
  fund_symbol: text,
  as_of: date,
  source: text,
  holdings: listOf(viewOf<FundHolding>()({ stock_symbol: text, isin: textOrNull, weight_pct: number })),
  weight_sum_pct: number,
  age_days: whole,
  is_stale: flag,
  is_held: flag,
  updated_at: instant,
});

/** What is inside funds, as a person tells it. */
export const FUND_HOLDINGS_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: base,
    summary: 'All recorded fund holdings lists, latest of each fund first',
    tag,
    query: paging,
    response: pageOf(
      viewOf<FundHoldingsDay>()({ fund_symbol: text, as_of: date, source: text, stocks_count: whole }),
    ),
    handler: async ({ core, user, query }) => paged(await core.reports.fundHoldings.list(user.userId), query),
  }),
  route({
    method: 'GET',
    path: one,
    summary: 'Holdings of a fund, latest or on a given date',
    tag,
    params: { fund_symbol: 'text' },
    query: yup.object({ as_of: dayField.optional() }).noUnknown(),
    response: fundHoldings,
    problems: { 404: ['FUND_HOLDINGS_NOT_FOUND'] },
    handler: async ({ core, user, params, query }) =>
      await core.reports.fundHoldings.read(user.userId, params.fund_symbol, query.as_of),
  }),
  route({
    method: 'PUT',
    path: one,
    summary: 'Replace the holdings of a fund on a date, by the fund’s symbol or ISIN',
    description:
      'Sending the same body again changes nothing. Weights are percentages of the fund: each at most 100, in total at most 100.5, because published weights are rounded. Each share has one row.',
    tag,
    params: { fund_symbol: 'text' },
    body: fundHoldingsInput,
    bodyLimit: BODY_LIMIT,
    response: fundHoldings,
    handler: async ({ core, user, params, body, actor }) =>
      await core.reports.fundHoldings.replace(user.userId, params.fund_symbol, body, actor),
  }),
  route({
    method: 'DELETE',
    path: one,
    summary: 'Delete the holdings of a fund on a date',
    tag,
    params: { fund_symbol: 'text' },
    query: yup.object({ as_of: dayField.required('as_of is required: the day to forget.') }).noUnknown(),
    response: null,
    problems: { 404: ['FUND_HOLDINGS_NOT_FOUND'] },
    handler: async ({ core, user, params, query, actor }) =>
      await core.reports.fundHoldings.remove(user.userId, params.fund_symbol, query.as_of, actor),
  }),
];
