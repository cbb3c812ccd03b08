import * as yup from 'yup';
import {
  type InstalmentView,
  SIP_FREQUENCIES,
  sipPlanInput,
  type SipPlanView,
  STEP_UP_FREQUENCIES,
} from '../../core/goals/index.ts';
import { pageQuery } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import { paged } from './paging.ts';
import {
  date,
  dateOrNull,
  exactly,
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

const instalment = viewOf<InstalmentView>()({ date, amount: number, is_step_up: flag });
const plan = viewOf<SipPlanView>()({
  id: text,
  name: text,
  amount: number,
  currency: text,
  frequency: oneOf(...SIP_FREQUENCIES),
  start_date: date,
  end_date: dateOrNull,
  step_up_pct: numberOrNull,
  step_up_frequency: oneOf(...STEP_UP_FREQUENCIES),
  portfolio: textOrNull,
  symbol: textOrNull,
  is_active: flag,
  next_instalment: instalment.nullable().defined(),
  next_step_up: instalment.nullable().defined(),
  schedule: listOf(instalment),
  goals: listOf(exactly({ goal_id: text, name: text, percentage: number })),
  created_at: instant,
  updated_at: instant,
});

const base = '/api/portfolio/sip-plans';
const tag = 'Goals';

/** SIP plans: what is paid in regularly, and how it grows. */
export const SIP_PLAN_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: base,
    summary: 'All SIP plans with the instalments of the next twelve months',
    tag,
    query: yup.object(pageQuery).noUnknown(),
    response: pageOf(plan),
    handler: async ({ core, user, query }) => paged(await core.goals.sips.list(user.userId), query),
  }),
  route({
    method: 'POST',
    path: base,
    summary: 'Add a SIP plan',
    tag,
    body: sipPlanInput,
    status: 201,
    response: plan,
    problems: { 409: ['SIP_PLAN_EXISTS'] },
    handler: async ({ core, user, body, by }) => await core.goals.sips.create(user.userId, body, by),
  }),
  route({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'One SIP plan',
    tag,
    params: { id: 'SIP_PLAN' },
    response: plan,
    handler: async ({ core, user, params }) => await core.goals.sips.get(user.userId, params.id),
  }),
  route({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Change the given fields of a SIP plan',
    tag,
    params: { id: 'SIP_PLAN' },
    body: sipPlanInput.partial(),
    response: plan,
    problems: { 409: ['SIP_PLAN_EXISTS'] },
    handler: async ({ core, user, params, body, by }) =>
      await core.goals.sips.update(user.userId, params.id, body, by),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Delete a SIP plan with its links to goals',
    tag,
    params: { id: 'SIP_PLAN' },
    response: null,
    handler: async ({ core, user, params, by }) => await core.goals.sips.remove(user.userId, params.id, by),
  }),
];
