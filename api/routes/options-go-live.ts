import {
  confidenceView,
  goLiveChangedView,
  goLiveHistoryPage,
  goLiveHistoryQuery,
  goLiveRevertInput,
  goLiveStatusView,
  goLiveStepInput,
} from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';

const path = '/api/go-live';
const tag = 'Options';
const params = { strategy: 'text' };
const away = { 503: ['OPTIONS_UNAVAILABLE'] };

/** Which strategies rehearse, which trade beside the market and which with money, and the steps between. */
export const OPTIONS_GO_LIVE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${path}/status`,
    summary: 'Every option strategy with its mode, its next step and what is missing for it',
    tag,
    response: goLiveStatusView,
    problems: away,
    handler: async ({ core, user }) => await core.options.goLive.status(user.userId),
  }),
  route({
    method: 'GET',
    path: `${path}/history`,
    summary: 'Changes of mode, newest first, each with the criteria it was based on',
    tag,
    query: goLiveHistoryQuery,
    response: goLiveHistoryPage,
    problems: away,
    handler: async ({ core, user, query }) => await core.options.goLive.history(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${path}/:strategy/confidence`,
    params,
    summary: 'Each criterion of the confidence gate with its value and limit',
    description:
      'What is unknown has not passed, and its reason says why. Trades in dry run and in shadow count together; the interval of their average net result comes from 2,000 resamples with a fixed seed.',
    tag,
    response: confidenceView,
    problems: { 404: ['STRATEGY_NOT_FOUND'], ...away },
    handler: async ({ core, user, params: { strategy } }) =>
      await core.options.goLive.confidence(user.userId, strategy),
  }),
  route({
    method: 'POST',
    path: `${path}/:strategy/promote`,
    tokens: 'never',
    params,
    summary: 'Take the next step: from DRY_RUN to SHADOW, or from SHADOW to LIVE',
    description:
      'from is the mode that you saw. Asked again, it takes no second step. LIVE needs the whole confidence gate, which is worked out anew.',
    tag,
    body: goLiveStepInput,
    response: goLiveChangedView,
    problems: {
      404: ['STRATEGY_NOT_FOUND'],
      409: ['MODE_CHANGED', 'ALREADY_LIVE', 'GATE_NOT_PASSED'],
      ...away,
    },
    handler: async ({ core, user, params: { strategy }, body, actor }) =>
      await core.options.goLive.promote(user.userId, strategy, body, actor),
  }),
  route({
    method: 'POST',
    path: `${path}/:strategy/shadow`,
    tokens: 'never',
    params,
    summary: 'Go to SHADOW: up from DRY_RUN, or back from LIVE, which has no conditions',
    tag,
    body: goLiveStepInput,
    response: goLiveChangedView,
    problems: { 404: ['STRATEGY_NOT_FOUND'], 409: ['MODE_CHANGED', 'GATE_NOT_PASSED'], ...away },
    handler: async ({ core, user, params: { strategy }, body, actor }) =>
      await core.options.goLive.shadow(user.userId, strategy, body, actor),
  }),
  route({
    method: 'POST',
    path: `${path}/:strategy/revert`,
    tokens: 'never',
    params,
    summary: 'Go back to DRY_RUN at once, from any mode and whatever the gate says',
    tag,
    body: goLiveRevertInput,
    response: goLiveChangedView,
    problems: { 404: ['STRATEGY_NOT_FOUND'], ...away },
    handler: async ({ core, user, params: { strategy }, body, actor }) =>
      await core.options.goLive.revert(user.userId, strategy, body, actor),
  }),
];
