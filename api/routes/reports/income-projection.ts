import { type IncomeProjectionView, incomeProjectionQuery } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import {
  date,
  exactly,
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

const sums = listOf(exactly({ currency: text, amount: number, events: whole }));

const projection = viewOf<IncomeProjectionView>()({
  calculated_at: instant,
  portfolio: text,
  from: date,
  to: date,
  months: listOf(exactly({ month: text, by_currency: sums, expected_amount: numberOrNull, events: whole })),
  by_currency: sums,
  currency: textOrNull,
  expected_amount: numberOrNull,
  reason: textOrNull,
  unrecorded: sums,
  unknown_amounts: whole,
  explanations: explanationsOrNull,
});

export const INCOME_PROJECTION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/income-projection',
    summary: 'Income that is still to come, month by month',
    description:
      'What is FORECAST, DECLARED or ENTITLED, before tax, from the current month on; months without income are there as well. `expected_amount` is null where currencies mix.',
    tag: 'Reports',
    query: incomeProjectionQuery,
    response: projection,
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      Reply.json(await core.reports.incomeProjection.readJson(user.userId, query)),
  }),
];
