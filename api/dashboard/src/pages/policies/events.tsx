import { Box, Stack, Text, Title } from '@mantine/core';
import { day } from '../../../../../charts/index.ts';
import { usePolicyEquity, usePolicyEvents } from '../../api/policies.ts';
import type { Policy, PolicyDay } from '../../api/types.ts';
import { useListParams } from '../../components/search-params.ts';
import { EventsTable } from '../strategies/events-table.tsx';
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
      <EventsTable query={events} onPage={(page) => params.set({ page })} />
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
