import { upcomingQuery, upcomingView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const CALENDAR_ROUTES: readonly Route[] = [
  report({
    name: 'calendar',
    summary: 'Dates of income, SIP instalments and goals, ascending',
    description:
      'From today through the next 90 days unless told otherwise, at most ten years at once. Coupons that are not on record are worked out back from maturity; before today none is.',
    query: upcomingQuery,
    response: upcomingView,
    of: ({ calendar }) => calendar,
  }),
];
