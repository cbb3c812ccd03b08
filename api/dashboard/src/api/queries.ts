/**
 * What pages read and change, with its place in the cache. Everything that a change of the portfolio touches stands
 * under `portfolio`, so that one live frame refreshes it all.
 */
import { companyName } from '../../../../charts/index.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from './endpoints.ts';
import type {
  Explanation,
  GoalScenarioInput,
  HoldingQuery,
  IncomeQuery,
  IncomeSummaryQuery,
  TaxQuery,
  TransactionQuery,
} from './types.ts';

/** Something of the portfolio; what was shown before stays until the answer to another question is there. */
const useKept = <T>(key: readonly unknown[], read: () => Promise<T>) =>
  useQuery({ queryKey: ['portfolio', ...key], queryFn: read, placeholderData: keepPreviousData });

export const useDashboard = () =>
  useQuery({ queryKey: ['portfolio', 'dashboard'], queryFn: api.dashboard.read });

export const useHistory = (portfolio: string) =>
  useQuery({
    queryKey: ['portfolio', 'history', portfolio],
    queryFn: () => api.dashboard.history(portfolio),
  });

export const useCatchUp = () =>
  useQuery({ queryKey: ['portfolio', 'catch-up'], queryFn: api.prices.catchUp });

export const useImports = (query: { page: number; page_size: number }) =>
  useKept(['imports', query], () => api.csv.imports(query));

export const useUndecidedRows = (importId: string, query: { page: number; page_size: number }) =>
  useKept(['undecided-rows', importId, query], () => api.csv.undecided(importId, query));

export const usePortfolios = () =>
  useQuery({ queryKey: ['portfolio', 'portfolios'], queryFn: api.portfolios.list });

export const useHoldings = (query: HoldingQuery) =>
  useKept(['holdings', query], () => api.holdings.list(query));

/** What companies and funds that are held are called, by symbol. */
export function useHoldingNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['portfolio', 'holdings', 'names'],
    queryFn: () => api.holdings.list({ page_size: 200 }),
  });
  return useMemo(
    () =>
      new Map(
        (data?.items ?? []).flatMap(({ symbol, name }) =>
          name === null ? [] : [[symbol, companyName(name)]],
        ),
      ),
    [data],
  );
}

/** One symbol with everything that happened to it; in all portfolios where none is named. */
export const useHolding = (symbol: string, portfolio: string) =>
  useQuery({
    queryKey: ['portfolio', 'holding', symbol, portfolio],
    queryFn: () => api.holdings.bySymbol(symbol, portfolio),
  });

/** A few of what is held, by letters of a symbol or a name; nothing is asked for none. */
export const useHoldingSearch = (search: string) =>
  useQuery({
    queryKey: ['portfolio', 'holdings', 'search', search],
    queryFn: () => api.holdings.list({ page: 1, page_size: 12, search, sort: 'symbol', order: 'asc' }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

export const useGoals = () => useQuery({ queryKey: ['portfolio', 'goals'], queryFn: api.goals.list });

export const useSipPlans = () =>
  useQuery({ queryKey: ['portfolio', 'sip-plans'], queryFn: api.sipPlans.list });

export const useWatchlist = () =>
  useQuery({ queryKey: ['portfolio', 'watchlist'], queryFn: api.watchlist.list });

export const useHeadlines = (id: string) =>
  useQuery({ queryKey: ['news', id], queryFn: () => api.watchlist.news(id), staleTime: 600_000 });

export const useAlerts = () => useQuery({ queryKey: ['portfolio', 'alerts'], queryFn: api.alerts.list });

export const useLiabilities = () =>
  useQuery({ queryKey: ['portfolio', 'liabilities'], queryFn: api.liabilities.list });

export const useLiabilityHistory = (id: string) =>
  useQuery({
    queryKey: ['portfolio', 'liabilities', id, 'history'],
    queryFn: () => api.liabilities.history(id),
  });

export const useCalendar = (query: { to?: string }) =>
  useKept(['calendar', query], () => api.planning.calendar(query));

export const useNetWorth = () =>
  useQuery({ queryKey: ['portfolio', 'net-worth'], queryFn: api.planning.netWorth });

export const useActivity = (query: Parameters<typeof api.planning.activity>[0]) =>
  useKept(['activity', query], () => api.planning.activity(query));

export const useIncome = (query: IncomeQuery) =>
  useKept(['income', 'events', query], () => api.income.events(query));

export const useIncomeSummary = (query: IncomeSummaryQuery) =>
  useKept(['income', 'summary', query], () => api.income.summary(query));

export const useBonds = () =>
  useQuery({ queryKey: ['portfolio', 'income', 'bonds'], queryFn: api.income.bonds });

export const useTax = (query: TaxQuery) => useKept(['tax', query], () => api.tax.read(query));

export const useTransactions = (query: TransactionQuery) =>
  useKept(['transactions', query], () => api.transactions.list(query));

/** Asked for more often while a sync is under way; otherwise so that what is said of the next attempt holds. */
export const useConnections = () =>
  useQuery({
    queryKey: ['portfolio', 'connections'],
    queryFn: api.connections.list,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ sync }) => sync.state === 'RUNNING') === true ? 2000 : 60_000,
  });

