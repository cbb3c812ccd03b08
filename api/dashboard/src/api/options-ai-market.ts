/** Market analyses in the cache of the page. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './endpoints.ts';
import type { MarketAsked } from './endpoints/options-ai-market.ts';

const KEY = 'options-ai-market';

const useKept = <T>(part: string, asked: MarketAsked, read: (asked: MarketAsked) => Promise<T>) =>
  useQuery({
    queryKey: [KEY, part, asked],
    queryFn: () => read(asked),
    placeholderData: keepPreviousData,
    // A trading process reports at any time, and nothing tells the page.
    refetchOnMount: 'always',
  });

export const useMarketQuality = (asked: MarketAsked) => useKept('quality', asked, api.aiMarket.dataQuality);
export const useCalibration = (asked: MarketAsked) => useKept('calibration', asked, api.aiMarket.calibration);
export const useMarketPerformance = (asked: MarketAsked) =>
  useKept('performance', asked, api.aiMarket.performance);
export const usePromotionReport = (asked: MarketAsked) =>
  useKept('report', asked, api.aiMarket.promotionReport);

/** Asks a model for a new one. */
export function useNewAnalysis() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.aiMarket.refresh,
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
