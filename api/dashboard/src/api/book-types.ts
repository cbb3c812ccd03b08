/** Shapes of what the books hold and of where it comes from, by the names the pages use. */
import type { Allocation, HoldingInput as FullHolding } from '../../../../core/portfolio/index.ts';

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
  MendedRow,
  UndecidedRowView as UndecidedRow,
  InstrumentSuggestion,
  InstrumentSuggestions,
  ExcludedTransaction,
  LedgerActionKind,
  LedgerActionView as LedgerAction,
  OpeningInput,
  OpeningsView as Openings,
  OpeningView as Opening,
  Coverage,
  PortfolioInput,
  PortfolioView as Portfolio,
  PriceInput,
  ReconciliationStatus,
  RefreshProgress as PriceProgress,
  RefreshView as PriceRefresh,
  RecordedOpening,
  RecordedOpenings,
  RecordedType,
  RefusedValue,
  Totals,
  LotSettings,
  SnapshotSettings,
  TotalState,
  TransactionInput,
  TransactionQuery,
  TransactionType,
  TransactionView as Transaction,
  UnmatchedSale,
} from '../../../../core/portfolio/index.ts';
export type { BrokerChange, BrokerChanges } from '../../../../core/portfolio/broker-changes/index.ts';
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
export type { AliasDecision, AssetClass } from '../../../../core/market/instruments/index.ts';
export type {
  ActionDecision,
  ActionView as CorporateAction,
  FindingView as PriceFinding,
  SeriesCode,
} from '../../../../core/market/index.ts';
export type {
  BooksAudit,
  Candidate as InstrumentCandidate,
  DataQuality,
  InstrumentReview,
  MarketFile,
  PriceFilter,
  PriceQuality,
  RecordedDifferenceView as RecordedDifference,
} from '../../../../core/quality/index.ts';
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
  LiabilityInput,
  LiabilityRecord,
  LiabilityType,
  LiabilityView as Liability,
} from '../../../../core/liabilities/index.ts';
export type {
  GoalInput,
  GoalLinkInput,
  GoalLinkView as GoalLink,
  GoalState,
  GoalView as Goal,
  LinkType,
  SipPlanInput,
  SipPlanView as SipPlan,
} from '../../../../core/goals/index.ts';

/** What a form sends: a cost left empty is for the server to judge. */
export type HoldingInput = Omit<FullHolding, 'avg_buy_price'> & { avg_buy_price: number | null };

/** The ways the allocation is divided. */
export type Grouping = Exclude<keyof Allocation, 'basis'>;
