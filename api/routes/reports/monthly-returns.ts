import * as yup from 'yup';
import type { MonthlyReturnsView, MonthReturn, PartialMonths } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { dateOrNull, flag, listOf, numberOrNull, text, textOrNull, viewOf, whole } from '../schemas.ts';
import { report } from './report.ts';
import { part, warnings } from './words.ts';

const month = viewOf<MonthReturn>()({
  year: whole,
  month: whole,
  from: dateOrNull,
  to: dateOrNull,
  return_pct: numberOrNull,
  is_partial: flag,
  basis: textOrNull,
  reason: textOrNull,
});

const monthlyReturns = viewOf<MonthlyReturnsView>()({
  portfolio: text,
  currency: text,
  from: dateOrNull,
  to: dateOrNull,
  months: listOf(month),
  reason: textOrNull,
  warnings,
  partial: viewOf<PartialMonths>()({ ...part, months: listOf(month) })
    .nullable()
    .defined(),
});

export const MONTHLY_RETURNS_ROUTES: readonly Route[] = [
  report({
    name: 'monthly-returns',
    summary: 'The time-weighted return of each calendar month, for a heat map',
    description:
      'From the last value of the previous month to the last value of the month; a month without either is null with a reason. `partial` covers the holdings that are known throughout, if others make a month unknown.',
    query: yup.object({ portfolio: yup.string().max(80).optional() }).noUnknown(),
    response: monthlyReturns,
    of: ({ monthlyReturns }) => monthlyReturns,
  }),
];
