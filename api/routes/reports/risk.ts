import { riskQuery, riskView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /risk (spec: Reports; Report rules 6). */
export const RISK_ROUTES: readonly Route[] = [
  report({
    name: 'risk',
    summary: 'Maximum drawdown with its dates, yearly volatility, and Sharpe ratio',
    description:
      'Drawdowns are positive percentages below the previous peak. Deposits and withdrawals count as neither gain nor loss. If a figure is unknown because of some holdings, `partial` has it for the others.',
    query: riskQuery,
    response: riskView,
    of: ({ risk }) => risk,
  }),
];
