import { upcomingQuery, upcomingView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const CALENDAR_ROUTES: readonly Route[] = [
  report({
    name: 'calendar',
    summary: 'Dates of income, SIP instalments and goals, ascending',
    description:
      'The next 90 days by default, at most ten years at once. Upcoming coupons that are not recorded are calculated back from maturity.',
    query: upcomingQuery,
    response: upcomingView,
    of: ({ calendar }) => calendar,
  }),
];
