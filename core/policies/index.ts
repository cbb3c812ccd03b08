export { type Policies, type TradingOptions, createPolicies } from './policies-area.ts';
export {
  ledgerPageQuery,
  modeQuery,
  policyHoldingsQuery,
  policyInput,
  type PolicyInput,
  policyOrdersQuery,
  promotionInput,
  type PromotionInput,
  signalsQuery,
} from './inputs.ts';
export {
  differencesQuery,
  orderEventsFileQuery,
  orderEventsQuery,
  differenceSettlement,
  goLiveInput,
  type GoLiveInput,
  planApproval,
  type PlanApproval,
  planRejection,
  plansQuery,
  RESUME_WORDS,
  resumeInput,
  approvalLimitInput,
  settlementInput,
  type SettlementInput,
  sweepSwitch,
} from './inputs.ts';
export { expireRestoredPlans, type GoLivePreview } from './live/index.ts';
export {
  type AccountHoldings,
  accountHoldingsList,
  differencesPage,
  type DifferenceView,
  orderEventsPage,
  type OrderEventView,
  type TradingState,
  tradingStateView,
  approvalLimitView,
  type ApprovalLimit,
} from './trading-view.ts';
export type { Digest, DigestLine, DigestSpan } from './digest.ts';
export {
  confirmInput,
  contributionScheduleView,
  type ContributionScheduleView,
  contributionsView,
  type ContributionsView,
  contributionView,
  type ContributionView,
  deferInput,
  reasonInput,
  reconcileInput,
  scheduleInput,
} from './contributions/index.ts';
export type { PolicyOverview, PolicySummary, SpokenCycle } from './overview.ts';
export { isPromoted } from './promotion-service.ts';
export { readPolicyUse } from './policy-store.ts';
export type { PlanSums } from './plan-sums.ts';
export type { PlanLook, PlanRehearsal } from './plan-look-view.ts';
export { type PlanOrderView, plansPage, planView, type PlanView } from './plan-view.ts';
export {
  cyclesPage,
  type CycleView,
  type LinkedPolicyView,
  type PolicyEquityView,
  type PolicyHoldingsView,
  type PolicyOrderView,
  type PolicyTradeView,
  type PromotionsView,
  type SignalView,
  type TrackingView,
  type UniverseEventView as PolicyEventView,
  cycleView,
  policiesPage,
  policyConnectionsView,
  type PolicyConnectionView,
  policyEquityRow,
  type PolicyEquityRow,
  policyEquityView,
  policyHoldingsView,
  policyOrdersPage,
  policyTradesPage,
  type PolicyView,
  policyView,
  promotionsView,
  type PromotionView,
  promotionView,
  signalsPage,
  trackingView,
  universeEventsPage as policyUniverseEventsPage,
} from './view.ts';
