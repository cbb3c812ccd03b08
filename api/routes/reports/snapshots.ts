import * as yup from 'yup';
import {
  historyQuery,
  MOST_SNAPSHOTS,
  snapshotSeriesView,
  snapshotView,
} from '../../../core/portfolio/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import { instantOf, moment } from '../../../core/reports/index.ts';

const BASE = '/api/portfolio/reports';

const portfolio = yup.string().max(80).optional();

export const SNAPSHOT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/snapshots`,
    summary: 'Recorded hours of a portfolio, oldest first; Networth where none is named',
    description: `The most recent \`limit\` of the window, ${MOST_SNAPSHOTS.toLocaleString('en-US')} at most. \`total\` says how many the window has; where that is more, \`earlier_to\` as \`to\` asks for the part before, and null says that nothing is missing.`,
    tag: 'Reports',
    kept: true,
    query: yup
      .object({
        portfolio,
        from: moment,
        to: moment,
        limit: yup.number().integer().min(1).max(MOST_SNAPSHOTS).optional(),
      })
      .noUnknown(),
    response: snapshotSeriesView,
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query: { from, to, ...query } }) =>
      Reply.json(
        await core.reports.snapshots.readJson(user.userId, {
          ...query,
          from: instantOf(from, 'start'),
          to: instantOf(to, 'end'),
        }),
      ),
  }),
  route({
    method: 'GET',
    path: `${BASE}/snapshots/latest`,
    summary: 'The last recorded hour of a portfolio',
    tag: 'Reports',
    query: historyQuery,
    response: snapshotView,
    problems: { 404: ['SNAPSHOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      await core.portfolio.snapshots.latest(user.userId, query.portfolio),
  }),
];
