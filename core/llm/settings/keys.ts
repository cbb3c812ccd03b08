import { type Keyring, type SealedColumn, Unreadable } from '../../platform/keyring/index.ts';

/** Providers that are reached over HTTP: those that take a key. */
export const HTTP_PROVIDERS = ['provider_a', 'provider_b', 'gateway'] as const;
export type HttpProviderId = (typeof HTTP_PROVIDERS)[number];
/** Those of which a person may choose address and model freely. */
export const OPEN_PROVIDERS = ['provider_a', 'provider_b'] as const;
export type OpenProviderId = (typeof OPEN_PROVIDERS)[number];

/** Keys by provider, in the clear. They stay in memory for the length of a call. */
export type ApiKeys = Partial<Record<HttpProviderId, string>>;

const contextOf = (ownerUserId: string): string => `portfolio.user_provider_settings\0${ownerUserId}`;

/** Where the keys of providers are kept (research/Authentication 3). */
export const PROVIDER_KEYS: SealedColumn = {
  table: 'portfolio.user_provider_settings',
  column: 'api_keys',
  key: 'owner_user_id',
  reads: [],
  noun: 'sets of model provider keys',
  context: ({ owner_user_id = '' }) => contextOf(owner_user_id),
  named: ({ owner_user_id }) => `the model providers of user ${owner_user_id}`,
};

export async function sealKeys(keyring: Keyring, userId: string, keys: ApiKeys): Promise<string | null> {
  if (Object.keys(keys).length === 0) return null;
  return await keyring.seal(contextOf(userId), JSON.stringify(keys));
}

/** The keys of a row; null where no key of this server opens them. */
export async function openKeys(
  keyring: Keyring,
  userId: string,
  sealed: string | null,
): Promise<ApiKeys | null> {
  if (sealed === null) return {};
  try {
    return JSON.parse(await keyring.unseal(contextOf(userId), sealed)) as ApiKeys;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Of a shorter key, four characters would be too much of it. */
const SHORTEST_SHOWN = 12;

export const last4Of = (key: string | undefined): string | null =>
  key === undefined || key.length < SHORTEST_SHOWN ? null : key.slice(-4);
