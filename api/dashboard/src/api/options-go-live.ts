/** Going live in the cache of the page. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export const GO_LIVE_KEY = 'options-go-live';

/** A trading process reports at any time, and nothing tells the page. */
const FRESH = { refetchInterval: 60_000, refetchOnMount: 'always' } as const;

export const useGoLiveStatus = () =>
  useQuery({ queryKey: [GO_LIVE_KEY, 'status'], queryFn: api.goLive.status, ...FRESH });

export const useConfidence = (strategy: string) =>
  useQuery({
    queryKey: [GO_LIVE_KEY, 'confidence', strategy],
    queryFn: () => api.goLive.confidence(strategy),
    ...FRESH,
  });

export const useGoLiveHistory = (page: number, page_size: number) =>
  useQuery({
    queryKey: [GO_LIVE_KEY, 'history', page, page_size],
    queryFn: () => api.goLive.history({ page, page_size }),
    placeholderData: keepPreviousData,
  });
