import type { PortfolioArea } from '../../portfolio/index.ts';
import { todosOf } from './todos.ts';
import type { TodosView } from './view.ts';

/** Most imports that are searched for rows to correct. */
const RECENT_IMPORTS = { page: 1, page_size: 20 };

/** Order plans that wait for an answer. */
export type ReadWaitingPlans = (
  userId: string,
) => Promise<{ items: readonly { plan_id: string }[]; total: number }>;

export type Todos = ReturnType<typeof createTodos>;

/** Tasks of a person, for the overview and the weekly letter. */
export function createTodos({
  portfolio,
  readWaitingPlans,
}: {
  portfolio: Pick<PortfolioArea, 'dashboard' | 'imports'>;
  readWaitingPlans: ReadWaitingPlans;
}) {
  return {
    async read(userId: string): Promise<TodosView> {
      const [{ warnings }, plans, imports] = await Promise.all([
        portfolio.dashboard.read(userId),
        readWaitingPlans(userId),
        portfolio.imports.list(userId, RECENT_IMPORTS),
      ]);
      return { items: todosOf({ warnings, plans, imports: imports.items }) };
    },
  };
}
