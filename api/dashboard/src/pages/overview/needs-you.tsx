import { Box, Group, Text, Title } from '@mantine/core';
import { useTodos } from '../../api/todos.ts';
import { TodoList } from '../../components/todo-list.tsx';

/** Tasks that the overview shows. */
const MOST = 3;

/** The person's three most urgent tasks, each with one action. */
export function NeedsYou() {
  const { data } = useTodos();
  const todos = data?.items ?? [];
  const more = todos.length - MOST;
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
      {todos.length > 0 && <TodoList todos={todos.slice(0, MOST)} />}
    </Box>
  );
}
