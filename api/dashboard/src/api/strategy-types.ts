/** Shapes of backtests, policies and research, by the names the pages use. */
import type { PolicyHoldingsView } from '../../../../core/policies/index.ts';
import type {
  OrderView,
  RunHoldingsView,
  RunView,
  StrategiesView,
} from '../../../../core/strategies/index.ts';

export type {
  ApprovalLimit,
  ContributionScheduleView as ContributionSchedule,
  ContributionsView as Contributions,
  ContributionView as Contribution,
  CycleView as Cycle,
  AccountHoldings,
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

export type PolicyHolding = PolicyHoldingsView['items'][number];
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
