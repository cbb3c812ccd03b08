/** Guards of the options workspace in the cache of the page. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export const ENVELOPE_KEY = 'options-envelope';
/** Milliseconds between two looks: a halt is to be seen soon. */
const LOOK_AGAIN = 30_000;
/** No live frame tells of what a process reports: whoever opens the page sees what is so now. */
const FRESH = { staleTime: 0, refetchInterval: LOOK_AGAIN };

export const useEnvelope = () =>
  useQuery({
    queryKey: [ENVELOPE_KEY, 'state'],
    queryFn: () => api.optionsEnvelope.state(),
    ...FRESH,
  });

export const useOptionsSettings = () =>
  useQuery({ queryKey: [ENVELOPE_KEY, 'settings'], queryFn: () => api.optionsEnvelope.settings() });

export const useMismatches = (page: number, page_size: number) =>
  useQuery({
    queryKey: [ENVELOPE_KEY, 'mismatches', page, page_size],
    queryFn: () => api.optionsEnvelope.mismatches({ page, page_size }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });

export const useOpenPositions = (page: number, page_size: number) =>
  useQuery({
    queryKey: [ENVELOPE_KEY, 'positions', page, page_size],
    queryFn: () => api.optionsEnvelope.positions({ page, page_size }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
