import { performanceQuery, performanceView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /performance (spec: Reports; Report rules 1 to 4 and 7). */
export const PERFORMANCE_ROUTES: readonly Route[] = [
  report({
    name: 'performance',
    summary: 'What a portfolio earned: XIRR, CAGR, total and period returns, against an index',
    description:
      'alpha_pct is total_return_pct less benchmark.return_pct, the total return of the same payments in the index; benchmark.index_return_pct is the index itself. Of each window adjusted_return_pct and twr_pct leave out the money that moved, and return_pct, the unadjusted one, does not. XIRR, CAGR and the total return are since inception, as of `to` (today where it is left out). `from` and `to` limit the series and twr_pct. Values of days before the first snapshot come from the ledger and daily closes, as `basis` says. A figure that some holdings keep unknown is null; `partial` and `partial_periods` give it for the others, with what is left out and how to mend it.',
    query: performanceQuery,
    response: performanceView,
    of: ({ performance }) => performance,
  }),
];
