import {
  GOAL_STATES,
  GOAL_TYPES,
  goalInput,
  goalLinkInput,
  type FanPoint,
  type GoalLinkView,
  type GoalProgress,
  type GoalSnapshotView,
  type GoalView,
  LINK_TYPES,
} from '../../core/goals/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';
import { resource } from './resource.ts';
import {
  date,
  dateOrNull,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  viewOf,
} from './schemas.ts';

export const progress = viewOf<GoalProgress>()({
  calculated_at: instant,
  state: oneOf(...GOAL_STATES),
  reason: textOrNull,
  current: numberOrNull,
  target: number,
  progress_pct: numberOrNull,
  years_left: numberOrNull,
  inflated_target: numberOrNull,
  projected: numberOrNull,
  projected_from_value: numberOrNull,
  projected_from_sips: numberOrNull,
  surplus: numberOrNull,
  planned_monthly: numberOrNull,
  required_monthly: numberOrNull,
  additional_monthly: numberOrNull,
  probability_pct: numberOrNull,
  p10: numberOrNull,
  p50: numberOrNull,
  p90: numberOrNull,
  probability_reason: textOrNull,
  volatility_pct: numberOrNull,
  volatility_of: textOrNull,
  fan: listOf(
    viewOf<FanPoint>()({ date, expected: number, paid_in: number, p10: numberOrNull, p90: numberOrNull }),
  ),
  unpriced: listOf(text),
});
const link = viewOf<GoalLinkView>()({
  id: text,
  goal_id: text,
  link_type: oneOf(...LINK_TYPES),
  link_id: textOrNull,
  label: text,
  percentage: number,
});
const goal = viewOf<GoalView>()({
  id: text,
  name: text,
  type: oneOf(...GOAL_TYPES),
  currency: text,
  target_corpus: numberOrNull,
  target_date: dateOrNull,
  inflation_pct: numberOrNull,
  expected_return_pct: numberOrNull,
  target_monthly_income: numberOrNull,
  is_active: flag,
  progress,
  links: listOf(link),
  created_at: instant,
  updated_at: instant,
});
const snapshot = viewOf<GoalSnapshotView>()({
  day: date,
  state: oneOf(...GOAL_STATES),
  current_value: numberOrNull,
  target: number,
  progress_pct: numberOrNull,
  projected: numberOrNull,
  inflated_target: numberOrNull,
  probability_pct: numberOrNull,
});

const path = '/api/portfolio/goals';
const tag = 'Goals';

/** Goals and what counts towards them (spec: Goal and SIP rules). */
export const GOAL_ROUTES: readonly Route[] = [
  ...resource({
    path,
    tag,
    noun: 'GOAL',
    view: goal,
    input: goalInput,
    service: ({ goals }) => goals.goals,
    routes: {
      list: 'All goals with current progress, active and nearest first',
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
    response: pageOf(link),
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
    response: link,
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
    response: pageOf(snapshot),
    handler: async ({ core, user, params, query }) =>
      paged(await core.goals.goals.history(user.userId, params.id), query),
  }),
];
