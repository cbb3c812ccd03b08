/** Providers of models and their usage in the cache of the page. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UsageQuery } from '../../../../core/llm/index.ts';
import type { ProviderChange } from './endpoints/ai-models.ts';
import { api } from './endpoints.ts';

export type {
  ProviderId,
  ProviderSettingsView as ProviderSettings,
  ProviderTestView as ProviderTest,
  ProviderView as Provider,
  UsageSummaryView as ModelUsage,
} from '../../../../core/llm/index.ts';

const KEY = 'ai-models';
const SETTINGS = [KEY, 'settings'];

export const useProviderSettings = () => useQuery({ queryKey: SETTINGS, queryFn: api.aiModels.settings });

/** Reads them anew: who gets records is to be known at the moment in which they are sent. */
export function useFreshProviderSettings() {
  const client = useQueryClient();
  return async () =>
    await client.fetchQuery({ queryKey: SETTINGS, queryFn: api.aiModels.settings, staleTime: 0 });
}

/** The list changes with a new release, or a file of the operator. */
export const useModelCatalogue = () =>
  useQuery({
    queryKey: [KEY, 'catalogue'],
    queryFn: api.aiModels.catalogue,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useModelUsage = (query: UsageQuery) =>
  useQuery({
    queryKey: [KEY, 'usage', query],
    queryFn: () => api.aiModels.usage(query),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** A change answers the settings as they are now. */
export function useProviderChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ProviderChange) => api.aiModels.save(change),
    onSuccess: (settings) => client.setQueryData(SETTINGS, settings),
  });
}

export function useProviderReset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.aiModels.reset,
    onSuccess: () => client.invalidateQueries({ queryKey: SETTINGS }),
  });
}
