import { Box, Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/endpoints.ts';
import type { PriceRefresh } from '../../api/types.ts';
import classes from './overview.module.css';
import { MOST_TODOS, withFailures } from './todos.ts';

/** The person's three most urgent tasks, each with one action. */
export function NeedsYou({ refresh }: { refresh: PriceRefresh | null }) {
  const { data } = useQuery({ queryKey: ['portfolio', 'todos'], queryFn: api.dashboard.todos });
  const todos = withFailures(data?.items ?? [], refresh);
  const more = todos.length - MOST_TODOS;
  return (
    <Box className="panel" px="md" py="sm" component="section" aria-label="Needs you">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Needs you
        </Title>
        {data !== undefined && todos.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing waits for you.
          </Text>
        )}
        {more > 0 && (
          <Text size="sm" c="dimmed">
            {more} more after these
          </Text>
        )}
      </Group>
      {todos.length > 0 && (
        <ul className={classes['todos']}>
          {todos.slice(0, MOST_TODOS).map(({ key, text, action, to }) => (
            <li key={key}>
              <Text size="sm" className={classes['todo'] ?? ''} title={text}>
                {text}
              </Text>
              <Button
                component={Link}
                to={to}
                variant="default"
                size="compact-sm"
                flex="none"
                aria-label={`${action}: ${text}`}
              >
                {action}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}
