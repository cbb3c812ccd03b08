import {
  flag,
  listOf,
  number,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { ERROR_CLASSES, PROVIDER_IDS } from '../port/index.ts';

const provider = oneOf(...PROVIDER_IDS);

const keyView = view({
  present: flag,
  /** Null without a key, and where the key is so short that this would tell too much of it. */
  last4: textOrNull,
});

const PROVIDER_STATES = ['READY', 'NO_KEY', 'KEY_UNREADABLE', 'NOT_SET_UP'] as const;

/** A provider as it would be asked for this person. */
const providerView = view({
  id: provider,
  label: text,
  state: oneOf(...PROVIDER_STATES),
  /** In words, what it is and what is missing. */
  message: text,
  /** Null where the provider chooses by itself. */
  model: textOrNull,
  /** Null for the command line. */
  address: textOrNull,
});
export type ProviderView = ViewOf<typeof providerView>;

/** Who is asked for a feature, and why these. */
const routeView = view({
  feature: text,
  label: text,
  /** In their order; empty where none is ready. */
  providers: listOf(view({ id: provider, label: text, model: textOrNull })),
  why: text,
  /** In words, what is sent for it. */
  sends: text,
});
export type RouteView = ViewOf<typeof routeView>;

/** Who gets what a person asks. */
const recipientView = view({
  id: provider,
  label: text,
  model: textOrNull,
  /** Null for the command line. */
  address: textOrNull,
});
export type RecipientView = ViewOf<typeof recipientView>;

/** A person's providers of models (research/User provider settings). No key is ever in it. */
export const providerSettingsView = view({
  preferred_provider: provider,
  failover: listOf(provider),
  keys: view({ provider_a: keyView, provider_b: keyView, gateway: keyView }),
  /** Null: the operator's. */
  gateway_model: textOrNull,
  /** Addresses of their own; null is the operator's. */
  base_urls: view({ provider_a: textOrNull, provider_b: textOrNull }),
  models: view({ provider_a: textOrNull, provider_b: textOrNull }),
  /** Nothing was chosen yet: what the operator set up for everybody holds. */
  is_default: flag,
  /** Whether addresses of their own are allowed. */
  may_set_base_urls: flag,
  /** No quantity, price, value or balance of the books goes to a model. */
  leave_out_amounts: flag,
  /** Who gets records with a question, in their order; empty where nobody is ready. */
  recipients: listOf(recipientView),
  /** What to show before records are sent the first time; null once the person agreed to all recipients. */
  notice: textOrNull,
  providers: listOf(providerView),
  routes: listOf(routeView),
});
export type ProviderSettingsView = ViewOf<typeof providerSettingsView>;

/** What a try of one provider came to. */
export const testView = view({
  ok: flag,
  /** Null where it answered. */
  class: oneOfOrNull(...ERROR_CLASSES, 'COST_CAP'),
  message: text,
  latency_ms: number,
  model: textOrNull,
});
export type TestView = ViewOf<typeof testView>;
