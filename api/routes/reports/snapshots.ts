import * as yup from 'yup';
import { MOST_SNAPSHOTS, type SnapshotSeries, type SnapshotView } from '../../../core/portfolio/index.ts';
import { Reply, type Route, route } from '../../route.ts';
import { instant, instantOrNull, listOf, numberOrNull, text, viewOf, whole } from '../schemas.ts';
import { instantOf, moment } from '../../../core/reports/index.ts';

const BASE = '/api/portfolio/reports';

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

const portfolio = yup.string().max(80).optional();

export const SNAPSHOT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/snapshots`,
    summary: 'Hourly snapshots of a portfolio, oldest first; Networth by default',
    description: `The most recent \`limit\` snapshots of the period, at most ${MOST_SNAPSHOTS.toLocaleString('en-US')}. \`total\` is the number in the period; if there are more, pass \`earlier_to\` as \`to\` to get earlier ones. null means that there are none.`,
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
    response: viewOf<SnapshotSeries>()({
      portfolio: text,
      items: listOf(snapshot),
      total: whole,
      earlier_to: instantOrNull,
    }),
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
    summary: 'The latest snapshot of a portfolio',
    tag: 'Reports',
    query: yup.object({ portfolio }).noUnknown(),
    response: snapshot,
    problems: { 404: ['SNAPSHOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      await core.portfolio.snapshots.latest(user.userId, query.portfolio),
  }),
];
