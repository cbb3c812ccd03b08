/** Every call the dashboard makes. One line is one route. */
import { address, http } from './client.ts';
import type {
  ActivityPage,
  ActivityType,
  Alert,
  AlertChange,
  AlertInput,
  Attribution,
  Bond,
  BrokerChoice,
  Calendar,
  ChatCommand,
  ChatLink,
  ChatMessage,
  ChatRole,
  ChatSettings,
  CommitRequest,
  Comparison,
  Connection,
  ConnectionChange,
  ConnectionInput,
  CorporateAction,
  Dashboard,
  DataQuality,
  Definitions,
  Diversification,
  DividendYield,
  FundHoldings,
  FundHoldingsInput,
  Goal,
  GoalInput,
  GoalLink,
  GoalScenario,
  GoalScenarioInput,
  Holding,
  HoldingInput,
  HoldingQuery,
  ImportPreview,
  ImportResult,
  IncomeEvent,
  IncomeProjection,
  IncomeQuery,
  IncomeRecompute,
  IncomeSummary,
  IncomeSummaryQuery,
  InstrumentCandidate,
  InstrumentReview,
  InstrumentSuggestions,
  LeftOutRow,
  Liability,
  LiabilityInput,
  LiabilityRecord,
  LinkCode,
  Me,
  Mode,
  MonthlyReturns,
  NetWorth,
  News,
  NotificationPage,
  NotificationSettings,
  Overlap,
  Page,
  Performance,
  Period,
  Portfolio,
  PortfolioInput,
  PriceFilter,
  PriceFinding,
  PriceInput,
  PriceQuality,
  PriceRefresh,
  QuietHours,
  Rebalance,
  RefusedValue,
  ReportFile,
  ReportQuery,
  Risk,
  SeriesCode,
  SipPlan,
  SipPlanInput,
  SyncOutcome,
  TaxQuery,
  TaxReport,
  Transaction,
  TransactionInput,
  TransactionQuery,
  UnmatchedSale,
  User,
  ValueHistory,
  WatchlistInput,
  WatchlistItem,
} from './types.ts';

const at = (strings: TemplateStringsArray, ...ids: string[]): string =>
  String.raw({ raw: strings }, ...ids.map(encodeURIComponent));

type FileType = ImportPreview['type'];
type Progress = (share: number) => void;

