import type { Config } from '../../platform/index.ts';
import type { ApiFormat, Models } from '../catalogue/index.ts';
import { leadsInward } from '../http/index.ts';
import type { ProviderId } from '../port/index.ts';
import type { Choice } from './choice.ts';
import type { ApiKeys, HttpProviderId } from './keys.ts';

/** All that a provider over HTTP needs to be asked. */
export interface HttpTarget {
  id: HttpProviderId;
  baseUrl: string;
  /** Null for a server of the operator's own network that needs none. */
  apiKey: string | null;
  model: string;
  format: ApiFormat;
  /** The header that carries the id of this process; the gateway alone wants one. */
  sessionHeader: string | null;
  totalMs: number;
  /** Null where it is unknown. */
  contextTokens: number | null;
  /** The address is a person's: it must not lead inward, whatever its name resolves to. */
  isPersonal: boolean;
}

export type Resolved =
  | { state: 'READY'; target: HttpTarget | 'cli' }
  | { state: 'NO_KEY' | 'KEY_UNREADABLE' | 'NOT_SET_UP'; why: string };

export const PROVIDER_LABELS: Readonly<Record<ProviderId, string>> = {
  cli_default: 'Command line',
  provider_a: 'Provider A',
  provider_b: 'Provider B',
  gateway: 'Gateway',
};

type Variables = Pick<
  Config,
  | `LLM_${'PROVIDERA' | 'PROVIDERB' | 'GATEWAY'}_${'BASE_URL' | 'DEFAULT_MODEL' | 'TIMEOUT_SEC' | 'API_KEY'}`
  | 'LLM_GATEWAY_SESSION_HEADER'
  | 'LLM_PERSON_BASE_URLS'
>;

const NAMES = { provider_a: 'PROVIDERA', provider_b: 'PROVIDERB', gateway: 'GATEWAY' } as const;

/** The operator's keys: for work of the system, never for a person's own chain. */
const systemKeys = (config: Variables): ApiKeys =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([id, name]) => {
      const key = config[`LLM_${name}_API_KEY`];
      return key === null ? [] : [[id, key]];
    }),
  );

/**
 * How a provider would be asked, for a person or for the system. Of the command line it knows nothing.
 * @param choice null for the system
 */
export function resolveProvider(
  { config, models }: { config: Variables; models: Models },
  choice: Choice | null,
  id: ProviderId,
): Resolved {
  if (id === 'cli_default') return { state: 'READY', target: 'cli' };
  const name = NAMES[id];
  const own = id === 'gateway' || !config.LLM_PERSON_BASE_URLS ? undefined : choice?.baseUrls[id];
  const baseUrl = own ?? config[`LLM_${name}_BASE_URL`];
  if (baseUrl === null)
    return { state: 'NOT_SET_UP', why: `It has no address: LLM_${name}_BASE_URL is off.` };
  if (choice?.keys === null)
    return { state: 'KEY_UNREADABLE', why: 'Your key cannot be decrypted on this server. Enter it again.' };
  const apiKey = (choice === null ? systemKeys(config) : (choice.keys ?? {}))[id] ?? null;
  const needsNone = own === undefined && leadsInward(baseUrl);
  if (apiKey === null && !needsNone)
    return {
      state: 'NO_KEY',
      why: choice === null ? `LLM_${name}_API_KEY is not set.` : 'You have not entered a key for it.',
    };
  const chosen = id === 'gateway' ? choice?.gatewayModel : choice?.models[id];
  const model = chosen ?? config[`LLM_${name}_DEFAULT_MODEL`];
  return {
    state: 'READY',
    target: {
      id,
      baseUrl,
      apiKey,
      model,
      format: id === 'gateway' ? models.formatOf(model) : 'chat_completions',
      sessionHeader: id === 'gateway' ? config.LLM_GATEWAY_SESSION_HEADER : null,
      totalMs: config[`LLM_${name}_TIMEOUT_SEC`] * 1000,
      contextTokens: models.find(model)?.context_tokens ?? null,
      isPersonal: own !== undefined,
    },
  };
}

/** Who it is, for a page: an address without what may be secret in it. */
export function shownAddress(baseUrl: string): string {
  const url = new URL(baseUrl);
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
