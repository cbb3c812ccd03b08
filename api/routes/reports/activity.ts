import { activityQuery, activityView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const ACTIVITY_ROUTES: readonly Route[] = [
  report({
    name: 'activity',
    summary: 'Recorded activity with time and source, newest first',
    description:
      'Rows are dated by when they were recorded, not by the date they apply to. If the sync states cannot be read, the rest is returned with the warning SYNC_STATE_UNAVAILABLE.',
    query: activityQuery,
    response: activityView,
    of: ({ activity }) => activity,
  }),
];
