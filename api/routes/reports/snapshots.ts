import {
  MOST_SNAPSHOTS,
  snapshotSeriesView,
  snapshotSettingsInput,
  snapshotSettingsView,
  snapshotView,
} from '../../../core/portfolio/index.ts';
import { portfolioQuery, snapshotsQuery } from '../../../core/reports/index.ts';
import { type Route, route } from '../../route.ts';
import { report } from './report.ts';

export const SNAPSHOT_ROUTES: readonly Route[] = [
  report({
    name: 'snapshots',
    summary: 'Hourly snapshots of a portfolio, oldest first; Networth by default',
    description: `The most recent \`limit\` snapshots of the period, at most ${MOST_SNAPSHOTS.toLocaleString('en-US')}. \`total\` is the number in the period; if there are more, pass \`earlier_to\` as \`to\` to get earlier ones. null means that there are none. A snapshot with \`source\` FROM_CLOSES was not measured: it gives a day without snapshots the value of its closes.`,
    query: snapshotsQuery,
    response: snapshotSeriesView,
    of: ({ snapshots }) => snapshots,
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/reports/snapshots/latest',
    summary: 'The latest snapshot of a portfolio',
    tag: 'Reports',
    query: portfolioQuery,
    response: snapshotView,
    problems: { 404: ['SNAPSHOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      await core.portfolio.snapshots.latest(user.userId, query.portfolio),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/reports/snapshots/settings',
    summary: 'Days for which every hourly snapshot is kept',
    tag: 'Reports',
    response: snapshotSettingsView,
    handler: async ({ core, user }) => await core.portfolio.snapshotThinning.read(user.userId),
  }),
  route({
    method: 'PUT',
    path: '/api/portfolio/reports/snapshots/settings',
    summary: 'Set the days for which every hourly snapshot is kept; earlier days keep their last one',
    description:
      'null, the default, keeps every hour for good. Otherwise 7 to 3,650 days: the clean-up at 03:30 IST then deletes all but the last snapshot of each earlier day, which cannot be undone. Daily series and all reports stay the same.',
    tag: 'Reports',
    body: snapshotSettingsInput,
    response: snapshotSettingsView,
    handler: async ({ core, user, body, actor }) =>
      await core.portfolio.snapshotThinning.save(user.userId, body, actor),
  }),
];
