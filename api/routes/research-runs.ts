import { Readable } from 'node:stream';
import {
  comparisonView,
  compareQuery,
  equityView,
  holdingsQuery,
  ordersPage,
  ordersQuery,
  runExportQuery,
  runHoldingsView,
  runInput,
  runListView,
  runMetricsView,
  runStartedView,
  runView,
  strategiesView,
  universeEventsPage,
} from '../../core/strategies/index.ts';
import { Reply, type Route, route } from '../route.ts';
import { paging } from './paging.ts';

const path = '/api/research/runs';
const one = { path: `${path}/:run_id`, params: { run_id: 'RUN' } } as const;
const tag = 'Strategies';

/** Backtests, and the strategies there are. */
export const RESEARCH_RUN_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/research/strategies',
    summary: 'All strategies, with the settings of each',
    tag,
    response: strategiesView,
    handler: async ({ core }) => await Promise.resolve(core.strategies.runs.strategies()),
  }),
  route({
    method: 'POST',
    path,
    summary: 'Start a backtest',
    description:
      'It waits in a queue and runs in the background; frames of type research_progress on the live socket tell how it goes. A person can have at most 20 backtests waiting or running.',
    tag,
    body: runInput,
    status: 202,
    response: runStartedView,
    problems: { 409: ['TOO_MANY_RUNS'] },
    handler: async ({ core, user, body, actor }) =>
      await core.strategies.runs.create(user.userId, body, actor),
  }),
  route({
    method: 'GET',
    path,
    summary: 'All backtests, newest first',
    tag,
    query: paging,
    response: runListView,
    handler: async ({ core, user, query }) => await core.strategies.runs.list(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${path}/compare`,
    summary: 'One to six backtests side by side, over all sessions that any of them has',
    tag,
    query: compareQuery,
    response: comparisonView,
    problems: { 404: ['RUN_NOT_FOUND'] },
    handler: async ({ core, user, query }) => await core.strategies.runs.compare(user.userId, query),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'One backtest with its status, metrics and validation',
    tag,
    response: runView,
    handler: async ({ core, user, params }) => await core.strategies.runs.get(user.userId, params.run_id),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a finished backtest with its results',
    tag,
    response: null,
    problems: { 409: ['RUN_UNFINISHED', 'RUN_PROMOTED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.strategies.runs.remove(user.userId, params.run_id, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/cancel`,
    summary: 'Cancel a backtest',
    description: 'One that waits is cancelled at once. One that runs stops within seconds.',
    tag,
    response: runView,
    problems: { 409: ['RUN_FINISHED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.strategies.runs.cancel(user.userId, params.run_id, actor),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/metrics`,
    summary: 'The result of a backtest, with its validation and findings',
    tag,
    response: runMetricsView,
    handler: async ({ core, user, params }) => await core.strategies.runs.metrics(user.userId, params.run_id),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/equity`,
    summary: 'The curve of a backtest, one row for each session',
    tag,
    response: equityView,
    handler: async ({ core, user, params }) => await core.strategies.runs.equity(user.userId, params.run_id),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/trades`,
    summary: 'Orders that were filled at least in part, oldest first',
    tag,
    query: paging,
    response: ordersPage,
    handler: async ({ core, user, params, query }) =>
      await core.strategies.runs.trades(user.userId, params.run_id, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/orders`,
    summary: 'Orders that were placed and orders that were not, each with its reason, oldest first',
    tag,
    query: ordersQuery,
    response: ordersPage,
    handler: async ({ core, user, params, query }) =>
      await core.strategies.runs.orders(user.userId, params.run_id, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/holdings`,
    summary: 'What a backtest held on a day, or at its end',
    description:
      'Holdings are recorded on sessions with a change and at the end of each month; `date` in the response says which session it is.',
    tag,
    query: holdingsQuery,
    response: runHoldingsView,
    handler: async ({ core, user, params, query }) =>
      await core.strategies.runs.holdings(user.userId, params.run_id, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/events`,
    summary: 'What happened to the universe and to shares that were held, oldest first',
    tag,
    query: paging,
    response: universeEventsPage,
    handler: async ({ core, user, params, query }) =>
      await core.strategies.runs.events(user.userId, params.run_id, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/export`,
    summary: 'The curve or the orders of a backtest as a CSV file',
    tag,
    query: runExportQuery,
    response: 'text/csv',
    handler: async ({ core, user, params, query: { section } }) => {
      const pieces = await core.strategies.runs.csv(user.userId, params.run_id, section);
      return new Reply(Readable.from(pieces, { objectMode: false }), {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="munim-backtest-${params.run_id}-${section}.csv"`,
      });
    },
  }),
];