export const useBrokers = () =>
  useQuery({ queryKey: ['brokers'], queryFn: api.connections.brokers, staleTime: 5 * 60_000 });

export const CORPORATE_ACTIONS_KEY = ['portfolio', 'corporate-actions'];

/** Corporate actions that wait for a decision, and those that were decided. */
export const useCorporateActions = () =>
  useQuery({ queryKey: CORPORATE_ACTIONS_KEY, queryFn: api.corporateActions.list });

/** Changes by brokers that wait for a decision, and those that were decided. */
export const useBrokerChanges = () =>
  useQuery({ queryKey: ['portfolio', 'broker-changes'], queryFn: api.brokerChanges.list });

export const useQuality = () =>
  useQuery({ queryKey: ['portfolio', 'quality', 'counts'], queryFn: api.quality.read });

export const useBooksAudit = () =>
  useQuery({ queryKey: ['portfolio', 'quality', 'audit'], queryFn: api.quality.audit });

export const useOpenings = () =>
  useQuery({ queryKey: ['portfolio', 'openings'], queryFn: api.openings.list });

/** One page of a list of the data quality. */
export const useQualityList = <T>(name: string, page: number, read: () => Promise<T>) =>
  useKept(['quality', name, page], read);

/** What may be meant by some letters; nothing is asked for none. */
export const useInstruments = (search: string) =>
  useQuery({
    queryKey: ['instruments', search],
    queryFn: () => api.instruments.search(search),
    enabled: search !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** A change of the portfolio: everything that shows it is read again afterwards. */
export function usePortfolioChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['portfolio'] }),
  });
}

/**
 * Whether this very change is on its way already, so that a second click does not ask for it twice. Once the page
 * shows the new state a click means the way back, and that counts, though the rest is still being read again.
 */
export const isAsked = <Item extends { id: string; is_active: boolean }>(
  change: { isPending: boolean; variables: Item | undefined },
  shown: Item,
): boolean =>
  change.isPending && change.variables?.id === shown.id && change.variables.is_active === shown.is_active;

/** How many notifications nobody has read; 0 while that is not known. */
export const useUnread = (): number =>
  useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => api.notifications.list({ page: 1, page_size: 1 }),
    staleTime: 60_000,
  }).data?.unread ?? 0;

export const useNotificationSettings = () =>
  useQuery({ queryKey: ['notifications', 'settings'], queryFn: api.notifications.settings });

export const useWebPush = () =>
  useQuery({ queryKey: ['notifications', 'web-push'], queryFn: api.notifications.webPush });

export const useBrowsers = () =>
  useQuery({ queryKey: ['notifications', 'browsers'], queryFn: api.notifications.browsers });

export const useSnapshotSettings = () =>
  useQuery({ queryKey: ['snapshot-settings'], queryFn: api.reports.snapshotSettings });

