import type { Connections } from '../brokers/index.ts';
import type { Context } from '../context.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Market } from '../market/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import { createLeases } from '../platform/index.ts';
import { createLedgerReads } from './ledger-reads.ts';
import { createLiveMarks } from './live-marks.ts';
import { createPendingPlans } from './pending-plans.ts';
import { createPolicyService } from './policy-service.ts';
import { POLICY_TABLE } from './policy-store.ts';
import { createPromotionService } from './promotion-service.ts';
import type { PolicyConnectionView } from './view.ts';

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
export { POLICY_MODELS } from './models.ts';
export { isPromoted } from './promotion-service.ts';
export {
  CYCLE_STATUSES,
  MODES,
  PAPER_CYCLE_TRANSITIONS,
  POLICY_STATUSES,
  POLICY_TRANSITIONS,
} from './states.ts';
export {
  cyclesPage,
  type CycleView,
  cycleView,
  plansPage,
  type PlanView,
  policiesPage,
  policyConnectionsView,
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

/** A killed process's cycle is taken up after this long. */
const LEASE_MS = 30_000;

export type Policies = ReturnType<typeof createPolicies>;

/** Strategies that go on day by day, on paper (spec: Live policies). */
export function createPolicies(
  context: Context,
  parts: {
    calendar: Calendar;
    instruments: Pick<Instruments, 'byIds'>;
    quotesOf: Market['quotesOf'];
    connections: Pick<Connections, 'list'>;
  },
) {
  const { calendar } = parts;
  const leases = createLeases({ ...POLICY_TABLE, leaseMs: LEASE_MS }, context);
  return {
    ...createPolicyService(context, { calendar, leases }),
    /** What is in their books. */
    books: createLedgerReads(context, createLiveMarks(parts)),
    /** Policies out of backtests. */
    promotions: createPromotionService(context, { calendar }),
    pendingApprovals: createPendingPlans(context),

    /** Connections that a policy could trade over, with their roles. */
    async brokerConnections(userId: string): Promise<PolicyConnectionView[]> {
      const connections = await parts.connections.list(userId);
      return connections.map(({ id, broker_title, account, label, role }) => ({
        id,
        broker: broker_title,
        account: account ?? label,
        role,
      }));
    },
  };
}
