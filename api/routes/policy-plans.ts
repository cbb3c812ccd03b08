import {
  planApproval,
  planRejection,
  plansPage,
  plansQuery,
  planView,
  settlementInput,
} from '../../core/policies/index.ts';
import { type Route, route } from '../route.ts';

const path = '/api/policies/plans';
const one = { path: `${path}/:plan_id`, params: { plan_id: 'PLAN' } } as const;
const tag = 'Policies';
const held = {
  path: '/api/policies/orders/:order_id',
  params: { order_id: 'ORDER' },
  tokens: 'never',
  tag,
  response: null,
} as const;
const DECIDED = ['PLAN_DECIDED', 'PLAN_EXPIRED'];
const via = 'DASHBOARD';

/** Plans of live policies: orders that wait for a person, what they answered, and what became of them. */
export const POLICY_PLAN_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path,
    summary: 'Order plans of live policies, newest first',
    description:
      '`open=true` gives those that wait for you, are not over yet, or have an order that only you can settle.',
    tag,
    query: plansQuery,
    response: plansPage,
    handler: async ({ core, user, query }) => await core.policies.plans.list(user.userId, query),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'One plan with its orders and what the broker did with them',
    tag,
    response: planView,
    handler: async ({ core, user, params }) => await core.policies.plans.get(user.userId, params.plan_id),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/approve`,
    tokens: 'never',
    summary: 'Approve a plan: its orders are sent at once, or when the market opens',
    description:
      'Send `digest` to approve only what you reviewed. Orders in `excluded_order_ids` are not sent. The first answer counts, wherever it is given. If the orders come to more than the plan’s `confirmation.above`, send its words as `confirmation`. An order above max_order_value rejects the whole plan.',
    tag,
    body: planApproval,
    response: planView,
    problems: {
      409: [
        ...DECIDED,
        'PLAN_CHANGED',
        'CONFIRMATION_REQUIRED',
        'ORDER_ABOVE_LIMIT',
        'FUNDS_SHORT',
        'PLAN_CANNOT_BE_SENT',
        'TRADING_PAUSED',
        'POLICY_NOT_ACTIVE',
      ],
    },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.live.approvals.approve(user.userId, params.plan_id, body, { ...actor, via }),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/reject`,
    tokens: 'never',
    summary: 'Reject a plan: none of its orders is sent',
    tag,
    body: planRejection,
    response: planView,
    problems: { 409: DECIDED },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.live.approvals.reject(user.userId, params.plan_id, body, { ...actor, via }),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/look`,
    tokens: 'never',
    repeats: 'anew',
    summary: 'Look at a waiting plan: prices, what would fill, money, login and open differences',
    description:
      'The answer has it as `look`, which is kept with the plan. A look of the last minute is not taken again. It changes nothing of the plan, sends nothing and takes 5 seconds at most; what could not be read in that time is null with its reason.',
    tag,
    response: planView,
    handler: async ({ core, user, params }) =>
      await core.policies.live.looks.look(user.userId, params.plan_id),
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/rehearse`,
    tokens: 'never',
    repeats: 'anew',
    summary: 'Ask the broker’s calculators which orders of a waiting plan it would accept now',
    description:
      'The answer has it as `rehearsal`, which is kept with the plan. Sends no order and changes nothing of the plan. It takes 15 seconds at most, and one of the last 15 seconds is not taken again. If the calculators do not answer, `rehearsal.failure` says why.',
    tag,
    response: planView,
    problems: { 409: DECIDED },
    handler: async ({ core, user, params }) =>
      await core.policies.live.looks.rehearse(user.userId, params.plan_id),
  }),
  route({
    ...held,
    method: 'POST',
    path: `${held.path}/approve`,
    summary: 'Send an approved order that is held, as it is',
    description:
      'An order is held if its share or its price changed after the plan was made, or the broker’s session had ended. One whose share was split, renamed or delisted can only be left out.',
    problems: { 409: ['ORDER_NOT_HELD', 'ORDER_OUTDATED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.live.held.send(user.userId, params.order_id, { ...actor, via }),
  }),
  route({
    ...held,
    method: 'POST',
    path: `${held.path}/reject`,
    summary: 'Leave out an approved order that is held',
    problems: { 409: ['ORDER_NOT_HELD'] },
    handler: async ({ core, user, params, actor }) =>
      await core.policies.live.held.leaveOut(user.userId, params.order_id, { ...actor, via }),
  }),
  route({
    method: 'POST',
    path: '/api/policies/orders/:order_id/settle',
    tokens: 'never',
    params: { order_id: 'ORDER' },
    summary: 'Record what happened to an order that the broker’s order book does not show',
    description:
      'ADOPTED books what you read on the contract note (filled_quantity, average_price). MARKED_ABSENT closes it as never sent. SENT_AGAIN creates a new plan with it, which waits for your approval.',
    tag,
    body: settlementInput,
    response: null,
    problems: { 409: ['ORDER_SETTLED', 'ORDER_NOT_ABSENT', 'ORDER_OVERFILLED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.live.settlements.settleOrder(user.userId, params.order_id, body, { ...actor, via }),
  }),
];
