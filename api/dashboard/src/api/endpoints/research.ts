import { address, http } from '../client.ts';
import type {
  Page,
  Run,
  RunComparison,
  RunEquity,
  RunEvent,
  RunHoldings,
  RunInput,
  RunOrder,
  RunOrderQuery,
  RunStarted,
  Strategies,
} from '../types.ts';
import { at } from './rows.ts';

const RUNS = '/api/research/runs';

/** Backtests of strategies. */
export const RESEARCH = {
  strategies: () => http.get<Strategies>('/api/research/strategies'),
  runs: {
    list: (query: { page: number; page_size: number }) => http.get<Page<Run>>(RUNS, { ...query }),
    read: (id: string) => http.get<Run>(at`/api/research/runs/${id}`),
    start: (body: RunInput) => http.post<RunStarted>(RUNS, body),
    cancel: (id: string) => http.post<Run>(at`/api/research/runs/${id}/cancel`),
    remove: (id: string) => http.delete(at`/api/research/runs/${id}`),
    equity: (id: string) => http.get<RunEquity>(at`/api/research/runs/${id}/equity`),
    orders: (id: string, query: RunOrderQuery) =>
      http.get<Page<RunOrder>>(at`/api/research/runs/${id}/orders`, { ...query }),
    holdings: (id: string, date: string) =>
      http.get<RunHoldings>(at`/api/research/runs/${id}/holdings`, { date }),
    events: (id: string, query: { page: number; page_size: number }) =>
      http.get<Page<RunEvent>>(at`/api/research/runs/${id}/events`, { ...query }),
    compare: (ids: readonly string[]) => http.get<RunComparison>(`${RUNS}/compare`, { ids: ids.join(',') }),
    /** Address of a part of a run as CSV. */
    file: (id: string, section: 'equity' | 'orders') =>
      address(at`/api/research/runs/${id}/export`, { section }),
  },
};
