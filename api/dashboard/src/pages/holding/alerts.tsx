import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useAlerts } from '../../api/queries.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Nothing, Section } from './section.tsx';

/** The alerts on a symbol, with a way to a new one. */
export function HoldingAlerts({ symbol, onAdd }: { symbol: string; onAdd: () => void }) {
  return (
    <Section
      title="Alerts"
      actions={
        <Anchor component={Link} to="/watchlist" size="sm">
          All alerts
        </Anchor>
      }
    >
      <Loaded query={useAlerts()} skeleton={<LoadingRows rows={2} />}>
        {({ items }) => {
          const own = items.filter((one) => one.symbol === symbol);
          return (
            <Stack gap="xs" align="flex-start">
              {own.length === 0 && (
                <Nothing>
                  No alerts yet. Add one to be alerted when the price crosses a level or moves sharply in a
                  day.
                </Nothing>
              )}
              {own.map(({ id, label, state }) => (
                <Group key={id} gap="xs">
                  <Text size="sm">{label}</Text>
                  <Badge variant="light" color={state === 'ARMED' ? 'teal' : 'orange'}>
                    {state === 'ARMED' ? 'Armed' : 'Triggered'}
                  </Badge>
                </Group>
              ))}
              <Button size="compact-sm" variant="light" onClick={onAdd}>
                New alert
              </Button>
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}
