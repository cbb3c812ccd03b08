import { dashboardTotalsView, dashboardView } from '../../core/portfolio/index.ts';
import { todosView, valueHistoryQuery, valueHistoryView } from '../../core/reports/index.ts';
import { Reply, type Route, route } from '../route.ts';

const V2 = '/api/portfolio/v2/dashboard';

export const DASHBOARD_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: V2,
    summary: 'Everything the overview shows, with the state of each total and what is missing',
    tag: 'Portfolio',
    kept: true,
    response: dashboardView,
    handler: async ({ core, user }) => Reply.json(await core.portfolio.dashboard.readJson(user.userId)),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/dashboard',
    summary: 'The totals alone',
    tag: 'Portfolio',
    deprecated: { since: '@1767225600', successor: V2 },
    response: dashboardTotalsView,
    handler: async ({ core, user }) => {
      const { calculated_at, base_currency, total, portfolios, provisional_reason } =
        await core.portfolio.dashboard.read(user.userId);
      return { calculated_at, base_currency, total, portfolios, provisional_reason };
    },
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/todos',
    summary: 'Tasks that only you can do, most urgent first',
    description: '`to` is the page of the dashboard on which it is done.',
    tag: 'Portfolio',
    response: todosView,
    handler: async ({ core, user }) => await core.reports.todos.read(user.userId),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/history',
    summary: 'Value and cost over time, of one portfolio or of all of them',
    description:
      'Values are calculated from the transactions, closes and rates as they are known now; `as_known=then` answers those recorded at the time. A day of which less than half of the value is covered has none. A longer series is thinned to about 400 days, always with the first and the last.',
    tag: 'Portfolio',
    query: valueHistoryQuery,
    response: valueHistoryView,
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) =>
      Reply.json(await core.reports.valueHistory.readJson(user.userId, query)),
  }),
];
