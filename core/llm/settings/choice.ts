import type { DbTransaction } from '../../platform/index.ts';
import type { Keyring } from '../../platform/keyring/index.ts';
import type { ProviderId } from '../port/index.ts';
import { type ApiKeys, openKeys, type OpenProviderId } from './keys.ts';
import { ProviderSettingsModel } from './models.ts';

/** What a person chose of their providers, with the keys in the clear. */
export interface Choice {
  /** Nothing was chosen yet. */
  isDefault: boolean;
  preferred: ProviderId;
  failover: readonly ProviderId[];
  /** Null where no key of this server opens them. */
  keys: ApiKeys | null;
  gatewayModel: string | null;
  baseUrls: Partial<Record<OpenProviderId, string>>;
  models: Partial<Record<OpenProviderId, string>>;
  /** No amount of the books goes to a model. */
  leavesOutAmounts: boolean;
  /** Recipients, as `recipientKey` writes them, that the person agreed to send records to. */
  agreedTo: readonly string[];
}

/** The row of a person; the first time, it is made, with the command line alone (research/User provider settings). */
export async function seededRow(trx: DbTransaction, userId: string): Promise<ProviderSettingsModel> {
  const found = await ProviderSettingsModel.query(trx).findById(userId);
  if (found !== undefined) return found;
  // Two first reads at once make one row.
  await ProviderSettingsModel.query(trx)
    .insert({ owner_user_id: userId })
    .onConflict('owner_user_id')
    .ignore();
  return await ProviderSettingsModel.query(trx).findById(userId).throwIfNotFound();
}

export async function toChoice(keyring: Keyring, row: ProviderSettingsModel): Promise<Choice> {
  return {
    isDefault: row.chosen_at === null,
    preferred: row.preferred_provider,
    failover: row.failover,
    keys: await openKeys(keyring, row.owner_user_id, row.api_keys),
    gatewayModel: row.gateway_model,
    baseUrls: row.base_urls,
    models: row.models,
    leavesOutAmounts: row.leaves_out_amounts,
    agreedTo: row.agreed_to,
  };
}

/** As if somebody had not chosen anything. */
export const NOTHING_CHOSEN: Choice = {
  isDefault: true,
  preferred: 'cli_default',
  failover: ['cli_default'],
  keys: {},
  gatewayModel: null,
  baseUrls: {},
  models: {},
  leavesOutAmounts: false,
  agreedTo: [],
};
