import {
  fundHoldingsDayQuery,
  fundHoldingsDayView,
  fundHoldingsInput,
  fundHoldingsQuery,
  fundHoldingsView,
} from '../../../core/reports/index.ts';
import { pageOf } from '../../../core/platform/schema/index.ts';
import { type Route, route } from '../../route.ts';
import { paged, paging } from '../paging.ts';

const base = '/api/portfolio/reports/fund-holdings';
const one = `${base}/:fund_symbol`;
const tag = 'Reports';
/** Room for the contents of the broadest index funds. */
const BODY_LIMIT = 1_000_000;

/** What is inside funds, as a person enters it. */
export const FUND_HOLDINGS_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: base,
    summary: 'All recorded fund holdings lists, latest of each fund first',
    tag,
    query: paging,
    response: pageOf(fundHoldingsDayView),
    handler: async ({ core, user, query }) => paged(await core.reports.fundHoldings.list(user.userId), query),
  }),
  route({
    method: 'GET',
    path: one,
    summary: 'Holdings of a fund, latest or on a given date',
    tag,
    params: { fund_symbol: 'text' },
    query: fundHoldingsQuery,
    response: fundHoldingsView,
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
    response: fundHoldingsView,
    handler: async ({ core, user, params, body, actor }) =>
      await core.reports.fundHoldings.replace(user.userId, params.fund_symbol, body, actor),
  }),
  route({
    method: 'DELETE',
    path: one,
    summary: 'Delete the holdings of a fund on a date',
    tag,
    params: { fund_symbol: 'text' },
    query: fundHoldingsDayQuery,
    response: null,
    problems: { 404: ['FUND_HOLDINGS_NOT_FOUND'] },
    handler: async ({ core, user, params, query, actor }) =>
      await core.reports.fundHoldings.remove(user.userId, params.fund_symbol, query.as_of, actor),
  }),
];
