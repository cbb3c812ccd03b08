/** What keeps options from being traded, in the cache of the page. A process reports without telling the page. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export type {
  BrokerHealthView as BrokerHealth,
  BrokerView as BrokerState,
  EventsView as OptionEvents,
  EventView as OptionEvent,
  ImportedView as ImportedEvents,
} from '../../../../core/options/index.ts';

const EVENTS = ['options', 'events'];
const LOOK_AGAIN_MS = 30_000;

export const useEventsToday = () =>
  useQuery({
    queryKey: [...EVENTS, 'today'],
    queryFn: api.optionEvents.today,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const useEventsAhead = (days: number) =>
  useQuery({
    queryKey: [...EVENTS, 'ahead', days],
    queryFn: () => api.optionEvents.upcoming(days),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

export function useEventImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.optionEvents.import,
    onSuccess: ({ dry_run }) => (dry_run ? undefined : client.invalidateQueries({ queryKey: EVENTS })),
  });
}

export const useBrokerHealth = () =>
  useQuery({
    queryKey: ['options', 'brokers'],
    queryFn: api.optionBrokers.health,
    refetchInterval: LOOK_AGAIN_MS,
  });