export const api = {
  auth: {
    requestCode: (login: string) => http.post<void>('/api/auth/request-code', { login }),
    verify: (login: string, code: string) => http.post<{ user: User }>('/api/auth/verify', { login, code }),
    logout: () => http.post<void>('/api/auth/logout'),
    me: () => http.get<Me>('/api/auth/me'),
  },
  dashboard: {
    read: () => http.get<Dashboard>('/api/portfolio/v2/dashboard'),
    history: (portfolio: string) => http.get<ValueHistory>('/api/portfolio/history', { portfolio }),
  },
  portfolios: {
    list: () => http.get<Page<Portfolio>>('/api/portfolio/v2/portfolios', { page_size: 200 }),
    create: (body: PortfolioInput) => http.post<Portfolio>('/api/portfolio/v2/portfolios', body),
    update: (id: string, body: Partial<PortfolioInput>) =>
      http.put<Portfolio>(at`/api/portfolio/v2/portfolios/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/v2/portfolios/${id}`),
  },
  holdings: {
    list: (query: HoldingQuery) => http.get<Page<Holding>>('/api/portfolio/holdings', { ...query }),
    create: (body: HoldingInput) => http.post<Holding>('/api/portfolio/holdings', body),
    update: (id: string, body: Partial<HoldingInput>) =>
      http.put<Holding>(at`/api/portfolio/holdings/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/holdings/${id}`),
    restore: (id: string) => http.post<Holding>(at`/api/portfolio/holdings/${id}/restore`),
    updatePrice: (id: string, body: PriceInput) =>
      http.post<Holding>(at`/api/portfolio/holdings/${id}/ltp`, body),
  },
  prices: {
    refresh: (force = false) =>
      http.post<PriceRefresh>('/api/portfolio/market-data/refresh', force ? { force } : {}),
  },
  instruments: {
    search: (search: string) =>
      http.get<InstrumentSuggestions>('/api/portfolio/instruments', { search, limit: 12 }),
  },
  quality: {
    read: () => http.get<DataQuality>('/api/portfolio/data-quality'),
    prices: (page: number, filter: PriceFilter) =>
      http.get<Page<PriceQuality>>('/api/portfolio/data-quality/prices', { page, filter }),
    instruments: (page: number) =>
      http.get<Page<InstrumentReview>>('/api/portfolio/data-quality/instruments', { page }),
    decide: (body: { word: string; instrument_id: string; status: 'CONFIRMED' | 'REJECTED' }) =>
      http.post<InstrumentCandidate>('/api/portfolio/data-quality/instruments/decisions', body),
    leftOut: (page: number) => http.get<Page<LeftOutRow>>('/api/portfolio/data-quality/left-out', { page }),
    unmatched: (page: number) =>
      http.get<Page<UnmatchedSale>>('/api/portfolio/data-quality/unmatched', { page }),
    fundValues: (page: number) =>
      http.get<Page<RefusedValue>>('/api/portfolio/data-quality/fund-values', { page }),
    findings: (page: number) =>
      http.get<Page<PriceFinding>>('/api/portfolio/data-quality/findings', { page }),
    dismissFinding: (id: string) => http.post<void>(at`/api/portfolio/data-quality/findings/${id}/dismiss`),
    actions: (page: number) =>
      http.get<Page<CorporateAction>>('/api/portfolio/data-quality/actions', { page }),
    decideAction: (
      id: string,
      body: { kind: CorporateAction['kind']; new_shares?: number; old_shares?: number },
    ) => http.post<CorporateAction>(at`/api/portfolio/data-quality/actions/${id}`, body),
    dismissAction: (id: string) =>
      http.post<CorporateAction>(at`/api/portfolio/data-quality/actions/${id}/dismiss`),
    accept: (holdingId: string, price: number) =>
      http.post<PriceQuality>(at`/api/portfolio/data-quality/fund-values/${holdingId}/accept`, { price }),
  },
  transactions: {
    list: (query: TransactionQuery) =>
      http.get<Page<Transaction>>('/api/portfolio/transactions', { ...query }),
    create: (body: TransactionInput) => http.post<Transaction>('/api/portfolio/transactions', body),
    update: (id: string, body: Partial<TransactionInput>) =>
      http.put<Transaction>(at`/api/portfolio/transactions/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/transactions/${id}`),
    restore: (id: string) => http.post<Transaction>(at`/api/portfolio/transactions/${id}/restore`),
  },
  connections: {
    brokers: () => http.get<{ brokers: BrokerChoice[] }>('/api/portfolio/connections/brokers'),
    list: () => http.get<Page<Connection>>('/api/portfolio/connections', { page_size: 200 }),
    create: (body: ConnectionInput) => http.post<Connection>('/api/portfolio/connections', body),
    update: (id: string, body: ConnectionChange) =>
      http.put<Connection>(at`/api/portfolio/connections/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/connections/${id}`),
    sync: (id: string) => http.post<SyncOutcome>(at`/api/portfolio/connections/${id}/sync`),
    login: (id: string, request_token: string) =>
      http.post<Connection>(at`/api/portfolio/connections/${id}/login`, { request_token }),
    verifyOtp: (id: string, otp: string) =>
      http.post<Connection>(at`/api/portfolio/connections/${id}/otp`, { otp }),
    resendOtp: (id: string) =>
      http.post<{ sent: boolean; message: string }>(at`/api/portfolio/connections/${id}/otp/resend`),
  },
  income: {
    events: (query: IncomeQuery) => http.get<Page<IncomeEvent>>('/api/portfolio/income/events', { ...query }),
    summary: (query: IncomeSummaryQuery) =>
      http.get<IncomeSummary>('/api/portfolio/income/summary', { ...query }),
    bonds: () => http.get<Page<Bond>>('/api/portfolio/income/bonds', { page_size: 200 }),
    /** Asks the exchange first for what was announced. */
    recompute: () =>
      http.post<IncomeRecompute>('/api/portfolio/income/recompute', { refresh_declared: true }),
  },
  goals: {
    list: () => http.get<Page<Goal>>('/api/portfolio/goals', { page_size: 200 }),
    create: (body: GoalInput) => http.post<Goal>('/api/portfolio/goals', body),
    update: (id: string, body: Partial<GoalInput>) => http.put<Goal>(at`/api/portfolio/goals/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/goals/${id}`),
    /** Links something, or changes the share of what is linked. */
    link: (id: string, body: Pick<GoalLink, 'link_type' | 'percentage'> & { link_id: string }) =>
      http.post<GoalLink>(at`/api/portfolio/goals/${id}/links`, body),
    unlink: (id: string, linkId: string) => http.delete(at`/api/portfolio/goals/${id}/links/${linkId}`),
  },
  sipPlans: {
    list: () => http.get<Page<SipPlan>>('/api/portfolio/sip-plans', { page_size: 200 }),
    create: (body: SipPlanInput) => http.post<SipPlan>('/api/portfolio/sip-plans', body),
    update: (id: string, body: Partial<SipPlanInput>) =>
      http.put<SipPlan>(at`/api/portfolio/sip-plans/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/sip-plans/${id}`),
  },
  watchlist: {
    list: () => http.get<Page<WatchlistItem>>('/api/portfolio/watchlist', { page_size: 200, fresh: true }),
    add: (body: WatchlistInput) => http.post<WatchlistItem>('/api/portfolio/watchlist', body),
    news: (id: string) => http.get<News>(at`/api/portfolio/watchlist/${id}/news`, { most: 10 }),
    remove: (id: string) => http.delete(at`/api/portfolio/watchlist/${id}`),
  },
  alerts: {
    list: () => http.get<Page<Alert>>('/api/portfolio/alerts', { page_size: 200 }),
    create: (body: AlertInput) => http.post<Alert>('/api/portfolio/alerts', body),
    update: (id: string, body: AlertChange) => http.put<Alert>(at`/api/portfolio/alerts/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/alerts/${id}`),
  },
  liabilities: {
    list: () => http.get<Page<Liability>>('/api/portfolio/liabilities', { page_size: 200 }),
    create: (body: LiabilityInput) => http.post<Liability>('/api/portfolio/liabilities', body),
    update: (id: string, body: Partial<LiabilityInput>) =>
      http.put<Liability>(at`/api/portfolio/liabilities/${id}`, body),
    remove: (id: string) => http.delete(at`/api/portfolio/liabilities/${id}`),
    history: (id: string) =>
      http.get<Page<LiabilityRecord>>(at`/api/portfolio/liabilities/${id}/history`, { page_size: 200 }),
  },
  reports: {
    performance: (query: ReportQuery & { benchmark: SeriesCode | undefined }) =>
      http.get<Performance>('/api/portfolio/reports/performance', { ...query }),
    comparison: (query: {
      portfolio: string;
      benchmark: SeriesCode | undefined;
      period: Period | undefined;
    }) => http.get<Comparison>('/api/portfolio/reports/comparison', query),
    risk: (query: ReportQuery & { from: string | undefined }) =>
      http.get<Risk>('/api/portfolio/reports/risk', { ...query }),
    monthlyReturns: (portfolio: string) =>
      http.get<MonthlyReturns>('/api/portfolio/reports/monthly-returns', { portfolio }),
    attribution: (query: ReportQuery) =>
      http.get<Attribution>('/api/portfolio/reports/attribution', { ...query }),
    diversification: (query: ReportQuery) =>
      http.get<Diversification>('/api/portfolio/reports/diversification', { ...query }),
    incomeProjection: (query: ReportQuery) =>
      http.get<IncomeProjection>('/api/portfolio/reports/income-projection', { ...query }),
    dividendYield: (query: ReportQuery) =>
      http.get<DividendYield>('/api/portfolio/reports/dividend-yield', { ...query }),
    goalScenario: (body: GoalScenarioInput) =>
      http.post<GoalScenario>('/api/portfolio/reports/goal-scenario', body),
    file: (file: ReportFile) => address('/api/portfolio/reports/export', { ...file }),
    overlap: (portfolio: string) =>
      http.get<Overlap>('/api/portfolio/reports/overlap', portfolio === '' ? {} : { portfolio }),
    rebalance: (portfolio: string) =>
      http.get<Rebalance>('/api/portfolio/reports/rebalance', portfolio === '' ? {} : { portfolio }),
    fundHoldings: (fund: string) => http.get<FundHoldings>(at`/api/portfolio/reports/fund-holdings/${fund}`),
    saveFundHoldings: (fund: string, body: FundHoldingsInput) =>
      http.put<FundHoldings>(at`/api/portfolio/reports/fund-holdings/${fund}`, body),
    forgetFundHoldings: (fund: string, asOf: string) =>
      http.delete(at`/api/portfolio/reports/fund-holdings/${fund}?as_of=${asOf}`),
    definitions: () => http.get<Definitions>('/api/portfolio/reports/definitions'),
  },
  planning: {
    calendar: (query: { to?: string }) => http.get<Calendar>('/api/portfolio/reports/calendar', query),
    netWorth: () => http.get<NetWorth>('/api/portfolio/reports/networth', { explain: true }),
    activity: (query: {
      page: number;
      page_size: number;
      type: ActivityType | undefined;
      portfolio: string;
      from: string;
      to: string;
    }) => http.get<ActivityPage>('/api/portfolio/reports/activity', query),
  },
  tax: {
    read: (query: TaxQuery) => http.get<TaxReport>('/api/portfolio/reports/tax-lots', { ...query }),
    schedule112a: (query: Pick<TaxQuery, 'portfolio' | 'fy'>) =>
      address('/api/portfolio/reports/tax-lots', { ...query, format: '112a' }),
    file: (format: 'csv' | 'pdf', query: Pick<TaxQuery, 'portfolio' | 'fy'>) =>
      address('/api/portfolio/reports/export', { report: 'tax', format, ...query }),
  },
  csv: {
    upload: (form: FormData, progress: Progress) =>
      http.upload<ImportPreview>('/api/portfolio/csv/upload', form, progress),
    commit: (body: CommitRequest) => http.post<ImportResult>('/api/portfolio/csv/commit', body),
    sampleFile: '/api/portfolio/csv/sample',
    sample: (type: FileType) => http.text('/api/portfolio/csv/sample', { type }),
    export: (type: FileType, portfolio?: string) => address('/api/portfolio/csv', { type, portfolio }),
  },
  notifications: {
    list: (query: { page: number; page_size?: number; unread?: boolean }) =>
      http.get<NotificationPage>('/api/notifications', query),
    markRead: (id: string) => http.post<void>(at`/api/notifications/${id}/read`),
    markAllRead: () => http.post<void>('/api/notifications/read-all'),
    settings: () => http.get<NotificationSettings>('/api/notifications/settings'),
    saveSettings: (body: { quiet_hours?: QuietHours | null; modes?: Record<string, Mode> }) =>
      http.put<NotificationSettings>('/api/notifications/settings', body),
  },
  chat: {
    messages: (before?: string) =>
      http.get<{ items: ChatMessage[]; has_more: boolean }>('/api/chat/messages', { before, limit: 50 }),
    say: (text: string) => http.post<void>('/api/chat/messages', { text }),
    press: (data: string) => http.post<void>('/api/chat/callbacks', { data }),
    commands: () => http.get<{ items: ChatCommand[] }>('/api/chat/commands'),
    sendFile: (form: FormData, progress: Progress) =>
      http.upload<void>('/api/chat/attachments', form, progress),
    attachment: (id: string) => at`/api/chat/attachments/${id}`,
    linkCode: (role: ChatRole) => http.post<LinkCode>('/api/chat/link-codes', { role }),
    links: () => http.get<{ items: ChatLink[] }>('/api/chat/links'),
    revokeLink: (id: string) => http.delete(at`/api/chat/links/${id}`),
    settings: () => http.get<ChatSettings>('/api/chat/settings'),
    saveSettings: (body: ChatSettings) => http.put<ChatSettings>('/api/chat/settings', body),
  },
};
