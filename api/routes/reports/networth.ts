import { netWorthQuery, netWorthView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const NETWORTH_ROUTES: readonly Route[] = [
  report({
    name: 'networth',
    summary: 'Net worth by portfolio and liability, with history',
    description:
      'Each day of the history subtracts the liabilities recorded for that day; days before the first record subtract today’s liabilities (`liabilities_basis`). `from` and `to` limit only the history.',
    query: netWorthQuery,
    response: netWorthView,
    of: ({ networth }) => networth,
  }),
];
