import type { PortfolioArea } from '../../portfolio/index.ts';
import type { Quality } from '../../quality/index.ts';
import { todosOf, type TradingTasks } from './todos.ts';
import type { TodosView } from './view.ts';

/** What of a person's trading waits for them. */
export type ReadTradingTasks = (userId: string) => Promise<TradingTasks>;

/** The end of an exchange's known days in words, to the owner of the installation alone; null for none. */
export type ReadCalendarTask = (userId: string) => Promise<string | null>;

export type Todos = ReturnType<typeof createTodos>;

/** Tasks of a person, for the overview, the page Data and the weekly letter. */
export function createTodos({
  portfolio,
  quality,
  readTradingTasks,
  readCalendarTask,
}: {
  portfolio: Pick<PortfolioArea, 'dashboard' | 'imports'>;
  quality: Pick<Quality, 'open'>;
  readTradingTasks: ReadTradingTasks;
  readCalendarTask: ReadCalendarTask;
}) {
  return {
    async read(userId: string): Promise<TodosView> {
      const [{ warnings }, trading, imports, open, calendar] = await Promise.all([
        portfolio.dashboard.read(userId),
        readTradingTasks(userId),
        portfolio.imports.waiting(userId),
        quality.open(userId),
        readCalendarTask(userId),
      ]);
      return { items: todosOf({ warnings, trading, imports, open, calendar }) };
    },
  };
}
