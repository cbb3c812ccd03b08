import { Badge, Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { day } from '../../../../../charts/index.ts';
import { useRunEvents } from '../../api/research.ts';
import type { RunEvent } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { EVENTS } from './words.ts';

const PAGE_SIZE = 50;

/** What happened to the universe and to the shares that were held. */
export function Events({ id }: { id: string }) {
  const params = useListParams();
  const events = useRunEvents(id, params.page, PAGE_SIZE);
  return (
    <Loaded query={events}>
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
              rows={items}
              keyOf={({ date, symbol, kind, message }) => `${date} ${symbol} ${kind} ${message}`}
            />
            <Pager
              page={page}
              pageSize={page_size}
              total={total}
              noun="events"
              onPage={(next) => params.set({ page: next })}
            />
          </div>
        )
      }
    </Loaded>
  );
}

const columns: Column<RunEvent>[] = [
  { key: 'symbol', title: 'Share', render: ({ symbol, name }) => <NameCell name={symbol} facts={[name]} /> },
  { key: 'date', title: 'Date', render: ({ date }) => <span className="figure">{day(date)}</span> },
  {
    key: 'kind',
    title: 'Event',
    render: ({ kind }) => (
      <Badge color={EVENTS[kind].color} variant="light" miw="max-content">
        {EVENTS[kind].label}
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
