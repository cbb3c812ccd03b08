import { activityQuery, activityView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const ACTIVITY_ROUTES: readonly Route[] = [
  report({
    name: 'activity',
    summary: 'What came on record, when and where from, the newest first',
    description:
      'Rows are dated by when they came on record, not by the day they are about. Where the state of the syncs cannot be read the rest is answered, with the warning SYNC_STATE_UNAVAILABLE.',
    query: activityQuery,
    response: activityView,
    of: ({ activity }) => activity,
  }),
];
