import { Box, Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useImports } from '../../api/queries.ts';
import { useWaitingPlans } from '../../api/trading.ts';
import type { Dashboard, PriceRefresh } from '../../api/types.ts';
import classes from './overview.module.css';
import { MOST_TODOS, todosOf } from './todos.ts';

/** Imports that are looked through for rows to correct. */
const RECENT_IMPORTS = { page: 1, page_size: 20 };

/** The first three things that wait for the person, each with one action. */
export function NeedsYou({
  warnings,
  refresh,
}: {
  warnings: Dashboard['warnings'];
  refresh: PriceRefresh | null;
}) {
  const imports = useImports(RECENT_IMPORTS).data?.items ?? [];
  const plans = useWaitingPlans().data?.items ?? [];
  const todos = todosOf({ warnings, plans, imports, refresh });
  const more = todos.length - MOST_TODOS;
  return (
    <Box className="panel" px="md" py="sm" component="section" aria-label="Needs you">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Needs you
        </Title>
        {todos.length === 0 && (
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
