import { dividendYieldView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const DIVIDEND_YIELD_ROUTES: readonly Route[] = [
  report({
    name: 'dividend-yield',
    summary: 'Dividend yield of the last 12 months on cost and on value, and dividends by calendar year',
    description:
      'Paid amounts are after tax withheld; other currencies are converted at the latest rates. A yield is null with a reason if there is nothing to divide by.',
    query: reportQuery,
    response: dividendYieldView,
    of: ({ dividendYield }) => dividendYield,
  }),
];
