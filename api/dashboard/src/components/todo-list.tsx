import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Todos } from '../api/types.ts';
import classes from './todo-list.module.css';

/** Tasks of the person, each with one action. */
export function TodoList({ todos }: { todos: Todos['items'] }) {
  return (
    <ul className={classes['list']}>
      {todos.map(({ key, text, action, to }) => (
        <li key={key}>
          <Text size="sm" className={classes['text'] ?? ''} title={text}>
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
  );
}
