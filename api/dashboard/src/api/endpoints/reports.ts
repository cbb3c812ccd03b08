import { address, http } from '../client.ts';
import type {
  ActivityPage,
  ActivityQuery,
  Attribution,
  Bond,
  Calendar,
  CalendarQuery,
  Comparison,
  ComparisonQuery,
  Definitions,
  Diversification,
  DividendYield,
  FundHoldings,
  FundHoldingsInput,
  GoalScenario,
  GoalScenarioInput,
  IncomeEvent,
  IncomeProjection,
  IncomeQuery,
  IncomeRecompute,
  IncomeSummary,
  IncomeSummaryQuery,
  LotSettings,
  MonthlyReturns,
  Letter,
  NetWorth,
  Overlap,
  Page,
  Performance,
  PerformanceQuery,
  Rebalance,
  ReportFile,
  ReportQuery,
  Risk,
  RiskQuery,
  SnapshotSettings,
  TaxQuery,
  TaxReport,
} from '../types.ts';
import { at } from './rows.ts';

/** What is worked out of all of it. */
export const REPORTS = {
  income: {
    events: (query: IncomeQuery) => http.get<Page<IncomeEvent>>('/api/portfolio/income/events', { ...query }),
    summary: (query: IncomeSummaryQuery) =>
      http.get<IncomeSummary>('/api/portfolio/income/summary', { ...query }),
    bonds: () => http.get<Page<Bond>>('/api/portfolio/income/bonds', { page_size: 200 }),
    /** Asks the exchange first for what was announced. */
    recompute: () =>
      http.post<IncomeRecompute>('/api/portfolio/income/recompute', { refresh_declared: true }),
  },
  reports: {
    performance: (query: PerformanceQuery) =>
      http.get<Performance>('/api/portfolio/reports/performance', { ...query }),
    comparison: (query: ComparisonQuery) =>
      http.get<Comparison>('/api/portfolio/reports/comparison', { ...query }),
    risk: (query: RiskQuery) => http.get<Risk>('/api/portfolio/reports/risk', { ...query }),
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
    snapshotSettings: () => http.get<SnapshotSettings>('/api/portfolio/reports/snapshots/settings'),
    saveSnapshotSettings: (body: SnapshotSettings) =>
      http.put<SnapshotSettings>('/api/portfolio/reports/snapshots/settings', body),
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
    calendar: (query: CalendarQuery) => http.get<Calendar>('/api/portfolio/reports/calendar', { ...query }),
    letter: () => http.get<Letter>('/api/portfolio/reports/letter'),
    netWorth: () => http.get<NetWorth>('/api/portfolio/reports/networth', { explain: true }),
    activity: (query: ActivityQuery) =>
      http.get<ActivityPage>('/api/portfolio/reports/activity', { ...query }),
  },
  tax: {
    saveSettings: (body: LotSettings) =>
      http.put<LotSettings>('/api/portfolio/reports/tax-lots/settings', body),
    read: (query: TaxQuery) => http.get<TaxReport>('/api/portfolio/reports/tax-lots', { ...query }),
    schedule112a: (query: Pick<TaxQuery, 'portfolio' | 'fy'>) =>
      address('/api/portfolio/reports/tax-lots', { ...query, format: '112a' }),
    file: (format: 'csv' | 'pdf', query: Pick<TaxQuery, 'portfolio' | 'fy'>) =>
      address('/api/portfolio/reports/export', { report: 'tax', format, ...query }),
  },
};
