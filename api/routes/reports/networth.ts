import { netWorthQuery, netWorthView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const NETWORTH_ROUTES: readonly Route[] = [
  report({
    name: 'networth',
    summary: 'Everything owned less everything owed, by portfolio and by debt, with its history',
    description:
      'A day of the history is reduced by what was on record as owed then; days before anything was written down are reduced by what is owed now (`liabilities_basis`). `from` and `to` narrow the history alone.',
    query: netWorthQuery,
    response: netWorthView,
    of: ({ networth }) => networth,
  }),
];
