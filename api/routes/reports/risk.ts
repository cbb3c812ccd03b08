import { riskQuery, riskView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /risk (spec: Reports; Report rules 6). */
export const RISK_ROUTES: readonly Route[] = [
  report({
    name: 'risk',
    summary: 'The deepest fall with its days, volatility a year, and Sharpe ratio',
    description:
      'Drawdowns are positive percentages below the highest day before. Money that came or went is neither gain nor loss. Where some holdings keep a figure unknown, `partial` has it for the others.',
    query: riskQuery,
    response: riskView,
    of: ({ risk }) => risk,
  }),
];
