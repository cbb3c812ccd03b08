import { Model } from 'objection';
import type { ProviderId } from '../port/index.ts';

export class ProviderSettingsModel extends Model {
  static override tableName = 'portfolio.user_provider_settings';
  static override idColumn = 'owner_user_id';
  static override jsonAttributes = ['base_urls', 'models'];
  declare owner_user_id: string;
  declare preferred_provider: ProviderId;
  declare failover: ProviderId[];
  declare api_keys: string | null;
  declare gateway_model: string | null;
  declare base_urls: Record<string, string>;
  declare models: Record<string, string>;
  declare leaves_out_amounts: boolean;
  declare agreed_to: string[];
  declare chosen_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
}
