import { monthlyReturnsView, portfolioQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const MONTHLY_RETURNS_ROUTES: readonly Route[] = [
  report({
    name: 'monthly-returns',
    summary: 'The time-weighted return of each calendar month, for a heat map',
    description:
      'From the last value of the month before to the last one of the month; a month of which either is not on record has no figure but a reason. `partial` has the months of the holdings that are known throughout, where others keep one unknown.',
    query: portfolioQuery,
    response: monthlyReturnsView,
    of: ({ monthlyReturns }) => monthlyReturns,
  }),
];
