import type { Connections } from '../brokers/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Market } from '../market/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { type Actor, type Context, createLeases, dayAfter } from '../platform/index.ts';
import type { PanelLoader } from '../strategies/index.ts';
import { createAllPolicies } from './all-policies.ts';
import { createContributions, createSessionContributions } from './contributions/index.ts';
import { createCycles, createPolicyWork, type CycleParts } from './cycle/index.ts';
import { cycleNotice } from './cycle-notice.ts';
import { createCycleRequests } from './cycle-requests.ts';
import { createDigest } from './digest.ts';
import { createFailedCycles } from './failed-cycles.ts';
import { createLedgerReads } from './ledger-reads.ts';
import { createLiveMarks } from './live-marks.ts';
import { nextCycleDate } from './next-cycle.ts';
import { createOverview } from './overview.ts';
import { createLive, createLiveTerms, type LiveParts } from './live/index.ts';
import { createPlanReads } from './plan-reads.ts';
import { createPolicyService } from './policy-service.ts';
import { POLICY_TABLE } from './policy-store.ts';
import { createPromotionService, type PromotionParts } from './promotion-service.ts';
import type { PolicyConnectionView, PolicyView } from './view.ts';

/** A killed process's cycle is taken up after this long. */
const LEASE_MS = 30_000;

export type Policies = ReturnType<typeof createPolicies>;

export type TradingOptions = Pick<LiveParts, 'gateways' | 'timers' | 'readAfterMs'>;

/** Strategies that run every day, on paper (spec: Live policies). */
export function createPolicies(
  context: Context,
  parts: {
    calendar: Calendar;
    instruments: Pick<Instruments, 'byIds'>;
    quotesOf: Market['quotesOf'];
    connections: Pick<Connections, 'list' | 'brokers'>;
    /** Prices and members as a strategy sees them. */
    panels: Pick<PanelLoader, 'load' | 'medianTurnovers'>;
    notifications: Pick<Notifications, 'notify' | 'notifyWithin'>;
    /** What a person recorded of a traded account. */
    recordsOf: LiveParts['recordsOf'];
    unknownDossiers: PromotionParts['unknownDossiers'];
    /** How waiting goes near orders, for tests that cannot wait. */
    trading?: TradingOptions;
  },
) {
  const { calendar, notifications } = parts;
  const leases = createLeases({ ...POLICY_TABLE, leaseMs: LEASE_MS }, context);
  const service = createPolicyService(context, { calendar, leases });
  const terms = createLiveTerms({ calendar, clock: context.clock, notifications });
  const cycleParts: CycleParts = {
    leases,
    calendar,
    loader: parts.panels,
    quotesOf: parts.quotesOf,
    contributions: createSessionContributions(context, { calendar }),
    live: terms,
    async tell(trx, policy, finished, cycle) {
      const next = nextCycleDate(calendar, policy, {
        today: dayAfter(finished.day),
        lastCycle: finished.day,
      });
      await notifications.notifyWithin(trx, policy.owner_user_id, cycleNotice(policy, finished, cycle, next));
    },
  };
  const cycles = createCycles(context, cycleParts);
  const work = createPolicyWork(context, cycleParts);
  const live = createLive(context, {
    leases,
    calendar,
    loader: parts.panels,
    quotesOf: parts.quotesOf,
    connections: parts.connections,
    instruments: parts.instruments,
    notifications,
    recordsOf: parts.recordsOf,
    terms,
    advance: async (id, signal) => await cycles.advance(id, { requestedBy: 'scheduler', signal }),
    ...parts.trading,
  });
  const contributions = createContributions(context, {
    ...parts,
    leases,
    work,
    async credited(policyId, { actor }) {
      await live.allocations.allocate(policyId, actor);
    },
  });
  const all = createAllPolicies((userId, query) => service.list(userId, query));
  const books = createLedgerReads(context, createLiveMarks(parts));
  return {
    ...service,
    /** Policies that trade: going live, answers to plans, orders, differences with the broker. */
    live: {
      ...live,
      /** Lets a policy trade over a connection. @see createGoLive */
      async goLive(userId: string, id: string, body: unknown, actor: Actor): Promise<PolicyView> {
        await live.goLive(userId, id, body, actor);
        return await service.get(userId, id);
      },
      /**
       * Whether a policy that trades buys its liquid fund with spare cash without asking. The same again changes nothing.
       * @throws 422 VALIDATION_ERROR, 404 POLICY_NOT_FOUND, 409 POLICY_RETIRED, POLICY_IS_PAPER
       */
      async switchSweep(userId: string, id: string, body: unknown, actor: Actor): Promise<PolicyView> {
        await live.switchSweep(userId, id, body, actor);
        return await service.get(userId, id);
      },
    },
    /** How many policies of a person trade, or may at any moment. */
    countTrading: async (userId: string): Promise<number> =>
      (await all(userId)).filter(({ mode, status }) => mode === 'LIVE' && status !== 'RETIRED').length,
    /** Policies as a person is told of them. */
    overview: createOverview({ all, get: service.get, books, contributions: contributions.list }),
    /** How the active policies of a person stand after a session or a week. */
    digest: createDigest({ calendar, all, books }),
    /** Tells owners of policies that a failed cycle stopped, at most once a day each. */
    tellFailures: createFailedCycles(context, { notifications }),
    /** Money that comes in by schedules. */
    contributions,
    /** Sessions of policies on paper, as the scheduler goes through them. */
    cycles,
    /** What a person asks of cycles. */
    requests: createCycleRequests(context, {
      cycles,
      async equityOn(userId, id, day) {
        const { latest_equity: row } = await service.get(userId, id);
        return row?.date === day ? row : null;
      },
    }),
    /** What is in their books. */
    books,
    /** Policies out of backtests. */
    promotions: createPromotionService(context, { calendar, unknownDossiers: parts.unknownDossiers }),
    plans: createPlanReads(context, {
      facts: live.planFacts,
      expireOld: live.approvals.expireOld,
    }),

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
