import { monthlyReturnsView, portfolioQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const MONTHLY_RETURNS_ROUTES: readonly Route[] = [
  report({
    name: 'monthly-returns',
    summary: 'The time-weighted return of each calendar month, for a heat map',
    description:
      'From the last value of the previous month to the last value of the month; a month without either is null with a reason. `partial` covers the holdings that are known throughout, if others make a month unknown.',
    query: portfolioQuery,
    response: monthlyReturnsView,
    of: ({ monthlyReturns }) => monthlyReturns,
  }),
];
