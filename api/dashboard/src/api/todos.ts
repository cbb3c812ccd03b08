import { useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export const TODOS_KEY = ['portfolio', 'todos'];

/** Tasks of the person. */
export const useTodos = () => useQuery({ queryKey: TODOS_KEY, queryFn: api.dashboard.todos });
