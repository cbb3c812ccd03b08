import {
  ACTIVITY_TYPES,
  activityQuery,
  type ActivityRow,
  type ActivityView,
} from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import {
  dateOrNull,
  exactly,
  instant,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { report } from './report.ts';

const row = viewOf<ActivityRow>()({
  id: text,
  at: instant,
  type: oneOf(...ACTIVITY_TYPES),
  action: text,
  title: text,
  detail: textOrNull,
  date: dateOrNull,
  source: text,
  actor: textOrNull,
  portfolio: textOrNull,
  symbol: textOrNull,
  amount: numberOrNull,
  currency: textOrNull,
});

export const ACTIVITY_ROUTES: readonly Route[] = [
  report({
    name: 'activity',
    summary: 'Recorded activity with time and source, newest first',
    description:
      'Rows are dated by when they were recorded, not by the date they apply to. If the sync states cannot be read, the rest is returned with the warning SYNC_STATE_UNAVAILABLE.',
    query: activityQuery,
    response: viewOf<ActivityView>()({
      items: listOf(row),
      page: whole,
      page_size: whole,
      total: whole,
      warnings: listOf(exactly({ code: oneOf('SYNC_STATE_UNAVAILABLE'), message: text })),
    }),
    of: ({ activity }) => activity,
  }),
];
