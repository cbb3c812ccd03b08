import {
  confirmInput,
  contributionScheduleView,
  contributionsView,
  contributionView,
  deferInput,
  reasonInput,
  reconcileInput,
  scheduleInput,
} from '../../core/policies/index.ts';
import { type Route, route } from '../route.ts';

const policies = '/api/policies';
const ofPolicy = { path: `${policies}/:pid/contributions`, params: { pid: 'POLICY' } } as const;
const path = `${policies}/contributions`;
const one = { path: `${path}/:cid`, params: { cid: 'CONTRIBUTION' } } as const;
const tag = 'Policies';
const WRONG_STATE = ['CONTRIBUTION_STATE'];

/** Money that comes into policies by schedules. */
export const POLICY_CONTRIBUTION_ROUTES: readonly Route[] = [
  route({
    ...ofPolicy,
    method: 'GET',
    summary: 'Contributions to a policy: schedules, instalments, and what became of the money',
    tag,
    response: contributionsView,
    handler: async ({ core, user, params }) =>
      await core.policies.contributions.list(user.userId, params.pid),
  }),
  route({
    ...ofPolicy,
    method: 'POST',
    tokens: 'never',
    summary: 'Add a schedule of contributions: once, monthly or quarterly',
    description:
      'On paper, an instalment is credited with the session of its day. For a live policy, it falls due and you confirm the money first. Instalments of past days are not added later.',
    tag,
    body: scheduleInput,
    status: 201,
    response: contributionScheduleView,
    problems: { 409: ['POLICY_RETIRED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.contributions.schedule(user.userId, params.pid, body, actor),
  }),
  route({
    method: 'DELETE',
    path: `${path}/schedules/:sid`,
    tokens: 'never',
    params: { sid: 'CONTRIBUTION_SCHEDULE' },
    summary: 'End a schedule and cancel its unconfirmed instalments',
    tag,
    response: contributionScheduleView,
    handler: async ({ core, user, params, actor }) =>
      await core.policies.contributions.cancelSchedule(user.userId, params.sid, actor),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'One instalment',
    tag,
    response: contributionView,
    handler: async ({ core, user, params }) => await core.policies.contributions.get(user.userId, params.cid),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/confirm-funding`,
    tokens: 'never',
    summary: 'Confirm that the money of an instalment has arrived; nothing is credited or ordered yet',
    description:
      'Give external_reference, the bank’s reference of the transfer, or operator_attested: true. Each transfer pays for one instalment. The instalment takes the confirmed amount.',
    tag,
    body: confirmInput,
    response: contributionView,
    problems: { 409: [...WRONG_STATE, 'REFERENCE_ALREADY_USED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.contributions.confirm(user.userId, params.cid, body, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/apply-funding`,
    tokens: 'never',
    summary: 'Credit an instalment now: units are issued at the net-of-tax NAV just before the money came in',
    description:
      'For a live policy, buy_only_current_targets creates a plan of purchases at once, which waits for approval.',
    tag,
    response: contributionView,
    problems: {
      409: [
        ...WRONG_STATE,
        'POLICY_BUSY',
        'POLICY_IS_LIVE',
        'POLICY_NOT_STARTED',
        'NAV_UNAVAILABLE',
        'FUNDING_MISMATCH',
      ],
    },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.contributions.apply(user.userId, params.cid, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/defer`,
    tokens: 'never',
    summary: 'Put an instalment off to a later day',
    tag,
    body: deferInput,
    response: contributionView,
    problems: { 409: WRONG_STATE },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.contributions.defer(user.userId, params.cid, body, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/skip`,
    tokens: 'never',
    summary: 'Skip one instalment; the schedule continues',
    tag,
    body: reasonInput,
    response: contributionView,
    problems: { 409: WRONG_STATE },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.contributions.skip(user.userId, params.cid, body, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/cancel`,
    tokens: 'never',
    summary: 'Cancel an instalment and release the money reserved for it',
    tag,
    body: reasonInput,
    response: contributionView,
    problems: { 409: WRONG_STATE },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.contributions.cancel(user.userId, params.cid, body, actor),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/reconcile`,
    tokens: 'never',
    summary: 'Record the evidence that the money reserved for a credited instalment was spent',
    tag,
    body: reconcileInput,
    response: contributionView,
    problems: { 409: ['NOTHING_RESERVED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.contributions.reconcile(user.userId, params.cid, body, actor),
  }),
];
