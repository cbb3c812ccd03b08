import { type IncomeProjectionView, incomeProjectionQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
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
import { report } from './report.ts';

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
  report({
    name: 'income-projection',
    summary: 'Upcoming income by month',
    description:
      'FORECAST, DECLARED and ENTITLED events, before tax, from the current month on, including months without income. `expected_amount` is null if currencies mix.',
    query: incomeProjectionQuery,
    response: projection,
    of: ({ incomeProjection }) => incomeProjection,
  }),
];
