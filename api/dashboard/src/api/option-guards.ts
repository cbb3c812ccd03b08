/** What keeps options from being traded, in the cache of the page. A process reports without telling the page. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export type {
  BrokerView as BrokerState,
  EventsView as OptionEvents,
  EventView as OptionEvent,
  ImportedView as ImportedEvents,
} from '../../../../core/options/index.ts';

const EVENTS = ['options', 'events'];
/** No live frame tells of new records: a page asks anew when it is opened, and every half minute. */
const FRESH = { staleTime: 0, refetchInterval: 30_000 } as const;

export const useEventsToday = () =>
  useQuery({
    ...FRESH,
    queryKey: [...EVENTS, 'today'],
    queryFn: api.optionEvents.today,
  });

export const useEventsAhead = (days: number) =>
  useQuery({
    ...FRESH,
    queryKey: [...EVENTS, 'ahead', days],
    queryFn: () => api.optionEvents.upcoming(days),
    placeholderData: keepPreviousData,
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
    ...FRESH,
    queryKey: ['options', 'brokers'],
    queryFn: api.optionBrokers.health,
  });
