import * as yup from 'yup';
import { istInstant } from '../../../core/platform/index.ts';
import { isCalendarDate, MOST_SNAPSHOTS, type SnapshotView } from '../../../core/portfolio/index.ts';
import { type Route, route } from '../../route.ts';
import { exactly, instant, listOf, numberOrNull, text, viewOf, whole } from '../schemas.ts';

const BASE = '/api/portfolio/reports';
const DAY_MS = 86_400_000;

export const snapshot = viewOf<SnapshotView>()({
  portfolio: text,
  recorded_at: instant,
  current_value: numberOrNull,
  total_invested: numberOrNull,
  total_profit: numberOrNull,
  total_profit_pct: numberOrNull,
  total_dividends: numberOrNull,
  xirr: numberOrNull,
  holdings_count: whole,
  state: text,
});

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A date, or a time with its zone. */
const moment = yup
  .string()
  .test(
    'moment',
    '${path} must be a date such as 2026-01-31 or a time such as 2026-01-31T09:30:00Z.',
    (value) =>
      value === undefined ||
      isCalendarDate(value) ||
      (TIME.test(value) && !Number.isNaN(new Date(value).getTime())),
  )
  .meta({
    json: { type: 'string', description: 'A date in India, or an ISO-8601 time with its zone.' },
  } as never)
  .optional();

/** A date means that whole day in India. */
function instantOf(value: string | undefined, edge: 'start' | 'end'): string | undefined {
  if (value === undefined) return undefined;
  if (!isCalendarDate(value)) return new Date(value).toISOString();
  const start = istInstant(value, '00:00').getTime();
  return new Date(edge === 'start' ? start : start + DAY_MS - 1).toISOString();
}

const portfolio = yup.string().max(80).optional();

export const SNAPSHOT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/snapshots`,
    summary: 'Recorded hours of a portfolio, oldest first; Networth where none is named',
    tag: 'Reports',
    auth: 'session',
    query: yup
      .object({
        portfolio,
        from: moment,
        to: moment,
        limit: yup.number().integer().min(1).max(MOST_SNAPSHOTS).optional(),
      })
      .noUnknown(),
    response: exactly({ portfolio: text, items: listOf(snapshot) }),
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query: { from, to, ...query } }) =>
      await core.portfolio.snapshots.list(user.userId, {
        ...query,
        from: instantOf(from, 'start'),
        to: instantOf(to, 'end'),
      }),
  }),
  route({
    method: 'GET',
    path: `${BASE}/snapshots/latest`,
    summary: 'The last recorded hour of a portfolio',
    tag: 'Reports',
    auth: 'session',
    query: yup.object({ portfolio }).noUnknown(),
    response: snapshot,
    problems: { 404: ['SNAPSHOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      await core.portfolio.snapshots.latest(user.userId, query.portfolio),
  }),
];
