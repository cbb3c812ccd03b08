import {
  dailyQuery,
  dailyView,
  legacySummaryView,
  performanceQuery,
  performanceView,
} from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';

const tag = 'Options';
const V2 = '/api/options/v2/performance';

/** What the trades of the options workspace came to. */
export const OPTIONS_PERFORMANCE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: V2,
    summary:
      'Results of one mode: realised and unrealised, gross, costs and net, each with how complete it is',
    description:
      'A trade with a leg or a price missing is in no sum, and the sum says PARTIAL; it never counts as 0. Drawdown goes by the time of each trade, the Sharpe ratio by days with closed trades over PHASE1_CAPITAL.',
    tag,
    query: performanceQuery,
    response: performanceView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query }) => await core.options.performance.read(user.userId, query.mode),
  }),
  route({
    method: 'GET',
    path: '/api/options/performance/daily',
    summary: 'Realised net results of one mode by day, and their running sum',
    description:
      'Days are those on which trades were closed, in India. A trade whose net result is unknown is in no sum, and its day says so.',
    tag,
    query: dailyQuery,
    response: dailyView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query }) => await core.options.daily.read(user.userId, query),
  }),
  route({
    method: 'GET',
    path: '/api/options/performance',
    summary: 'The summary before its second version',
    tag,
    deprecated: { since: '@1795392000', successor: V2 },
    response: legacySummaryView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user }) => await core.options.performance.legacy(user.userId),
  }),
];
