import {
  bondView,
  incomeEventView,
  incomeQuery,
  incomeSummaryQuery,
  incomeSummaryView,
  recomputeInput,
  recomputeView,
} from '../../core/income/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';

const base = '/api/portfolio/income';
const tag = 'Income';

/** Dividends and coupons: paid, due and expected (spec: Income rules). */
export const INCOME_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${base}/events`,
    summary: 'Income events, the newest day first by default',
    description:
      'Cancelled events are there only with `status=CANCELLED`. `status=EXPECTED` gives all that is still to come: FORECAST, DECLARED and ENTITLED.',
    tag,
    query: incomeQuery,
    response: pageOf(incomeEventView),
    handler: async ({ core, user, query }) => await core.income.events(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${base}/summary`,
    summary: 'Income by currency, year, month and symbol',
    description:
      '`paid` is after the tax withheld, `expected` and `unrecorded` are before it. `unrecorded` is what units were entitled to on a day that has passed, with no payment on record.',
    tag,
    query: incomeSummaryQuery,
    response: incomeSummaryView,
    handler: async ({ core, user, query }) => await core.income.summary(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${base}/bonds`,
    summary: 'Held bonds with their coupons of the next twelve months and their principal',
    tag,
    query: paging,
    response: pageOf(bondView),
    handler: async ({ core, user, query }) => paged(await core.income.bonds(user.userId), query),
  }),
  route({
    method: 'POST',
    path: `${base}/recompute`,
    summary: 'Work out the income events anew from the ledger, the announcements and the bonds',
    description:
      'A second run changes nothing. With `refresh_declared` the exchange is asked first for what was announced, at most once an hour; where that fails, `declared.reason` says why and what is known stands.',
    tag,
    body: recomputeInput,
    response: recomputeView,
    handler: async ({ core, user, actor, body }) => await core.income.recompute(user.userId, actor, body),
  }),
];
