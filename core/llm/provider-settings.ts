import { type Actor, type Context, parseInput } from '../platform/index.ts';
import { type Meter, type Provider, PROVIDER_IDS, type ProviderId } from './port/index.ts';
import type { createPrivacy } from './privacy.ts';
import { createProviderTest } from './provider-test.ts';
import { FEATURES, type Plan } from './routing/index.ts';
import {
  type Choice,
  type HttpTarget,
  last4Of,
  PROVIDER_LABELS,
  type ProviderChoices,
  type ProviderSettingsView,
  providerTestInput,
  type ProviderTestView,
  type ProviderView,
  type Resolved,
  type RouteView,
  shownAddress,
} from './settings/index.ts';

/** Providers of a person, as pages and the API show them. No key is ever in an answer (research/Authentication 3). */
export interface ProviderSettings {
  /** The first time, with the command line alone. */
  read(this: void, userId: string): Promise<ProviderSettingsView>;
  /** @throws Problem 422 VALIDATION_ERROR */
  update(this: void, userId: string, body: unknown, actor: Actor): Promise<ProviderSettingsView>;
  /** Forgets all that was chosen, keys included. */
  reset(this: void, userId: string, actor: Actor): Promise<void>;
  /** Asks one provider for a word. @throws Problem 422 VALIDATION_ERROR */
  test(this: void, userId: string, body: unknown, signal?: AbortSignal): Promise<ProviderTestView>;
}

interface ProviderSettingsParts {
  choices: ProviderChoices;
  meter: Meter;
  plan: (this: void, choice: Choice | null, feature: string) => Plan;
  privacy: ReturnType<typeof createPrivacy>;
  resolve: (this: void, choice: Choice | null, id: ProviderId) => Resolved;
  providerOf: (this: void, target: HttpTarget | 'cli') => Provider;
  hasRefusedKey: (this: void, provider: Provider) => boolean;
}

export function createProviderSettings(
  { config }: Pick<Context, 'config'>,
  parts: ProviderSettingsParts,
): ProviderSettings {
  const { choices, plan, privacy, resolve, providerOf, hasRefusedKey } = parts;
  const testProvider = createProviderTest(parts);

  function providerView(choice: Choice, id: ProviderId): ProviderView {
    const resolved = resolve(choice, id);
    const base = { id, label: PROVIDER_LABELS[id] };
    if (resolved.state !== 'READY')
      return { ...base, state: resolved.state, message: resolved.why, model: null, address: null };
    const { target } = resolved;
    const provider = providerOf(target);
    return {
      ...base,
      state: 'READY',
      message: messageOf(target, hasRefusedKey(provider)),
      model: provider.model,
      address: target === 'cli' ? null : shownAddress(target.baseUrl),
    };
  }

  function routeView(choice: Choice, feature: string): RouteView {
    const { label, runsFor, sends } = FEATURES[feature] ?? { label: feature, runsFor: 'person', sends: '' };
    const { order, ready, missing } = plan(runsFor === 'person' ? choice : null, feature);
    const forNobody =
      runsFor === 'system' ? 'Munim does this by itself, with what the operator set up. ' : '';
    return {
      feature,
      label,
      providers: ready.map(({ id, model }) => ({ id, label: PROVIDER_LABELS[id], model })),
      why: [`${forNobody}${order.why}`, ...missing.map((one) => `Not used: ${one}`)].join(' '),
      sends,
    };
  }

  function toView(choice: Choice): ProviderSettingsView {
    // What holds for who chose nothing is what the operator set up.
    const [preferred, failover] = choice.isDefault
      ? [config.LLM_PROVIDER_DEFAULT, config.LLM_FAILOVER_DEFAULT]
      : [choice.preferred, choice.failover];
    const key = (id: 'provider_a' | 'provider_b' | 'gateway') => ({
      present: choice.keys === null || choice.keys[id] !== undefined,
      last4: last4Of(choice.keys?.[id]),
    });
    return {
      preferred_provider: preferred,
      failover: [...failover],
      keys: { provider_a: key('provider_a'), provider_b: key('provider_b'), gateway: key('gateway') },
      gateway_model: choice.gatewayModel,
      base_urls: {
        provider_a: choice.baseUrls.provider_a ?? null,
        provider_b: choice.baseUrls.provider_b ?? null,
      },
      models: { provider_a: choice.models.provider_a ?? null, provider_b: choice.models.provider_b ?? null },
      is_default: choice.isDefault,
      may_set_base_urls: config.LLM_PERSON_BASE_URLS,
      leave_out_amounts: choice.leavesOutAmounts,
      recipients: privacy.recipients(choice),
      notice: privacy.notice(choice),
      providers: PROVIDER_IDS.map((id) => providerView(choice, id)),
      routes: Object.keys(FEATURES).map((feature) => routeView(choice, feature)),
    };
  }

  return {
    read: async (userId) => toView(await choices.read(userId)),
    update: async (userId, body, actor) => toView(await choices.update(userId, body, actor, privacy.keys)),
    reset: choices.reset,
    async test(userId, body, signal) {
      const { provider } = parseInput(providerTestInput, body);
      return await testProvider(userId, await choices.read(userId), provider, signal);
    },
  };
}

function messageOf(target: HttpTarget | 'cli', isRefused: boolean): string {
  if (target === 'cli') return 'A program on this server answers. It needs no key.';
  if (target.apiKey === null)
    return isRefused
      ? 'It asked for a key last time. Enter one.'
      : 'A server on your network answers and needs no key.';
  return isRefused ? 'It refused the key last time. Check the key and enter it again.' : 'Your key is used.';
}
