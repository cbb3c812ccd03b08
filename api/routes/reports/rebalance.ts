import { rebalanceView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const REBALANCE_ROUTES: readonly Route[] = [
  report({
    name: 'rebalance',
    summary: 'How far a portfolio is from its targets, and trades that would bring it nearer; none is placed',
    description:
      'Targets are a portfolio’s own, by asset class, sector or symbol, or else those of its holdings; Networth has none. Quantities are whole units, thousandths for mutual funds. The trades bring the drifts of all buckets together as near to zero as whole units can, within one unit, and let the largest not grow. Money is a bucket like the others, with the target 0 where none names it.',
    query: reportQuery,
    response: rebalanceView,
    of: ({ rebalance }) => rebalance,
  }),
];
