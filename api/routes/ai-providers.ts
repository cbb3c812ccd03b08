import {
  catalogueView,
  providerSettingsInput,
  providerSettingsView,
  providerTestInput,
  providerTestView,
  usageQuery,
  usageSummaryView,
} from '../../core/llm/index.ts';
import { type Route, route } from '../route.ts';

const BASE = '/api/portfolio/ai-providers';
const SETTINGS = `${BASE}/settings`;
const tag = 'Models';

/** Providers of models: what there is to choose from, what a person chose, and what it took. */
export const AI_PROVIDER_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${BASE}/catalog`,
    summary: 'Supported model providers, and the models of the gateway',
    description:
      'tier_hint is advice. A model that is not in the list can be entered all the same; it is spoken to as chat_completions.',
    tag,
    kept: true,
    response: catalogueView,
    handler: async ({ core }) => await Promise.resolve(core.llm.catalogue()),
  }),
  route({
    method: 'GET',
    path: SETTINGS,
    summary: 'Your model providers, and which of them answers for each feature',
    description:
      'Of each key, only its presence and last four characters are returned. A provider that needs a key is used only once you have entered one. `notice` says who would get which of your records until you agree with `agrees`; each route says what is sent for it.',
    tag,
    response: providerSettingsView,
    handler: async ({ core, user }) => await core.llm.settings.read(user.userId),
  }),
  route({
    method: 'PUT',
    path: SETTINGS,
    tokens: 'never',
    summary: 'Change your model providers; omitted fields do not change, null removes',
    description:
      'A provider with a new key joins the end of the order, unless failover is given. If you change a provider’s address, enter its key again. `agrees: true` agrees that your records go to the `recipients`; `leave_out_amounts` sends no quantity, price, value or balance.',
    tag,
    body: providerSettingsInput,
    response: providerSettingsView,
    handler: async ({ core, user, body, actor }) => await core.llm.settings.update(user.userId, body, actor),
  }),
  route({
    method: 'DELETE',
    path: SETTINGS,
    tokens: 'never',
    summary: 'Delete your choice of model providers, and their keys',
    tag,
    response: null,
    handler: async ({ core, user, actor }) => await core.llm.settings.reset(user.userId, actor),
  }),
  route({
    method: 'POST',
    path: `${SETTINGS}/test`,
    tokens: 'never',
    summary: 'Test one of your providers with a short question',
    description:
      'A provider that does not answer is not an HTTP error: ok is false, and class and message say why.',
    tag,
    body: providerTestInput,
    response: providerTestView,
    repeats: 'anew',
    handler: async ({ core, user, body }) => await core.llm.settings.test(user.userId, body),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/llm-usage/summary',
    summary: 'What your model calls used: by provider and model, by feature and by day',
    description:
      'Costs are at list prices of prices_as_of and are no invoice: 0 and unpriced for a model without one, null where usage is unknown throughout. from and to are Indian days, both included; the last 30 without them.',
    tag,
    query: usageQuery,
    response: usageSummaryView,
    handler: async ({ core, user, query }) => await core.llm.usage.summary(user.userId, query),
  }),
];
