import { Badge, Box, Stack, Text, Title } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { day } from '../../../../../charts/index.ts';
import { usePolicyEquity, usePolicyEvents } from '../../api/policies.ts';
import type { Policy, PolicyDay, PolicyEvent, RunEvent } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { EVENTS } from '../strategies/words.ts';
import { notedDays } from './words.ts';

const PAGE_SIZE = 50;
/** Notes that are listed. */
const MOST_NOTES = 30;

/** What happened to the universe and to shares that were held, and what prices could not tell. */
export function PolicyEvents({ policy }: { policy: Policy }) {
  const params = useListParams();
  const events = usePolicyEvents(policy, params.page, PAGE_SIZE);
  const equity = usePolicyEquity(policy);
  return (
    <Stack gap="md">
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
      <Notes rows={equity.data?.items ?? []} />
    </Stack>
  );
}

function Notes({ rows }: { rows: readonly PolicyDay[] }) {
  const noted = notedDays(rows);
  if (noted.length === 0) return null;
  return (
    <Box className="panel" p="md" component="section" aria-label="Notes of valuations">
      <Title order={2} size="h4" mb={6}>
        Notes of valuations
      </Title>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {noted.slice(0, MOST_NOTES).map(({ from, to, notes }) => (
          <li key={from}>
            <Text size="sm">{notes}</Text>
            <Text size="xs" c="dimmed" className="figure">
              {from === to ? day(from) : `${day(from)} to ${day(to)}`}
            </Text>
          </li>
        ))}
      </Stack>
      {noted.length > MOST_NOTES && (
        <Text size="xs" c="dimmed" mt={6}>
          The latest {MOST_NOTES} of {noted.length.toLocaleString('en-IN')} notes.
        </Text>
      )}
    </Box>
  );
}

/** An event as an investor calls it; one of a later version by its own name. */
const lookOf = (kind: string) =>
  Object.hasOwn(EVENTS, kind) ? EVENTS[kind as RunEvent['kind']] : { label: kind, color: 'gray' };

const columns: Column<PolicyEvent>[] = [
  {
    key: 'symbol',
    title: 'Share',
    render: ({ symbol }) => (
      <Text size="sm" fw={600}>
        {symbol}
      </Text>
    ),
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
