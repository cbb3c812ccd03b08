import { attributionView, reportQuery } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

/** GET /attribution (spec: Reports; Report rules 5). */
export const ATTRIBUTION_ROUTES: readonly Route[] = [
  report({
    name: 'attribution',
    summary: 'Which holdings made the gain and which took from it, in points of all that is invested',
    query: reportQuery,
    response: attributionView,
    of: ({ attribution }) => attribution,
  }),
];
