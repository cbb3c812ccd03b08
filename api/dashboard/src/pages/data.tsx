/** Tasks of the person in the records. */
import { Box } from '@mantine/core';
import { IconCheck } from '../icons.ts';
import { useTodos } from '../api/todos.ts';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { TodoList } from '../components/todo-list.tsx';

export default function DataPage() {
  return (
    <>
      <Heading help="dataQuality" title="Data">
        What your records need from you.
      </Heading>
      <Loaded query={useTodos()}>
        {({ items }) => {
          // Order plans and the like are done on other pages.
          const todos = items.filter(({ to }) => to.startsWith('/data/'));
          return todos.length === 0 ? (
            <Empty icon={<IconCheck />} title="Nothing to do">
              Your records need no decision from you.
            </Empty>
          ) : (
            <Box className="panel" px="md" py="sm" component="section" aria-label="To do">
              <TodoList todos={todos} />
            </Box>
          );
        }}
      </Loaded>
    </>
  );
}
