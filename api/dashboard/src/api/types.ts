/**
 * Shapes of the API's answers: core's own views, by the names the pages use. They are types and vanish from the build;
 * only what no view of core says is written here. Unknown is null.
 */
import type { Format } from '../../../../core/chat/index.ts';
import type { UserView } from '../../../../core/identity/index.ts';
import type { Allocation, HoldingInput as FullHolding } from '../../../../core/portfolio/index.ts';

export type {
  BrokerView as BrokerChoice,
  ConnectionChange,
  ConnectionInput,
  ConnectionRole,
  ConnectionView as Connection,
  SyncCounts,
  SyncOutcome,
  SyncState,
} from '../../../../core/brokers/index.ts';
export type {
  ActionRound,
  ActionSettingsInput,
  ActionSuggestion,
  ActionTermsInput,
  AppliedActionsInput,
  CorporateActions,
  ManualActionInput,
  SettledImport as ImportResult,
} from '../../../../core/portfolio/corporate-actions/index.ts';
export type {
  Format,
  LocalMessage as ChatMessage,
  TextEntity as ChatEntity,
} from '../../../../core/chat/index.ts';
export type {
  GoalInput,
  GoalLinkView as GoalLink,
  GoalState,
  GoalView as Goal,
  InstalmentView as Instalment,
  LinkType,
  SipPlanInput,
  SipPlanView as SipPlan,
} from '../../../../core/goals/index.ts';
export type {
  BondView as Bond,
  IncomeEventView as IncomeEvent,
  IncomeKind,
  IncomeQuery,
  IncomeSource,
  IncomeStatus,
  IncomeSum,
  IncomeSummaryQuery,
  IncomeSummaryView as IncomeSummary,
  RecomputeView as IncomeRecompute,
} from '../../../../core/income/index.ts';
export type {
  ChatLinkView as ChatLink,
  ChatRole,
  LinkCodeView as LinkCode,
  UserView as User,
} from '../../../../core/identity/index.ts';
export type {
  LiabilityInput,
  LiabilityRecord,
  LiabilityType,
  LiabilityView as Liability,
} from '../../../../core/liabilities/index.ts';
export type {
  AlertChange,
  AlertInput,
  AlertKind,
  AlertView as Alert,
  NewsView as News,
  WatchlistInput,
  WatchlistItemView as WatchlistItem,
} from '../../../../core/watchlist/index.ts';
export type { AliasDecision, AssetClass } from '../../../../core/market/instruments/index.ts';
export type {
  ActionView as CorporateAction,
  FindingView as PriceFinding,
  SeriesCode,
} from '../../../../core/market/index.ts';
export type {
  KindSettingView as KindSetting,
  Mode,
  NotificationPage,
  NotificationSettingsView as NotificationSettings,
  NotificationView as Notification,
  QuietHours,
} from '../../../../core/notifications/index.ts';
export type { FieldError, Page } from '../../../../core/platform/index.ts';
export type {
  CommitInput,
  DashboardView as Dashboard,
  HoldingQuery,
  HoldingSort,
  HoldingView as Holding,
  ImportPreview,
  InstrumentSuggestion,
  InstrumentSuggestions,
  ExcludedTransaction,
  LedgerActionKind,
  LedgerActionView as LedgerAction,
  OpeningInput,
  OpeningsView as Openings,
  OpeningView as Opening,
  Coverage,
  PartialFigure,
  PortfolioInput,
  PortfolioView as Portfolio,
  PriceInput,
  ReconciliationStatus,
  RefreshOutcome as PriceOutcome,
  RefreshProgress as PriceProgress,
  RefreshView as PriceRefresh,
  RecordedOpening,
  RecordedOpenings,
  RecordedType,
  RefusedValue,
  Totals,
  TotalState,
  TransactionInput,
  TransactionQuery,
  TransactionType,
  TransactionView as Transaction,
  UnmatchedSale,
  ValueHistory,
} from '../../../../core/portfolio/index.ts';

export type {
  Candidate as InstrumentCandidate,
  DataQuality,
  InstrumentReview,
  PriceFilter,
  PriceQuality,
} from '../../../../core/quality/index.ts';
export type { Period } from '../../../../core/performance/index.ts';

/** A year of the tax report; empty is all portfolios and the running year. */
export interface TaxQuery {
  portfolio: string;
  fy: string;
  page: number;
  page_size: number;
  explain?: true;
}

/** Figures of a report, with the way to each of them where asked for. */
export interface ReportQuery {
  /** Empty is all portfolios. */
  portfolio: string;
  explain?: true;
}

/** What would be paid into a goal, in the place of its plans. */
export interface GoalScenarioInput {
  goal_id: string;
  monthly_sip?: number;
  /** A year's, in percentage points. */
  step_up_pct?: number;
  /** From today; left out, the goal's own day holds. */
  years?: number;
}

/** A file of a report: every row, or a page to print. */
export interface ReportFile {
  report: 'performance' | 'tax' | 'income' | 'diversification';
  format: 'csv' | 'pdf';
  portfolio?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface Me {
  user: UserView;
  chat_linked: boolean;
}

/** What a form sends: a cost left empty is for the server to judge. */
export type HoldingInput = Omit<FullHolding, 'avg_buy_price'> & { avg_buy_price: number | null };

/** The ways the allocation is divided. */
export type Grouping = Exclude<keyof Allocation, 'basis'>;

export interface ChatSettings {
  format: Format;
}

/** A row of the catalogue, as the composer suggests from it. */
export interface ChatCommand {
  name: string;
  family: string;
  usage: string;
  summary: string;
  examples: string[];
}

export type {
  ActivityRow as Activity,
  ActivityType,
  ActivityView as ActivityPage,
  AttributionView as Attribution,
  ComparisonView as Comparison,
  DiversificationView as Diversification,
  DividendYieldView as DividendYield,
  Explanation,
  ExposedStock,
  FigureInput,
  FundHoldingsInput,
  FundHoldingsView as FundHoldings,
  FundSnapshot,
  GoalScenarioView as GoalScenario,
  HeldFund,
  IncomeProjectionView as IncomeProjection,
  MonthlyReturnsView as MonthlyReturns,
  NetWorthView as NetWorth,
  PartialRisk,
  OverlapView as Overlap,
  PerformanceView as Performance,
  PeriodReturn,
  RebalanceView as Rebalance,
  ReportWarning,
  RiskFigure,
  RiskView as Risk,
  UpcomingRow as CalendarRow,
  UpcomingType as CalendarType,
  UpcomingView as Calendar,
  Definition,
  DefinitionsView as Definitions,
  RemainingLot,
  TaxAlternative,
  TaxLot,
  TaxReportPage as TaxReport,
  TermTotals,
  UnmatchedSell,
} from '../../../../core/reports/index.ts';
