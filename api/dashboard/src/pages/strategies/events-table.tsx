import { Badge, Text } from '@mantine/core';
import { IconCalendarEvent } from '../../icons.ts';
import { day } from '../../../../../charts/index.ts';
import type { RunEvent } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { EVENTS } from './words.ts';

/** An event of a backtest, or of a policy, which knows no name of the share. */
interface UniverseEvent {
  date: string;
  symbol: string;
  name?: string | null;
  kind: string;
  message: string;
  amount: number | null;
}

interface EventsTableProps {
  /** A page of them. */
  query: Parameters<
    typeof Loaded<{ items: readonly UniverseEvent[]; page: number; page_size: number; total: number }>
  >[0]['query'];
  onPage: (page: number) => void;
}

/** What happened to the universe and to the shares that were held, page by page. */
export function EventsTable({ query, onPage }: EventsTableProps) {
  return (
    <Loaded query={query}>
      {({ items, page, page_size, total }) =>
        total === 0 ? (
          <Empty icon={<IconCalendarEvent />} title="No events">
            No share joined or left the universe, and no held share had a corporate action.
          </Empty>
        ) : (
          <div className="panel">
            <DataTable
              caption="Events"
              columns={columns}
              rows={[...items]}
              keyOf={({ date, symbol, kind, message }) => `${date} ${symbol} ${kind} ${message}`}
            />
            <Pager page={page} pageSize={page_size} total={total} noun="events" onPage={onPage} />
          </div>
        )
      }
    </Loaded>
  );
}

/** An event as an investor calls it; one of a later version by its own name. */
const lookOf = (kind: string) =>
  Object.hasOwn(EVENTS, kind) ? EVENTS[kind as RunEvent['kind']] : { label: kind, color: 'gray' };

const columns: Column<UniverseEvent>[] = [
  {
    key: 'symbol',
    title: 'Share',
    render: ({ symbol, name }) => <NameCell name={symbol} facts={[name ?? null]} />,
  },
  { key: 'date', title: 'Date', render: ({ date }) => <span className="figure">{day(date)}</span> },
  {
    key: 'kind',
    title: 'Event',
    render: ({ kind }) => (
      <Badge color={lookOf(kind).color} variant="light" miw="max-content">
        {lookOf(kind).label}
      </Badge>
    ),
  },
  { key: 'message', title: 'What happened', render: ({ message }) => <Text size="sm">{message}</Text> },
  {
    key: 'amount',
    title: 'Received',
    align: 'end',
    render: ({ amount }) => (amount === null ? '' : <Amount value={amount} currency="INR" />),
  },
];
