import type { Context } from '../platform/index.ts';
import { type Catalogue, type CatalogueView, openCatalogue } from './catalogue/index.ts';
import { createMeter, createUsageReports, type UsageReports } from './metering/index.ts';
import {
  type Chain,
  ChainError,
  type ChainOwner,
  type Llm,
  type Meter,
  type Provider,
  PROVIDER_IDS,
} from './port/index.ts';
import { createPrivacy } from './privacy.ts';
import { createProviderPool } from './provider-pool.ts';
import { createProviderSettings, type ProviderSettings } from './provider-settings.ts';
import { chainOwnerOf, orderFor, type Plan } from './routing/index.ts';
import {
  type Choice,
  createProviderChoices,
  type HttpTarget,
  NOTHING_CHOSEN,
  PROVIDER_LABELS,
  type Resolved,
  resolveProvider,
} from './settings/index.ts';

/** How providers and chains are made; tests hand in their own. */
export interface LlmParts {
  http: (this: void, target: HttpTarget) => Provider;
  cli: { provider: Provider /** Why it cannot be asked; null where it can. */; problem: string | null };
  chain: (this: void, providers: readonly Provider[], meter: Meter) => Chain;
  /** Whether a provider refused its key when it was last asked by this process (decisions/Provider chain: AUTH). */
  hasRefusedKey?: (this: void, provider: Provider) => boolean;
  /** Ends what the parts hold. */
  close?: (this: void) => Promise<void>;
}

/** Models for whoever wants them, with what people chose, used up and may choose from. */
export interface LlmServices extends Llm {
  /** A chain of one for each provider of a feature's chain, in its order: for who wants each one's own opinion. */
  singlesFor(this: void, owner: ChainOwner, feature: string): Promise<readonly Chain[]>;
  /** Providers of a person. */
  readonly settings: ProviderSettings;
  /** What calls took. */
  readonly usage: UsageReports;
  catalogue(this: void): CatalogueView;
  close(this: void): Promise<void>;
}

/** Puts together what one process needs of models. Nothing is contacted before somebody asks. */
export async function createLlm(context: Context, parts: LlmParts): Promise<LlmServices> {
  const { config } = context;
  const { models, prices } = await openCatalogue(context);
  const meter = createMeter(context, prices);
  const choices = createProviderChoices(context);
  const http = createProviderPool(parts.http);

  const resolve = (choice: Choice | null, id: Provider['id']): Resolved => {
    if (id === 'cli_default' && parts.cli.problem !== null)
      return { state: 'NOT_SET_UP', why: parts.cli.problem };
    return resolveProvider({ config, models }, choice, id);
  };
  const providerOf = (target: HttpTarget | 'cli'): Provider =>
    target === 'cli' ? parts.cli.provider : http(target);

  function plan(choice: Choice | null, feature: string): Plan {
    const isGatewayPaid = config.LLM_GATEWAY_API_KEY !== null && resolve(null, 'gateway').state === 'READY';
    const order = orderFor(config, { choice, feature, isGatewayPaid });
    const targets: (HttpTarget | 'cli')[] = [];
    const missing: string[] = [];
    for (const id of order.ids) {
      const resolved = resolve(order.keysOf, id);
      if (resolved.state === 'READY') targets.push(resolved.target);
      else missing.push(`${PROVIDER_LABELS[id]}: ${resolved.why}`);
    }
    return { order, targets, ready: targets.map(providerOf), missing };
  }
  const privacy = createPrivacy({ targets: (choice, feature) => plan(choice, feature).targets, providerOf });

  async function planFor(askedFor: ChainOwner, feature: string): Promise<Plan> {
    const owner = chainOwnerOf(feature, askedFor);
    return plan(owner === 'system' ? null : await choices.read(owner.userId), feature);
  }

  return {
    async singlesFor(askedFor, feature) {
      const { ready } = await planFor(askedFor, feature);
      return ready.map((provider) => parts.chain([provider], meter));
    },
    async chainFor(askedFor, feature) {
      const { ready, missing } = await planFor(askedFor, feature);
      return ready.length === 0 ? nobody(missing) : parts.chain(ready, meter);
    },
    async privacyOf(userId, feature) {
      const choice = await choices.read(userId);
      return {
        leavesOutAmounts: choice.leavesOutAmounts,
        hasAgreed: privacy.hasAgreed(choice, [feature]),
      };
    },
    settings: createProviderSettings(context, {
      choices,
      privacy,
      meter,
      plan,
      resolve,
      providerOf,
      hasRefusedKey: parts.hasRefusedKey ?? (() => false),
    }),
    usage: createUsageReports(context, prices),
    catalogue: () => catalogueOf(models, (id) => resolve(NOTHING_CHOSEN, id).state),
    async close() {
      await parts.close?.();
      await meter.close();
    },
  };
}

/** A chain of nobody: it says what is missing. */
function nobody(missing: readonly string[]): Chain {
  const message = `No AI provider is ready. ${missing.join(' ')} You can set one up under Settings, Models.`;
  return {
    providers: [],
    ask: async () => await Promise.reject(new ChainError(message, { class: 'NOT_CONFIGURED' })),
  };
}

function catalogueOf(
  models: Catalogue['models'],
  stateOf: (id: Provider['id']) => Resolved['state'],
): CatalogueView {
  return {
    providers: PROVIDER_IDS.map((id) => ({
      id,
      label: PROVIDER_LABELS[id],
      needs_key: stateOf(id) === 'NO_KEY',
      is_set_up: stateOf(id) !== 'NOT_SET_UP',
      models: id === 'gateway' ? [...models.rows] : [],
    })),
    models_as_of: models.asOf,
    models_from: models.from,
  };
}
