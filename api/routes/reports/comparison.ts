import { comparisonQuery, comparisonView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** The lines that `/benchmark` draws in the chat (spec: Report rules 4). */
export const COMPARISON_ROUTES: readonly Route[] = [
  report({
    name: 'comparison',
    summary: 'A portfolio and an index as two lines that begin at 100, over one period',
    description:
      'The line of the portfolio is time-weighted: money that was put in or taken out is no part of it. Of each period `return_pct` is flow-adjusted, `benchmark_return_pct` is the same payments in the index, `alpha_pct` the one less the other, and `index_return_pct` the index itself. Without `period` it is the longest that both have, a year at most. Each line has at most 300 days. `partial` has the periods that only some holdings keep unknown.',
    query: comparisonQuery,
    response: comparisonView,
    of: ({ comparison }) => comparison,
  }),
];
