import { dividendYieldView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const DIVIDEND_YIELD_ROUTES: readonly Route[] = [
  report({
    name: 'dividend-yield',
    summary: 'Dividends of the last twelve months by cost and by value, and by calendar year',
    description:
      'Paid is after the tax withheld; amounts in other currencies are converted at the newest rates. A yield is null with its reason where there is nothing to divide by.',
    query: reportQuery,
    response: dividendYieldView,
    of: ({ dividendYield }) => dividendYield,
  }),
];
