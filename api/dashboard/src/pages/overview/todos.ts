/** Failures of the last price refresh, as a task for the person. */
import type { PriceRefresh, Todos } from '../../api/types.ts';
import { clockTime } from '../../../../../charts/index.ts';

/** Lines that the overview shows. */
export const MOST_TODOS = 3;

type Todo = Omit<Todos['items'][number], 'key'> & { key: string };

/** Tasks of the person, then failures of a refresh; a holding without any price is among the first already. */
export function withFailures(todos: readonly Todo[], refresh: PriceRefresh | null): Todo[] {
  const failed = refresh?.outcomes.filter(({ status }) => status === 'FAILED').length ?? 0;
  if (refresh === null || failed === 0 || todos.some(({ key }) => key === 'prices')) return [...todos];
  const [noun, shown] = failed === 1 ? ['price', 'its last price is'] : ['prices', 'the last prices are'];
  const text = `${failed.toLocaleString('en-IN')} ${noun} could not be updated at ${clockTime(Date.parse(refresh.refreshed_at))}, so ${shown} shown.`;
  const to = '/data/quality?show=prices&filter=failing';
  return [...todos, { key: 'refresh', text, action: 'See why', to }];
}
