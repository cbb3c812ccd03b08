import { comparisonQuery, comparisonView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** The lines that `/benchmark` draws in the chat (spec: Report rules 4). */
export const COMPARISON_ROUTES: readonly Route[] = [
  report({
    name: 'comparison',
    summary: 'A portfolio and an index as two lines starting at 100, over one period',
    description:
      'The portfolio line is time-weighted, so deposits and withdrawals do not affect it. For each period, `return_pct` is flow-adjusted, `benchmark_return_pct` is the same payments in the index, `alpha_pct` their difference, and `index_return_pct` the index alone. Without `period`, it is the longest period both have, up to a year. Each line has at most 300 days. `partial` has periods that are unknown only because of some holdings.',
    query: comparisonQuery,
    response: comparisonView,
    of: ({ comparison }) => comparison,
  }),
];
