import { performanceQuery, performanceView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /performance (spec: Reports; Report rules 1 to 4 and 7). */
export const PERFORMANCE_ROUTES: readonly Route[] = [
  report({
    name: 'performance',
    summary: 'Performance of a portfolio: XIRR, CAGR, total and period returns, compared with an index',
    description:
      'money_made is all that was made, after charges. total_return_pct is the return on what you hold: gains on what was sold are not in it. alpha_pct is total_return_pct less benchmark.return_pct, the total return of the same payments in the index; benchmark.index_return_pct is the index alone. For each period, adjusted_return_pct and twr_pct exclude deposits and withdrawals; return_pct, the unadjusted return, does not. XIRR, CAGR and the total return are since inception, as of `to` (default: today). `from` and `to` limit the series and twr_pct. Values before the first snapshot come from the ledger and daily closes, as `basis` says. A figure that is unknown because of some holdings is null; `partial` and `partial_periods` give it for the other holdings, with the excluded ones and how to fix them.',
    query: performanceQuery,
    response: performanceView,
    of: ({ performance }) => performance,
  }),
];
