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
    summary: 'Every fund and day whose contents are on record, the newest day of each fund first',
    tag,
    query: paging,
    response: pageOf(fundHoldingsDayView),
    handler: async ({ core, user, query }) => paged(await core.reports.fundHoldings.list(user.userId), query),
  }),
  route({
    method: 'GET',
    path: one,
    summary: 'What a fund holds, on the newest day on record or on one day',
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
    summary: 'Replace what a fund holds on a day, by the symbol or ISIN of the fund',
    description:
      'The same body again changes nothing. Weights are percentage points of the fund: each at most 100, all together at most 100.5, since published ones are rounded. A share stands in one row.',
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
    summary: 'Forget what a fund held on a day, such as one with a wrong date',
    tag,
    params: { fund_symbol: 'text' },
    query: fundHoldingsDayQuery,
    response: null,
    problems: { 404: ['FUND_HOLDINGS_NOT_FOUND'] },
    handler: async ({ core, user, params, query, actor }) =>
      await core.reports.fundHoldings.remove(user.userId, params.fund_symbol, query.as_of, actor),
  }),
];
