/** The overview saved on this device, shown while the server cannot be reached. Read-only. */
import { Box, Button, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Brand } from '../shell/brand.tsx';
import { ConnectionBadge } from '../shell/connection-badge.tsx';
import type { SavedOverview } from './saved.ts';
import { Notice } from '../components/notice.tsx';
import { TotalCard } from '../components/total-card.tsx';

interface SavedPageProps {
  saved: SavedOverview;
  retry: () => void;
  /** Deletes the overview from this device. */
  onForget: () => void;
}

export default function SavedPage({ saved, retry, onForget }: SavedPageProps) {
  useEffect(() => {
    document.title = 'Overview, offline · Munim';
  }, []);
  return (
    <Container size="lg" py="md" component="main" id="main">
      <Stack>
        <Group justify="space-between">
          <Brand />
          <ConnectionBadge state="waiting" />
        </Group>
        <div>
          <Title order={1} size="h2">
            Overview
          </Title>
          <Text c="dimmed" size="sm">
            As of {saved.as_of}, offline. Kept on this device for {saved.name}. You can change things once
            Munim can be reached.
          </Text>
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
          {saved.figures.map(({ label, value, note }) => (
            <TotalCard key={label} label={label} under={note}>
              {value}
            </TotalCard>
          ))}
        </SimpleGrid>
        {saved.notes.length > 0 && (
          <Notice tone="caution" role="note" title="About these figures">
            <ul>
              {saved.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Notice>
        )}
        {saved.plans.length > 0 && <Plans plans={saved.plans} />}
        <Holdings saved={saved} />
        <Group>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
          <Button variant="subtle" color="gray" onClick={onForget}>
            Delete from this device
          </Button>
        </Group>
      </Stack>
    </Container>
  );
}

function Plans({ plans }: Pick<SavedOverview, 'plans'>) {
  return (
    <Box className="panel" component="section" aria-label="Plans" p="md">
      <Title order={2} size="h4">
        Plans
      </Title>
      {plans.map(({ title, state, line, orders }) => (
        <Box key={title} mt="xs">
          <Text fw={600}>
            {title}: {state}
          </Text>
          <Text size="sm">{line}</Text>
          {orders.map((order) => (
            <Text key={order} size="sm" c="dimmed">
              {order}
            </Text>
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Holdings({ saved: { holdings, more_holdings: more } }: { saved: SavedOverview }) {
  return (
    <Box className="panel" component="section" aria-label="Holdings" p="md">
      <Title order={2} size="h4">
        Holdings
      </Title>
      {holdings.map(({ name, facts, value, gain, day_change, note }) => (
        <Group key={`${name} ${facts}`} justify="space-between" align="flex-start" mt="xs">
          <div>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed">
              {facts}
            </Text>
            {note !== null && (
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            )}
          </div>
          <Box ta="end">
            <div className="figure">{value}</div>
            <Text size="sm" component="div" className="figure">
              {gain}
            </Text>
            <Text size="xs" c="dimmed" component="div" className="figure">
              {day_change}
            </Text>
          </Box>
        </Group>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {more} smaller holdings are not kept on this device.
        </Text>
      )}
    </Box>
  );
}
