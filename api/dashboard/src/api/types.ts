/**
 * Shapes of the API's answers: core's own views, by the names the pages use. They are types and vanish from the build;
 * only what no view of core says is written here. Unknown is null.
 */
import type { Allocation, HoldingInput as FullHolding } from '../../../../core/portfolio/index.ts';
import type { GoalScenarioInput as FullScenarioInput } from '../../../../core/reports/index.ts';
import type { PolicyHoldingsView } from '../../../../core/policies/index.ts';
import type {
  OrderView,
  RunHoldingsView,
  RunView,
  StrategiesView,
} from '../../../../core/strategies/index.ts';

export type {
  AnswerUsage as AssistantUsage,
  AnswerView as AssistantAnswer,
  InsightView as Insight,
  RefreshView as NewAnalysis,
  TurnPage as AssistantTurns,
  TurnView as AssistantTurn,
} from '../../../../core/assistant/index.ts';
export type {
  BrokersView as BrokerChoices,
  BrokerView as BrokerChoice,
  ConnectionChange,
  ConnectionInput,
  ConnectionRole,
  ConnectionView as Connection,
  OtpResendView as OtpResend,
  SyncCounts,
  SyncOutcome,
  SyncState,
} from '../../../../core/brokers/index.ts';
export type {
  ActionSearch,
  ActionSettingsInput,
  ActionSuggestion,
  ActionTermsInput,
  AppliedActionsInput,
  CorporateActions,
  ManualActionInput,
  SettledImport as ImportResult,
} from '../../../../core/portfolio/corporate-actions/index.ts';
export type {
  ChatCommandsView as ChatCommands,
  ChatCommandView as ChatCommand,
  ChatFormat as ChatSettings,
  Format,
  LocalMessage as ChatMessage,
  LocalMessagesView as ChatMessages,
  TextEntity as ChatEntity,
} from '../../../../core/chat/index.ts';
export type {
  Calibration,
  ConfidenceView as Confidence,
  Criterion,
  GoLiveAction,
  GoLiveChanged,
  GoLiveHistory,
  GoLiveStatus,
  MarketDataQuality,
  MarketPerformance,
  PromotionReport,
} from '../../../../core/options/index.ts';
export type {
  GoalInput,
  GoalLinkInput,
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
export type * from './account-types.ts';
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
  ActionDecision,
  ActionView as CorporateAction,
  FindingView as PriceFinding,
  SeriesCode,
} from '../../../../core/market/index.ts';
export type {
  KindSettingView as KindSetting,
  Mode,
  NotificationPage,
  NotificationQuery,
  NotificationSettingsView as NotificationSettings,
  NotificationView as Notification,
  QuietHours,
  SettingsInput as NotificationSettingsInput,
} from '../../../../core/notifications/index.ts';
export type { FieldError, Page } from '../../../../core/platform/index.ts';
export type {
  CatchUpStep,
  CatchUpStepView,
  CatchUpView as CatchUp,
  FinishedImport,
  ImportUndo,
  ImportUndone,
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
export type { BackupsView as Backups } from '../../../../core/scheduled-backups.ts';
export type { Period } from '../../../../core/performance/index.ts';

/** What a form sends: a payment left empty is for the server to judge. */
export type GoalScenarioInput = Partial<FullScenarioInput> & Pick<FullScenarioInput, 'goal_id'>;

/** What a form sends: a cost left empty is for the server to judge. */
export type HoldingInput = Omit<FullHolding, 'avg_buy_price'> & { avg_buy_price: number | null };

/** The ways the allocation is divided. */
export type Grouping = Exclude<keyof Allocation, 'basis'>;

export type {
  ActivityQuery,
  ActivityRow as Activity,
  ActivityType,
  ActivityView as ActivityPage,
  AttributionView as Attribution,
  ComparisonQuery,
  ComparisonView as Comparison,
  DiversificationView as Diversification,
  DividendYieldView as DividendYield,
  Explanation,
  ExportQuery as ReportFile,
  ExposedStock,
  FigureInput,
  FundHoldingsInput,
  FundHoldingsView as FundHoldings,
  FundSnapshot,
  GoalScenarioView as GoalScenario,
  HoldingReport,
  OpenLot,
  HeldFund,
  IncomeProjectionView as IncomeProjection,
  MonthlyReturnsView as MonthlyReturns,
  NetWorthView as NetWorth,
  PartialRisk,
  OverlapView as Overlap,
  PerformanceQuery,
  PerformanceView as Performance,
  PeriodReturn,
  RebalanceView as Rebalance,
  ReportQuery,
  ReportWarning,
  RiskFigure,
  RiskQuery,
  RiskView as Risk,
  UpcomingQuery as CalendarQuery,
  UpcomingRow as CalendarRow,
  UpcomingType as CalendarType,
  UpcomingView as Calendar,
  Definition,
  DefinitionsView as Definitions,
  RemainingLot,
  TaxAlternative,
  TaxLot,
  TaxPageQuery as TaxQuery,
  TaxReportPage as TaxReport,
  TermTotals,
  UnmatchedSell,
} from '../../../../core/reports/index.ts';

export type {
  ApprovalLimit,
  ContributionScheduleView as ContributionSchedule,
  ContributionsView as Contributions,
  ContributionView as Contribution,
  CycleView as Cycle,
  DifferenceView as Difference,
  GoLiveInput,
  OrderEventView as OrderEvent,
  PlanApproval,
  PlanOrderView as PlanOrder,
  PlanView as Plan,
  SettlementInput,
  TradingState,
  PolicyConnectionView as PolicyConnection,
  LinkedPolicyView as LinkedPolicy,
  PolicyEquityRow as PolicyDay,
  PolicyEquityView as PolicyEquity,
  PolicyEventView as PolicyEvent,
  PolicyHoldingsView as PolicyHoldings,
  PolicyInput,
  PolicyOrderView as PolicyOrder,
  PolicyTradeView as PolicyTrade,
  PolicyView as Policy,
  PromotionInput,
  PromotionsView as Promotions,
  PromotionView as Promotion,
  SignalView as Signal,
  TrackingView as Tracking,
} from '../../../../core/policies/index.ts';
export type PolicyHolding = PolicyHoldingsView['items'][number];

export type {
  ConflictView as DossierConflict,
  DossierView as Dossier,
  FactsQuery as DossierFactsQuery,
  FactView as DossierFact,
  PacketView as DossierPacket,
  ResearchInput,
  ResearchListQuery,
  ResearchRunView as ResearchRun,
  ResearchStartedView as ResearchStarted,
  ResearchStateView as ResearchState,
  SourceView as DossierSource,
  UnavailableView as DossierUnavailable,
  UnpinnedView as Unpinned,
} from '../../../../core/research/index.ts';

export type {
  ComparisonView as RunComparison,
  EquityView as RunEquity,
  OrderView as RunOrder,
  RunHoldingsView as RunHoldings,
  RunInput,
  RunStartedView as RunStarted,
  RunStatus,
  RunView as Run,
  StrategiesView as Strategies,
  StrategyConfig,
  UniverseEventView as RunEvent,
} from '../../../../core/strategies/index.ts';
export type RunMetrics = NonNullable<RunView['metrics']>;
export type RunFinding = RunView['findings'][number];
export type ValidationStatus = RunView['validation']['status'];
export type RunHolding = RunHoldingsView['items'][number];
export type Strategy = StrategiesView['items'][number];
export interface RunOrderQuery {
  page: number;
  page_size: number;
  state?: OrderView['state'] | undefined;
}

export type {
  BattleLogPage as BattleLog,
  BattleSummary,
  JournalPage as Journal,
  JournalRow,
  JournalStory,
  NotesView as JournalNote,
} from '../../../../core/options/index.ts';
export interface JournalAsked {
  page: number;
  page_size: number;
  strategy: string;
  exit_reason: string;
  mode: string | undefined;
  from: string;
  to: string;
}
