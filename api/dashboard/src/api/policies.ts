/** Policies in the cache of the page: the list, and one with its books. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';
import type { Cycle, Policy, PolicyOrder, Signal } from './types.ts';

/** Everything of them stands under this name, so that one live frame refreshes it all. */
export const POLICIES_KEY = 'policies';

type Of = Pick<Policy, 'id' | 'mode'>;

interface KeptOptions {
  enabled?: boolean;
  /** Milliseconds; false for never. */
  refetchInterval?: number | false;
}

const useKept = <T>(key: readonly unknown[], read: () => Promise<T>, options: KeptOptions = {}) =>
  useQuery({
    queryKey: [POLICIES_KEY, ...key],
    queryFn: read,
    placeholderData: keepPreviousData,
    ...options,
  });

/** Milliseconds between two looks at current prices. */
const LOOK_AGAIN = 60_000;

export const usePolicies = (page: number, pageSize: number) =>
  useKept(['list', page, pageSize], () => api.policies.list({ page, page_size: pageSize }));

export const usePolicy = (id: string) =>
  useQuery({ queryKey: [POLICIES_KEY, 'one', id], queryFn: () => api.policies.read(id), enabled: id !== '' });

export const usePolicyEquity = ({ id, mode }: Of, enabled = true) =>
  useQuery({
    queryKey: [POLICIES_KEY, 'equity', id, mode],
    queryFn: () => api.policies.equity(id, { mode }),
    enabled,
  });

export const usePolicyTracking = (id: string, enabled: boolean) =>
  useQuery({ queryKey: [POLICIES_KEY, 'tracking', id], queryFn: () => api.policies.tracking(id), enabled });

interface HeldOn {
  /** Empty for the last session. */
  date: string;
  live: boolean;
  page: number;
  page_size: number;
}

export const usePolicyHoldings = ({ id, mode }: Of, query: HeldOn) =>
  useKept(['holdings', id, mode, query], () => api.policies.holdings(id, { mode, ...query }), {
    refetchInterval: query.live ? LOOK_AGAIN : false,
  });

export const usePolicyTrades = ({ id, mode }: Of, page: number, pageSize: number) =>
  useKept(['trades', id, mode, page, pageSize], () =>
    api.policies.trades(id, { mode, page, page_size: pageSize }),
  );

export const usePolicyEvents = ({ id, mode }: Of, page: number, pageSize: number) =>
  useKept(['events', id, mode, page, pageSize], () =>
    api.policies.events(id, { mode, page, page_size: pageSize }),
  );

export const usePolicyCycles = ({ id, mode }: Of, page: number, pageSize: number) =>
  useKept(['cycles', id, mode, page, pageSize], () =>
    api.policies.cycles(id, { mode, page, page_size: pageSize }),
  );

/** @param date of the cycle, empty for the newest */
export const usePolicySignals = ({ id, mode }: Of, date: string, page: number, pageSize: number) =>
  useKept(['signals', id, mode, date, page, pageSize], () =>
    api.policies.signals(id, { mode, date, page, page_size: pageSize }),
  );

/** Largest page that the server gives. */
export const LARGEST_PAGE = 200;

/** Every order of the cycle of a day. */
async function ordersOf({ id, mode }: Of, date: string): Promise<PolicyOrder[]> {
  const read = (page: number) => api.policies.orders(id, { mode, date, page, page_size: LARGEST_PAGE });
  const { items, total } = await read(1);
  const all = [...items];
  for (let page = 2; all.length < total; page += 1) {
    const more = (await read(page)).items;
    if (more.length === 0) break;
    all.push(...more);
  }
  return all;
}

export const useCycleOrders = (of: Of, date: string) =>
  useKept(['orders', of.id, of.mode, date], () => ordersOf(of, date), { enabled: date !== '' });

/** Cycles of which the ranks are drawn. */
const RANKED_CYCLES = 12;

/** The best ranks of the last cycles, as many of each as one page holds. */
async function latestRanks({ id, mode }: Of, cycles: readonly Cycle[]): Promise<Signal[]> {
  const pages = await Promise.all(
    cycles.map(({ cycle_date: date }) =>
      api.policies.signals(id, { mode, date, page: 1, page_size: LARGEST_PAGE }),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

export const useLatestRanks = (of: Of, cycles: readonly Cycle[]) => {
  const ranked = cycles.filter(({ ranked: count }) => (count ?? 0) > 0).slice(0, RANKED_CYCLES);
  const days = ranked.map(({ cycle_date }) => cycle_date);
  return useKept(['ranks', of.id, of.mode, days], () => latestRanks(of, ranked), {
    enabled: days.length > 0,
  });
};

/** Schedules, instalments and batches of a policy. */
export const useContributions = (id: string) =>
  useKept(['contributions', id], () => api.policies.contributions(id));

/** Policies that came from a backtest. */
export const usePoliciesOfRun = (runId: string) =>
  useQuery({ queryKey: [POLICIES_KEY, 'of-run', runId], queryFn: () => api.policies.ofRun(runId) });
