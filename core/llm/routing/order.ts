import type { Config } from '../../platform/index.ts';
import type { ProviderId } from '../port/index.ts';
import type { Choice } from '../settings/index.ts';

/** Which providers are asked for a feature, with whose keys, and why. */
export interface Order {
  ids: readonly ProviderId[];
  /** Null: with the operator's keys. */
  keysOf: Choice | null;
  /** In words for the settings page. */
  why: string;
}

type Variables = Pick<Config, 'LLM_PROVIDER_DEFAULT' | 'LLM_FAILOVER_DEFAULT' | 'LLM_FEATURE_TIERS'>;

const each = (...ids: ProviderId[]): ProviderId[] => [...new Set(ids)];

/**
 * The order of providers for a feature.
 *
 * What a person chose holds for all that is done for them. Who chose nothing has what the operator set up: the fast tier is
 * the gateway with the operator's key, then the command line; the premium tier is the command line; every other feature, and
 * the fast tier where the gateway has no key, has the default providers, which are the command line alone unless the
 * operator names others (research/Versioning 6).
 * @param choice null for the system
 * @param isGatewayPaid the gateway can be asked with the operator's key
 */
export function orderFor(
  config: Variables,
  { choice, feature, isGatewayPaid }: { choice: Choice | null; feature: string; isGatewayPaid: boolean },
): Order {
  if (choice !== null && !choice.isDefault)
    return {
      ids: each(choice.preferred, ...choice.failover),
      keysOf: choice,
      why: 'Your own choice of providers, in your order.',
    };
  const tier = config.LLM_FEATURE_TIERS.get(feature);
  const who = choice === null ? '' : 'You have chosen no providers. ';
  if (tier === 'fast' && isGatewayPaid)
    return {
      ids: ['gateway', 'cli_default'],
      keysOf: null,
      why: `${who}This uses the fast tier: the gateway with the operator’s key, then the command line.`,
    };
  if (tier === 'premium')
    return {
      ids: ['cli_default'],
      keysOf: choice,
      why: `${who}This uses the premium tier: the command line only.`,
    };
  const isFast =
    tier === 'fast' ? 'This would use the fast tier, but the operator has set no key for the gateway. ' : '';
  return {
    ids: each(config.LLM_PROVIDER_DEFAULT, ...config.LLM_FAILOVER_DEFAULT),
    keysOf: choice,
    why: `${who}${isFast}The operator’s default providers are asked.`,
  };
}