export const useBackups = () => useQuery({ queryKey: ['backups'], queryFn: api.backups.read });
export const useCalendars = () => useQuery({ queryKey: ['calendars'], queryFn: api.calendars.read });
export const useCapacity = () => useQuery({ queryKey: ['capacity'], queryFn: api.capacity.read });

/** Asked by a press alone, since it asks outside sources too. */
export const useCheckUp = () =>
  useQuery({ queryKey: ['check-up'], queryFn: api.checkUp.read, enabled: false });

export const useChatLinks = () => useQuery({ queryKey: ['chat', 'links'], queryFn: api.chat.links });

export const usePeople = () => useQuery({ queryKey: ['people'], queryFn: api.people.list });

export const useHousehold = () => useQuery({ queryKey: ['household'], queryFn: api.people.household });

export const useAccess = () => useQuery({ queryKey: ['access'], queryFn: api.auth.access });

export const useApiTokens = () => useQuery({ queryKey: ['api-tokens'], queryFn: api.tokens.list });

export const useChatSettings = () => useQuery({ queryKey: ['chat', 'settings'], queryFn: api.chat.settings });

export const useChatCommands = () =>
  useQuery({
    queryKey: ['chat', 'commands'],
    queryFn: api.chat.commands,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The companies inside the funds of a portfolio; all portfolios where none is named. */
export const useOverlap = (portfolio: string) =>
  useKept(['overlap', portfolio], () => api.reports.overlap(portfolio));

export const useRebalance = (portfolio: string, enabled: boolean) =>
  useQuery({
    queryKey: ['portfolio', 'rebalance', portfolio],
    queryFn: () => api.reports.rebalance(portfolio),
    enabled,
  });

export const usePerformance = (query: Parameters<typeof api.reports.performance>[0]) =>
  useKept(['performance', query], () => api.reports.performance(query));

/** A portfolio beside an index, both from 100; the days of each period as well. */
export const useComparison = (query: Parameters<typeof api.reports.comparison>[0]) =>
  useKept(['comparison', query], () => api.reports.comparison(query));

export const useRisk = (query: Parameters<typeof api.reports.risk>[0]) =>
  useKept(['risk', query], () => api.reports.risk(query));

export const useMonthlyReturns = (portfolio: string) =>
  useKept(['monthly-returns', portfolio], () => api.reports.monthlyReturns(portfolio));

export const useAttribution = (portfolio: string) =>
  useKept(['attribution', portfolio], () => api.reports.attribution({ portfolio }));

export const useDiversification = (portfolio: string) =>
  useKept(['diversification', portfolio], () => api.reports.diversification({ portfolio }));

/** What is still to come in the months from this one on. */
export const useIncomeProjection = () =>
  useQuery({
    queryKey: ['portfolio', 'income', 'projection'],
    queryFn: () => api.reports.incomeProjection({ portfolio: '' }),
  });

export const useDividendYield = () =>
  useQuery({
    queryKey: ['portfolio', 'income', 'yield'],
    queryFn: () => api.reports.dividendYield({ portfolio: '' }),
  });

/** A what-if of a goal, worked out anew as often as what it follows from changes; nothing is asked for null. */
export const useGoalScenario = (input: GoalScenarioInput | null) =>
  useQuery({
    queryKey: ['portfolio', 'goal-scenario', input],
    queryFn: async () => (input === null ? null : await api.reports.goalScenario(input)),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  });

/** The way to the figures of a report: asked for once somebody opens one. */
export const useExplanations = (
  report: readonly unknown[],
  read: () => Promise<{ explanations: Explanation[] | null }>,
  enabled: boolean,
) =>
  useQuery({
    queryKey: ['portfolio', 'explanations', ...report],
    queryFn: async () => (await read()).explanations ?? [],
    enabled,
  });

/** What measures mean: it changes with a new release only. */
export const useDefinitions = () =>
  useQuery({
    queryKey: ['definitions'],
    queryFn: api.reports.definitions,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A change of anything else, by the name of what it touches. */
export function useChange<Input, Output>(key: string, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: [key] }) });
}
