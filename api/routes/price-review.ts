import { actionDecision, actionView, findingQuery, findingView } from '../../core/market/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { type Route, route } from '../route.ts';
import { paging } from './paging.ts';

const BASE = '/api/portfolio/data-quality';

/** What price validation and the reader of announcements leave to the owner of the installation. */
export const PRICE_REVIEW_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/findings`,
    summary: 'Price history findings, most serious first',
    tag: 'Portfolio',
    query: findingQuery,
    response: pageOf(findingView),
    handler: async ({ core, user, query }) => await core.quality.findings(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/findings/:id/dismiss`,
    sample: 'never',
    summary: 'Dismiss a finding',
    tag: 'Portfolio',
    params: { id: 'FINDING' },
    response: null,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user, params, actor }) =>
      await core.quality.dismissFinding(user.userId, params.id, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/actions`,
    summary: 'Corporate action announcements that could not be read',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(actionView),
    handler: async ({ core, query }) => await core.quality.unreadableActions(query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/actions/:id`,
    sample: 'never',
    summary: 'Set the kind of an announcement, and its ratio if it has one',
    tag: 'Portfolio',
    params: { id: 'ACTION' },
    body: actionDecision,
    response: actionView,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.quality.decideAction(user.userId, params.id, body, actor),
  }),
  route({
    method: 'POST',
    path: `${BASE}/actions/:id/dismiss`,
    sample: 'never',
    summary: 'Mark an announcement as not affecting prices',
    tag: 'Portfolio',
    params: { id: 'ACTION' },
    response: actionView,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user, params, actor }) =>
      await core.quality.decideAction(user.userId, params.id, null, actor),
  }),
];
