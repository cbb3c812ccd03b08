import { CONFIDENCES, INCOME_STATUSES } from '../../../core/income/index.ts';
import {
  UPCOMING_SOURCES,
  UPCOMING_TYPES,
  type UpcomingRow,
  type UpcomingView,
  upcomingQuery,
} from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { date, instant, listOf, numberOrNull, oneOf, text, textOrNull, viewOf } from '../schemas.ts';
import { report } from './report.ts';

const row = viewOf<UpcomingRow>()({
  date,
  type: oneOf(...UPCOMING_TYPES),
  source: oneOf(...UPCOMING_SOURCES),
  source_reference: text,
  id: textOrNull,
  symbol: textOrNull,
  name: text,
  portfolio: textOrNull,
  amount: numberOrNull,
  currency: text,
  confidence: oneOf(...CONFIDENCES, 'PLANNED'),
  status: oneOf(...INCOME_STATUSES, 'DUE', 'PASSED'),
  note: textOrNull,
});

export const CALENDAR_ROUTES: readonly Route[] = [
  report({
    name: 'calendar',
    summary: 'Dates of income, SIP instalments and goals, ascending',
    description:
      'The next 90 days by default, at most ten years at once. Upcoming coupons that are not recorded are calculated back from maturity.',
    query: upcomingQuery,
    response: viewOf<UpcomingView>()({ calculated_at: instant, from: date, to: date, items: listOf(row) }),
    of: ({ calendar }) => calendar,
  }),
];
