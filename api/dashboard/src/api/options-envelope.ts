/** Guards of the options workspace in the cache of the page. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export const ENVELOPE_KEY = 'options-envelope';
/** Milliseconds between two looks: a halt is to be seen soon. */
const LOOK_AGAIN = 30_000;

export const useEnvelope = () =>
  useQuery({
    queryKey: [ENVELOPE_KEY, 'state'],
    queryFn: () => api.optionsEnvelope.state(),
    refetchInterval: LOOK_AGAIN,
  });

export const useOptionsSettings = () =>
  useQuery({ queryKey: [ENVELOPE_KEY, 'settings'], queryFn: () => api.optionsEnvelope.settings() });

export const useMismatches = (page: number, page_size: number) =>
  useQuery({
    queryKey: [ENVELOPE_KEY, 'mismatches', page, page_size],
    queryFn: () => api.optionsEnvelope.mismatches({ page, page_size }),
    placeholderData: keepPreviousData,
  });

export const useOpenPositions = (page: number, page_size: number) =>
  useQuery({
    queryKey: [ENVELOPE_KEY, 'positions', page, page_size],
    queryFn: () => api.optionsEnvelope.positions({ page, page_size }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN,
  });
