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
      'A trade with a missing leg or price is excluded from the sums and never counts as 0; such a sum says PARTIAL. A last price of 0, one of an earlier session, or one of a contract that has expired is no price of now. Drawdown goes by the time of each trade, the Sharpe ratio by days with closed trades over PHASE1_CAPITAL.',
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
      'Trades count on the day they were closed, in Indian time. Trades with an unknown net result are excluded from the sums, and their day says so.',
    tag,
    query: dailyQuery,
    response: dailyView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query }) => await core.options.daily.read(user.userId, query),
  }),
  route({
    method: 'GET',
    path: '/api/options/performance',
    summary: 'The summary in its first version',
    tag,
    deprecated: { since: '@1795392000', successor: V2 },
    response: legacySummaryView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user }) => await core.options.performance.legacy(user.userId),
  }),
];
