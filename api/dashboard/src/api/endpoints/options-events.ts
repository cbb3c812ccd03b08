import type { EventsView, ImportedView } from '../../../../../core/options/index.ts';
import { http } from '../client.ts';

/** The calendar of events of the options workspace. */
export const OPTION_EVENTS = {
  today: () => http.get<EventsView>('/api/events/today'),
  upcoming: (days: number) => http.get<EventsView>('/api/events/upcoming', { days }),
  import: (input: { content: string; dry_run: boolean }) =>
    http.post<ImportedView>('/api/events/import', input),
};
