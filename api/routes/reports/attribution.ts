import { attributionView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /attribution (spec: Reports; Report rules 5). */
export const ATTRIBUTION_ROUTES: readonly Route[] = [
  report({
    name: 'attribution',
    summary: 'Contribution of each holding to the gain, in percentage points of the invested amount',
    query: reportQuery,
    response: attributionView,
    of: ({ attribution }) => attribution,
  }),
];
