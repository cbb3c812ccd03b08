import type { PortfolioArea } from '../../portfolio/index.ts';
import type { Quality } from '../../quality/index.ts';
import { todosOf } from './todos.ts';
import type { TodosView } from './view.ts';

/** Order plans that wait for an answer. */
export type ReadWaitingPlans = (
  userId: string,
) => Promise<{ items: readonly { plan_id: string }[]; total: number }>;

/** The end of an exchange's known days in words, to the owner of the installation alone; null for none. */
export type ReadCalendarTask = (userId: string) => Promise<string | null>;

export type Todos = ReturnType<typeof createTodos>;

/** Tasks of a person, for the overview, the page Data and the weekly letter. */
export function createTodos({
  portfolio,
  quality,
  readWaitingPlans,
  readCalendarTask,
}: {
  portfolio: Pick<PortfolioArea, 'dashboard' | 'imports'>;
  quality: Pick<Quality, 'open'>;
  readWaitingPlans: ReadWaitingPlans;
  readCalendarTask: ReadCalendarTask;
}) {
  return {
    async read(userId: string): Promise<TodosView> {
      const [{ warnings }, plans, imports, open, calendar] = await Promise.all([
        portfolio.dashboard.read(userId),
        readWaitingPlans(userId),
        portfolio.imports.waiting(userId),
        quality.open(userId),
        readCalendarTask(userId),
      ]);
      return { items: todosOf({ warnings, plans, imports, open, calendar }) };
    },
  };
}
