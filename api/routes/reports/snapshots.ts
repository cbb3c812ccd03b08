import { MOST_SNAPSHOTS, snapshotSeriesView, snapshotView } from '../../../core/portfolio/index.ts';
import { portfolioQuery, snapshotsQuery } from '../../../core/reports/index.ts';
import { type Route, route } from '../../route.ts';
import { report } from './report.ts';

export const SNAPSHOT_ROUTES: readonly Route[] = [
  report({
    name: 'snapshots',
    summary: 'Recorded hours of a portfolio, oldest first; Networth where none is named',
    description: `The most recent \`limit\` of the window, ${MOST_SNAPSHOTS.toLocaleString('en-US')} at most. \`total\` says how many the window has; where that is more, \`earlier_to\` as \`to\` asks for the part before, and null says that nothing is missing.`,
    query: snapshotsQuery,
    response: snapshotSeriesView,
    of: ({ snapshots }) => snapshots,
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/reports/snapshots/latest',
    summary: 'The last recorded hour of a portfolio',
    tag: 'Reports',
    query: portfolioQuery,
    response: snapshotView,
    problems: { 404: ['SNAPSHOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      await core.portfolio.snapshots.latest(user.userId, query.portfolio),
  }),
];
