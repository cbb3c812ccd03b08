/** Backtests in the cache of the page: lists, one run with its parts, and how far those under way are. */
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './endpoints.ts';
import { type Frame, useLive } from './live.tsx';
import type { Page, Run, RunOrder, RunOrderQuery, RunStatus } from './types.ts';

/** Everything of it stands under this name, so that one change refreshes it all. */
export const RESEARCH_KEY = 'research';

const ACTIVE: ReadonlySet<RunStatus> = new Set(['QUEUED', 'RUNNING']);
const KNOWN: ReadonlySet<string> = new Set<RunStatus>([
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
]);

/** Whether it still waits or runs. */
export const isActive = ({ status }: Pick<Run, 'status'>): boolean => ACTIVE.has(status);

/** Milliseconds between two looks at runs under way: frames tell the rest while the socket is open. */
const LOOK_AGAIN = { open: 15_000, away: 2000 };

/** What a run is asked for does not change any more once it is finished. */
const SETTLED = { staleTime: Number.POSITIVE_INFINITY } as const;

function useLookAgain(): number {
  return useLive().state === 'open' ? LOOK_AGAIN.open : LOOK_AGAIN.away;
}

export function useRuns(page: number, pageSize: number) {
  const pause = useLookAgain();
  return useQuery({
    queryKey: [RESEARCH_KEY, 'runs', page, pageSize],
    queryFn: () => api.research.runs.list({ page, page_size: pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) === true ? pause : false),
  });
}

export function useRun(id: string) {
  const pause = useLookAgain();
  return useQuery({
    queryKey: [RESEARCH_KEY, 'run', id],
    queryFn: () => api.research.runs.read(id),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data !== undefined && isActive(state.data) ? pause : false),
  });
}

export const useStrategies = () =>
  useQuery({ queryKey: [RESEARCH_KEY, 'strategies'], queryFn: api.research.strategies, ...SETTLED });

export const useRunEquity = (id: string) =>
  useQuery({
    queryKey: [RESEARCH_KEY, 'equity', id],
    queryFn: () => api.research.runs.equity(id),
    ...SETTLED,
  });

export const useRunOrders = (id: string, query: RunOrderQuery) =>
  useQuery({
    queryKey: [RESEARCH_KEY, 'orders', id, query],
    queryFn: () => api.research.runs.orders(id, query),
    placeholderData: keepPreviousData,
    ...SETTLED,
  });

/** Largest page that the server gives. */
const PAGE = 200;
const MOST_PAGES = 10;

/** The orders of a run as they were placed; of more than two thousand the latest. */
async function latestOrders(id: string): Promise<{ items: RunOrder[]; total: number }> {
  const read = (page: number) => api.research.runs.orders(id, { page, page_size: PAGE });
  const first = await read(1);
  const last = Math.ceil(first.total / PAGE);
  const from = Math.max(2, last - MOST_PAGES + 1);
  const items = from > 2 ? [] : [...first.items];
  for (let page = from; page <= last; page += 1) items.push(...(await read(page)).items);
  return { items, total: first.total };
}

export const useLatestRunOrders = (id: string) =>
  useQuery({
    queryKey: [RESEARCH_KEY, 'latest-orders', id],
    queryFn: () => latestOrders(id),
    ...SETTLED,
  });

export const useRunHoldings = (id: string, date: string) =>
  useQuery({
    queryKey: [RESEARCH_KEY, 'holdings', id, date],
    queryFn: () => api.research.runs.holdings(id, date),
    placeholderData: keepPreviousData,
    ...SETTLED,
  });

export const useRunEvents = (id: string, page: number, pageSize: number) =>
  useQuery({
    queryKey: [RESEARCH_KEY, 'events', id, page],
    queryFn: () => api.research.runs.events(id, { page, page_size: pageSize }),
    placeholderData: keepPreviousData,
    ...SETTLED,
  });

export const useRunComparison = (ids: readonly string[]) =>
  useQuery({
    queryKey: [RESEARCH_KEY, 'compare', ids],
    queryFn: () => api.research.runs.compare(ids),
    enabled: ids.length > 0,
  });

interface Progress {
  run_id: string;
  status: RunStatus;
  progress: number;
}

function progressOf({ type, run_id, status, progress }: Frame): Progress | null {
  if (type !== 'research_progress' || typeof run_id !== 'string') return null;
  if (typeof status !== 'string' || !KNOWN.has(status)) return null;
  return { run_id, status: status as RunStatus, progress: typeof progress === 'number' ? progress : 0 };
}

/** A frame may be older than what was read meanwhile: a run never goes back. */
const moved = (run: Run, { run_id, status, progress }: Progress): Run =>
  run.run_id !== run_id || !isActive(run)
    ? run
    : { ...run, status, progress: Math.max(run.progress, progress) };

/**
 * Writes a frame into what is on the page. What is kept of other pages is marked as old instead: data that is written
 * counts as fresh, and a list that lacks a run would stay so.
 */
function take(client: QueryClient, frame: Progress): void {
  const lists = [RESEARCH_KEY, 'runs'];
  const own = [RESEARCH_KEY, 'run', frame.run_id];
  if (frame.status !== 'RUNNING') {
    // a new run is to be listed, the figures of one that ended are to be read
    for (const queryKey of [lists, own]) void client.invalidateQueries({ queryKey });
    return;
  }
  for (const queryKey of [lists, own])
    void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' });
  client.setQueriesData<Page<Run>>({ queryKey: lists, type: 'active' }, (page) =>
    page?.items.some(({ run_id }) => run_id === frame.run_id) === true
      ? { ...page, items: page.items.map((run) => moved(run, frame)) }
      : undefined,
  );
  client.setQueriesData<Run>({ queryKey: own, type: 'active' }, (run) => run && moved(run, frame));
}

/** Keeps the runs on the page as far as the server says they are. */
export function useRunProgress(): void {
  const client = useQueryClient();
  const { subscribe } = useLive();
  useEffect(
    () =>
      subscribe((frame) => {
        const progress = progressOf(frame);
        if (progress) take(client, progress);
      }),
    [client, subscribe],
  );
}
