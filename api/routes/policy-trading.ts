import {
  accountHoldingsList,
  approvalLimitInput,
  approvalLimitView,
  differenceSettlement,
  differencesPage,
  differencesQuery,
  goLiveInput,
  orderEventsFileQuery,
  orderEventsPage,
  orderEventsQuery,
  policyView,
  resumeInput,
  sweepSwitch,
  tradingStateView,
} from '../../core/policies/index.ts';
import { istDate } from '../../core/platform/index.ts';
import { csvReply } from '../csv-reply.ts';
import { type Route, route } from '../route.ts';

const path = '/api/policies';
const tag = 'Policies';
const limit = { path: `${path}/trading/approval-limit`, tag } as const;

/** Trading as a whole: going live, stopping everything, differences with the broker, the record of orders. */
export const POLICY_TRADING_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: `${path}/:pid/liquid-sweep`,
    tokens: 'never',
    params: { pid: 'POLICY' },
    summary: 'Let a live policy buy its liquid fund with spare cash without asking, or stop it',
    description:
      'The one order that needs no approval: after a rebalance, of one fund, within the cash of its books and max_order_value. Once it is switched off, orders not sent yet are not sent. Repeating it changes nothing.',
    tag,
    body: sweepSwitch,
    response: policyView,
    problems: { 409: ['POLICY_RETIRED', 'POLICY_IS_PAPER'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.live.switchSweep(user.userId, params.pid, body, actor),
  }),
  route({
    method: 'POST',
    path: `${path}/:pid/go-live`,
    tokens: 'never',
    params: { pid: 'POLICY' },
    summary: 'Let a policy trade over a broker connection; each plan still waits for your approval',
    description:
      'Its books on paper stay as they are. The backtest it came from must allow promotion at that moment. Repeating it changes nothing.',
    tag,
    body: goLiveInput,
    response: policyView,
    problems: {
      404: ['CONNECTION_NOT_FOUND'],
      409: [
        'NO_TRADING_ROLE',
        'VALIDATION_REQUIRED',
        'PROMOTION_NOT_ALLOWED',
        'POLICY_IS_LIVE',
        'POLICY_NOT_ACTIVE',
      ],
    },
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.live.goLive(user.userId, params.pid, body, actor),
  }),
  route({
    method: 'GET',
    path: `${path}/trading`,
    summary: 'Whether all trading is paused',
    tag,
    response: tradingStateView,
    handler: async ({ core, user }) => await core.policies.live.pause.state(user.userId),
  }),
  route({
    method: 'POST',
    path: `${path}/trading/pause`,
    tokens: 'never',
    summary: 'Stop sending the orders of all policies at once',
    description: 'Munim still follows orders that are already with the broker.',
    tag,
    response: tradingStateView,
    handler: async ({ core, user, actor }) => await core.policies.live.pause.pauseAll(user.userId, actor),
  }),
  route({
    method: 'POST',
    path: `${path}/trading/resume`,
    tokens: 'never',
    summary: 'Send orders again; the words “resume trading” confirm it',
    tag,
    body: resumeInput,
    response: tradingStateView,
    handler: async ({ core, user, body, actor }) =>
      await core.policies.live.pause.resumeAll(user.userId, body, actor),
  }),
  route({
    ...limit,
    method: 'GET',
    summary: 'The size above which a plan is approved by typing the tag code',
    response: approvalLimitView,
    handler: async ({ core, user }) => await core.policies.live.approvalLimit.read(user.userId),
  }),
  route({
    ...limit,
    method: 'PUT',
    tokens: 'never',
    summary: 'Require the tag code to approve plans above an amount of purchases and sales',
    description:
      'It applies to everybody who answers your plans, and to plans that are already waiting. 0 means every plan.',
    body: approvalLimitInput,
    response: approvalLimitView,
    handler: async ({ core, user, body, actor }) =>
      await core.policies.live.approvalLimit.set(user.userId, body, actor),
  }),
  route({
    ...limit,
    method: 'DELETE',
    tokens: 'never',
    summary: 'Remove the limit: one press approves any plan',
    response: null,
    handler: async ({ core, user, actor }) => {
      await core.policies.live.approvalLimit.remove(user.userId, actor);
    },
  }),
  route({
    method: 'GET',
    path: `${path}/differences`,
    summary: 'Differences between the broker and the books, newest first',
    tag,
    query: differencesQuery,
    response: differencesPage,
    handler: async ({ core, user, query }) => await core.policies.live.reads.differences(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${path}/differences/:difference_id/settle`,
    tokens: 'never',
    params: { difference_id: 'DIFFERENCE' },
    summary: 'Settle a difference, so that policies on the account plan again',
    tag,
    body: differenceSettlement,
    response: null,
    handler: async ({ core, user, params, body, actor }) =>
      await core.policies.live.settlements.settleDifference(user.userId, params.difference_id, body, actor),
  }),
  route({
    method: 'GET',
    path: `${path}/account-holdings`,
    summary:
      'The shares of each traded account: in the books of which policies, in your own records, unknown',
    description:
      'As of the last look at the account, on the morning of each session. Unknown shares are a difference only where an order that ended unfilled would explain them.',
    tag,
    response: accountHoldingsList,
    handler: async ({ core, user }) => await core.policies.live.audit.holdings(user.userId),
  }),
  route({
    method: 'GET',
    path: `${path}/order-events`,
    summary: 'Every decision about a plan and every step of an order, newest first',
    description: 'With `plan_id`, only those of one plan. These records are never changed or deleted.',
    tag,
    query: orderEventsQuery,
    response: orderEventsPage,
    handler: async ({ core, user, query }) => await core.policies.live.reads.events(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${path}/order-events.csv`,
    summary: 'Every decision and step as a CSV file',
    description:
      'With `plan_id`, only those of one plan. UTF-8 with a byte order mark; text that a spreadsheet would run as a formula starts with an apostrophe.',
    tag,
    query: orderEventsFileQuery,
    response: 'text/csv',
    handler: async ({ core, user, query }) =>
      csvReply(
        core.policies.live.reads.eventsFile(user.userId, query),
        `munim-orders-${istDate(core.clock.now())}.csv`,
      ),
  }),
];
