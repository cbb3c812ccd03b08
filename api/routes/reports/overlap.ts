import { overlapView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const OVERLAP_ROUTES: readonly Route[] = [
  report({
    name: 'overlap',
    summary: 'The companies a portfolio holds directly and through funds, with sources',
    description:
      'A company’s effective weight is the sum over its sources of the source’s share of the portfolio times the company’s share inside it. `missing_funds` are funds without recorded holdings: their overlap is unknown, not zero.',
    query: reportQuery,
    response: overlapView,
    of: ({ overlap }) => overlap,
  }),
];
