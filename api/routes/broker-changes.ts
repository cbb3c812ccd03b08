import {
  brokerChangesView,
  brokerChangeView,
  changeDecisionInput,
  decidedChangesView,
} from '../../core/portfolio/broker-changes/index.ts';
import { type Route, route } from '../route.ts';

const BASE = '/api/portfolio/broker-changes';

/** Trades and units that a broker changed after they were recorded: nothing of them is applied unasked. */
export const BROKER_CHANGE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Changes by brokers that wait for a decision, and decided ones',
    description:
      'Recorded trades that a broker now shows with other facts or does not list any more, and units that changed without a trade, each with its effect on quantity, cost, gain and tax.',
    tag: 'Portfolio',
    response: brokerChangesView,
    handler: async ({ core, user }) => await core.portfolio.brokerChanges.list(user.userId),
  }),
  route({
    method: 'POST',
    path: `${BASE}/decide`,
    summary: "Accept the broker's version, keep the recorded one, or be asked again after 7 days",
    description: 'Decides all of the changes or none. Repeating the request changes nothing.',
    tag: 'Portfolio',
    body: changeDecisionInput,
    response: decidedChangesView,
    problems: { 404: ['BROKER_CHANGE_NOT_FOUND'], 409: ['BROKER_CHANGE_NOT_OPEN'] },
    handler: async ({ core, user, body, actor }) =>
      await core.portfolio.brokerChanges.decide(user.userId, body, actor),
  }),
  route({
    method: 'POST',
    path: `${BASE}/:id/undo`,
    summary: 'Undo a decision about a change by a broker',
    tag: 'Portfolio',
    params: { id: 'BROKER_CHANGE' },
    response: brokerChangeView,
    problems: { 409: ['BROKER_CHANGE_NOT_OPEN', 'BROKER_CHANGE_EDITED'] },
    handler: async ({ core, user, params, actor }) =>
      await core.portfolio.brokerChanges.undo(user.userId, params.id, actor),
  }),
];
