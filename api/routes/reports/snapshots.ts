import { MOST_SNAPSHOTS, type SnapshotSeries, type SnapshotView } from '../../../core/portfolio/index.ts';
import { type Route, route } from '../../route.ts';
import { instant, instantOrNull, listOf, numberOrNull, text, viewOf, whole } from '../schemas.ts';
import { portfolioQuery, snapshotsQuery } from '../../../core/reports/index.ts';
import { report } from './report.ts';

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

export const SNAPSHOT_ROUTES: readonly Route[] = [
  report({
    name: 'snapshots',
    summary: 'Recorded hours of a portfolio, oldest first; Networth where none is named',
    description: `The most recent \`limit\` of the window, ${MOST_SNAPSHOTS.toLocaleString('en-US')} at most. \`total\` says how many the window has; where that is more, \`earlier_to\` as \`to\` asks for the part before, and null says that nothing is missing.`,
    query: snapshotsQuery,
    response: viewOf<SnapshotSeries>()({
      portfolio: text,
      items: listOf(snapshot),
      total: whole,
      earlier_to: instantOrNull,
    }),
    of: ({ snapshots }) => snapshots,
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/reports/snapshots/latest',
    summary: 'The last recorded hour of a portfolio',
    tag: 'Reports',
    query: portfolioQuery,
    response: snapshot,
    problems: { 404: ['SNAPSHOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      await core.portfolio.snapshots.latest(user.userId, query.portfolio),
  }),
];
