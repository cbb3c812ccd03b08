import type {
  CatalogueView,
  ProviderId,
  ProviderSettingsView,
  ProviderTestView,
  UsageQuery,
  UsageSummaryView,
} from '../../../../../core/llm/index.ts';
import { http } from '../client.ts';

const SETTINGS = '/api/portfolio/ai-providers/settings';

/** What of the settings changes; null removes. */
export interface ProviderChange {
  preferred_provider?: ProviderId;
  failover?: ProviderId[];
  api_keys?: Partial<Record<ProviderId, string | null>>;
  gateway_model?: string | null;
  base_urls?: { provider_a?: string | null; provider_b?: string | null };
  models?: { provider_a?: string | null; provider_b?: string | null };
  /** No amount of the books goes to a model. */
  leave_out_amounts?: boolean;
  /** Records may go to those who would get them now; false: ask again. */
  agrees?: boolean;
}

/** Providers of models, and what calls of them took. */
export const AI_MODELS = {
  catalogue: () => http.get<CatalogueView>('/api/portfolio/ai-providers/catalog'),
  settings: () => http.get<ProviderSettingsView>(SETTINGS),
  save: (change: ProviderChange) => http.put<ProviderSettingsView>(SETTINGS, change),
  reset: () => http.delete(SETTINGS),
  test: (provider: ProviderId) => http.post<ProviderTestView>(`${SETTINGS}/test`, { provider }),
  usage: (query: UsageQuery) => http.get<UsageSummaryView>('/api/portfolio/llm-usage/summary', { ...query }),
};
