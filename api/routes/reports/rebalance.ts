import { rebalanceView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const REBALANCE_ROUTES: readonly Route[] = [
  report({
    name: 'rebalance',
    summary: 'Drift of a portfolio from its targets, with suggested trades; no order is placed',
    description:
      'Targets are those of the portfolio, by asset class, sector or symbol, or else of its holdings; Networth has none. Quantities are whole units, thousandths for mutual funds. The trades bring the total drift as close to zero as whole units allow, within one unit, without increasing the largest drift. Cash is a bucket like the others, with target 0 by default.',
    query: reportQuery,
    response: rebalanceView,
    of: ({ rebalance }) => rebalance,
  }),
];
