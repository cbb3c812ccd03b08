import { useRunEvents } from '../../api/research.ts';
import { useListParams } from '../../components/search-params.ts';
import { EventsTable } from './events-table.tsx';

const PAGE_SIZE = 50;

/** What happened to the universe of a backtest and to the shares that it held. */
export function Events({ id }: { id: string }) {
  const params = useListParams();
  const events = useRunEvents(id, params.page, PAGE_SIZE);
  return <EventsTable query={events} onPage={(page) => params.set({ page })} />;
}
