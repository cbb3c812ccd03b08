import {
  calibrationView,
  marketDataQualityView,
  marketPerformanceView,
  marketQuery,
  promotionReportView,
} from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';

const path = '/api/ai-market';
const tag = 'Options';
const problems = { 503: ['OPTIONS_UNAVAILABLE'] };

/** What the market analyses of a trading process were worth. */
export const OPTIONS_AI_MARKET_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${path}/data-quality`,
    summary:
      'How many market analyses have an outcome, what data they lacked, and sessions without an analysis',
    tag,
    query: marketQuery,
    response: marketDataQualityView,
    problems,
    handler: async ({ core, user, query }) => await core.options.marketViews.dataQuality(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${path}/calibration`,
    summary: 'Reliability table, Brier score and its skill against the base rate',
    tag,
    query: marketQuery,
    response: calibrationView,
    problems,
    handler: async ({ core, user, query }) => await core.options.marketViews.calibration(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${path}/performance`,
    summary: 'How often verdicts were right, by verdict, model and month',
    tag,
    query: marketQuery,
    response: marketPerformanceView,
    problems,
    handler: async ({ core, user, query }) => await core.options.marketViews.performance(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${path}/promotion-report`,
    summary: 'Whether market analyses are good enough to trade by: each criterion, and what is missing',
    tag,
    query: marketQuery,
    response: promotionReportView,
    problems,
    handler: async ({ core, user, query }) =>
      await core.options.marketViews.promotionReport(user.userId, query),
  }),
];
