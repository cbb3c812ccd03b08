import { performanceQuery, performanceView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /performance (spec: Reports; Report rules 1 to 4 and 7). */
export const PERFORMANCE_ROUTES: readonly Route[] = [
  report({
    name: 'performance',
    summary: 'Performance of a portfolio: XIRR, CAGR, total and period returns, compared with an index',
    description:
      'money_made is all that was made, after charges. total_return_pct is the return on what you hold: gains on what was sold are not in it. alpha_pct is total_return_pct less benchmark.return_pct, the total return of the same payments in the index; benchmark.index_return_pct is the index alone. For each period, adjusted_return_pct and twr_pct exclude deposits and withdrawals; return_pct, the unadjusted return, does not. XIRR, CAGR and the total return are since inception, as of `to` (default: today). `from` and `to` limit the series and twr_pct. The series, periods and time-weighted returns are calculated from the transactions, closes and rates as they are known now; `spans` says where recorded holdings are part of it, and `as_known=then` answers the values recorded at the time. They are of the part of the portfolio that has a price and a rate on each day: `coverage` says how much that is and what is excluded. A figure of today that is unknown because of some holdings is null; `partial` gives it for the other holdings.',
    query: performanceQuery,
    response: performanceView,
    of: ({ performance }) => performance,
  }),
];
