import type { PortfolioArea } from '../../portfolio/index.ts';
import type { Quality } from '../../quality/index.ts';
import { todosOf } from './todos.ts';
import type { TodosView } from './view.ts';

/** Order plans that wait for an answer. */
export type ReadWaitingPlans = (
  userId: string,
) => Promise<{ items: readonly { plan_id: string }[]; total: number }>;

export type Todos = ReturnType<typeof createTodos>;

/** Tasks of a person, for the overview, the page Data and the weekly letter. */
export function createTodos({
  portfolio,
  quality,
  readWaitingPlans,
}: {
  portfolio: Pick<PortfolioArea, 'dashboard' | 'imports'>;
  quality: Pick<Quality, 'open'>;
  readWaitingPlans: ReadWaitingPlans;
}) {
  return {
    async read(userId: string): Promise<TodosView> {
      const [{ warnings }, plans, imports, open] = await Promise.all([
        portfolio.dashboard.read(userId),
        readWaitingPlans(userId),
        portfolio.imports.waiting(userId),
        quality.open(userId),
      ]);
      return { items: todosOf({ warnings, plans, imports, open }) };
    },
  };
}
