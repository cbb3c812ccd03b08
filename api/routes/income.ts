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
    summary: 'Income events, newest first by default',
    description:
      'Cancelled events are included only with `status=CANCELLED`. `status=EXPECTED` returns all upcoming events: FORECAST, DECLARED and ENTITLED.',
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
      '`paid` is after tax withheld; `expected` and `unrecorded` are before tax. `unrecorded` is overdue income: units were entitled, the date has passed, and no payment is recorded.',
    tag,
    query: incomeSummaryQuery,
    response: incomeSummaryView,
    handler: async ({ core, user, query }) => await core.income.summary(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${base}/bonds`,
    summary: 'Held bonds with their coupons of the next 12 months and their principal',
    tag,
    query: paging,
    response: pageOf(bondView),
    handler: async ({ core, user, query }) => paged(await core.income.bonds(user.userId), query),
  }),
  route({
    method: 'POST',
    path: `${base}/recompute`,
    summary: 'Recalculate income events from the ledger, announcements and bonds',
    description:
      'Running it twice changes nothing. With `refresh_declared`, exchange announcements are fetched first, at most once an hour; if that fails, `declared.reason` says why and known announcements stay.',
    tag,
    body: recomputeInput,
    response: recomputeView,
    handler: async ({ core, user, actor, body }) => await core.income.recompute(user.userId, actor, body),
  }),
];
