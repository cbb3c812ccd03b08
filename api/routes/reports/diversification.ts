import { diversificationView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /diversification (spec: Reports). */
export const DIVERSIFICATION_ROUTES: readonly Route[] = [
  report({
    name: 'diversification',
    summary: 'Allocation over asset classes, sectors and holdings, in the base currency of Networth',
    query: reportQuery,
    response: diversificationView,
    of: ({ diversification }) => diversification,
  }),
];
