/** Results and signals of the options workspace in the cache of the page. A process reports without telling the page. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FunnelQuery, Mode } from '../../../../core/options/index.ts';
import { api } from './endpoints.ts';

export type {
  FunnelView as OptionFunnel,
  IngestTokenView as IngestToken,
  Mode as OptionMode,
  PerformanceView as OptionPerformance,
} from '../../../../core/options/index.ts';

const KEY = 'options';
/** Nobody tells the page that a process has reported: it looks when it is opened, and every half minute. */
const FRESH = { refetchInterval: 30_000, refetchOnMount: 'always' } as const;

export const useOptionPerformance = (mode: Mode) =>
  useQuery({
    queryKey: [KEY, 'performance', mode],
    queryFn: () => api.optionResults.performance(mode),
    ...FRESH,
  });

export const useOptionDays = (mode: Mode) =>
  useQuery({
    queryKey: [KEY, 'days', mode],
    queryFn: () => api.optionResults.daily(mode),
    ...FRESH,
  });

export const useOptionFunnel = (query: FunnelQuery) =>
  useQuery({
    queryKey: [KEY, 'funnel', query],
    queryFn: () => api.optionResults.funnel(query),
    placeholderData: keepPreviousData,
    ...FRESH,
  });

export const useIngestTokens = () =>
  useQuery({ queryKey: [KEY, 'tokens'], queryFn: api.optionResults.tokens.list });

export function useTokenChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY, 'tokens'] }),
  });
}

/** The list of features changes with a new release only. */
export const useFeatures = () =>
  useQuery({
    queryKey: ['features'],
    queryFn: api.optionResults.features,
    staleTime: Number.POSITIVE_INFINITY,
  });
