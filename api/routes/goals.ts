import {
  goalInput,
  goalLinkInput,
  goalLinkView,
  goalSnapshotView,
  goalView,
} from '../../core/goals/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';
import { resource } from './resource.ts';

const path = '/api/portfolio/goals';
const tag = 'Goals';

/** Goals and what counts towards them (spec: Goal and SIP rules). */
export const GOAL_ROUTES: readonly Route[] = [
  ...resource({
    path,
    tag,
    noun: 'GOAL',
    view: goalView,
    input: goalInput,
    service: ({ goals }) => goals.goals,
    routes: {
      list: 'All goals with their progress: active goals first, then by target date',
      create: 'Add a goal: a sum by a date, or a monthly income',
      get: 'One goal with current progress',
      update: 'Change the given fields of a goal',
      remove: 'Delete a goal with its links and its history',
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id/links`,
    summary: 'What counts towards a goal',
    tag,
    params: { id: 'GOAL' },
    query: paging,
    response: pageOf(goalLinkView),
    handler: async ({ core, user, params, query }) =>
      paged(await core.goals.links.list(user.userId, params.id), query),
  }),
  route({
    method: 'POST',
    path: `${path}/:id/links`,
    summary: 'Link a share of a portfolio, holding or SIP plan to a goal, or change that share',
    tag,
    params: { id: 'GOAL' },
    body: goalLinkInput,
    status: 201,
    response: goalLinkView,
    problems: {
      404: ['PORTFOLIO_NOT_FOUND', 'HOLDING_NOT_FOUND', 'SIP_PLAN_NOT_FOUND'],
      409: ['GOAL_LINK_EXCEEDED'],
    },
    handler: async ({ core, user, params, body, actor }) =>
      await core.goals.links.put(user.userId, params.id, body, actor),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id/links/:link_id`,
    summary: 'Remove a link from a goal',
    tag,
    params: { id: 'GOAL', link_id: 'GOAL_LINK' },
    response: null,
    handler: async ({ core, user, params, actor }) =>
      await core.goals.links.remove(user.userId, params.id, params.link_id, actor),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/reports/goals/:id/history',
    summary: 'Recorded progress of a goal by day, newest first',
    description: 'Paged; `total` is the number of days, and the next page has earlier days.',
    tag: 'Reports',
    params: { id: 'GOAL' },
    query: paging,
    response: pageOf(goalSnapshotView),
    handler: async ({ core, user, params, query }) =>
      await core.goals.goals.history(user.userId, params.id, query),
  }),
];
