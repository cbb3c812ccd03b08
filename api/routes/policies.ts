import {
  cyclesPage,
  ledgerPageQuery,
  modeQuery,
  plansPage,
  policiesPage,
  policyConnectionsView,
  policyEquityView,
  policyHoldingsQuery,
  policyHoldingsView,
  policyInput,
  policyOrdersPage,
  policyOrdersQuery,
  policyTradesPage,
  policyUniverseEventsPage,
  policyView,
  signalsPage,
  signalsQuery,
  trackingView,
} from '../../core/policies/index.ts';
import { Reply, type Route, route } from '../route.ts';
import { paging } from './paging.ts';

const path = '/api/policies';
const one = { path: `${path}/:pid`, params: { pid: 'POLICY' } } as const;
const tag = 'Policies';

const RECORDS: readonly Route[] = [
  route({
    method: 'GET',
    path,
    summary: 'All policies with their books and newest values, newest first',
    tag,
    query: paging,
    response: policiesPage,
    handler: async ({ core, user, query }) => await core.policies.list(user.userId, query),
  }),
  route({
    method: 'POST',
    path,
    // it is advanced every day, and its shares are priced by sources outside
    sample: 'never',
    summary: 'Create a policy on paper: a strategy that Munim runs every day',
    description:
      'It starts with the next session. To create a policy from a backtest, promote the backtest instead.',
    tag,
    body: policyInput,
    status: 201,
    response: policyView,
    problems: { 409: ['TAG_CODE_CONFLICT'], 422: ['SOURCE_RUN_REQUIRES_PROMOTION_ENDPOINT'] },
    handler: async ({ core, user, body, actor }) => await core.policies.create(user.userId, body, actor),
  }),
  route({
    method: 'GET',
    path: `${path}/pending-approvals`,
    summary: 'Order plans that wait for your approval, oldest first',
    tag,
    query: paging,
    response: plansPage,
    handler: async ({ core, user, query }) => await core.policies.plans.pending(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${path}/broker-connections`,
    summary: 'Connections that a policy could trade over',
    tag,
    response: policyConnectionsView,
    handler: async ({ core, user }) => ({ items: await core.policies.brokerConnections(user.userId) }),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'One policy with its books and newest cycle',
    tag,
    response: policyView,
    handler: async ({ core, user, params }) => await core.policies.get(user.userId, params.pid),
  }),
  route({
    ...one,
    method: 'DELETE',
    tokens: 'never',
    summary: 'Delete a policy on paper with everything that belongs to it',
    tag,
    response: null,
    problems: { 409: ['POLICY_IS_LIVE', 'POLICY_BUSY'] },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.remove(user.userId, params.pid, actor),
  }),
];

const STATUS: readonly Route[] = [
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/pause`,
    tokens: 'never',
    summary: 'Pause a policy: the scheduler skips it',
    tag,
    response: policyView,
    problems: { 409: ['POLICY_RETIRED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.pause(user.userId, params.pid, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/resume`,
    tokens: 'never',
    summary: 'Resume a paused policy',
    tag,
    response: policyView,
    problems: { 409: ['POLICY_RETIRED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.resume(user.userId, params.pid, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/retire`,
    tokens: 'never',
    summary: 'Retire a policy for good; its books stay',
    tag,
    response: policyView,
    handler: async ({ core, user, params, actor }) =>
      await core.policies.retire(user.userId, params.pid, actor),
  }),
];

const BOOKS: readonly Route[] = [
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/equity`,
    summary: 'The curve of a policy, one row for each session',
    tag,
    query: modeQuery,
    response: policyEquityView,
    handler: async ({ core, user, params, query }) =>
      Reply.json(await core.policies.books.equityJson(user.userId, params.pid, query)),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/holdings`,
    summary: 'What a policy held on a day, or holds now',
    description:
      'The session on or before `date`, or else the last one. live=true uses current prices instead of closes and is ignored with `date`; a share without a current price keeps its close, and live_priced says so. Nothing is recorded.',
    tag,
    query: policyHoldingsQuery,
    response: policyHoldingsView,
    handler: async ({ core, user, params, query }) =>
      await core.policies.books.holdings(user.userId, params.pid, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/trades`,
    summary: 'Trades of a policy, newest first',
    tag,
    query: ledgerPageQuery,
    response: policyTradesPage,
    handler: async ({ core, user, params, query }) =>
      await core.policies.books.trades(user.userId, params.pid, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/signals`,
    summary: 'What was ranked in the newest cycle, or in that of a day, by rank',
    tag,
    query: signalsQuery,
    response: signalsPage,
    handler: async ({ core, user, params, query }) =>
      await core.policies.books.signals(user.userId, params.pid, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/cycles`,
    summary: 'Cycles of a policy, newest first',
    tag,
    query: ledgerPageQuery,
    response: cyclesPage,
    handler: async ({ core, user, params, query }) =>
      await core.policies.books.cycles(user.userId, params.pid, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/orders`,
    summary: 'Orders that were placed and orders that were not, each with its reason, newest first',
    description: 'With `date`, those of that day’s cycle.',
    tag,
    query: policyOrdersQuery,
    response: policyOrdersPage,
    handler: async ({ core, user, params, query }) =>
      await core.policies.books.orders(user.userId, params.pid, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/universe-events`,
    summary: 'What happened to the universe and to shares that were held, newest first',
    tag,
    query: ledgerPageQuery,
    response: policyUniverseEventsPage,
    handler: async ({ core, user, params, query }) =>
      await core.policies.books.universeEvents(user.userId, params.pid, query),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/tracking`,
    summary: 'The curves on paper, live and of the backtest, and how fills slipped',
    tag,
    response: trackingView,
    handler: async ({ core, user, params }) =>
      Reply.json(await core.policies.books.trackingJson(user.userId, params.pid)),
  }),
];

/** Policies: their records, their status, and what is in their books. */
export const POLICY_ROUTES: readonly Route[] = [...RECORDS, ...STATUS, ...BOOKS];
