import { auditedMutation, type AuditedChange } from '../../audit/index.ts';
import type { OrderGateways } from '../../brokers/orders/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  type DbTransaction,
  Decimal,
  invalid,
  parseInput,
  stepOf,
} from '../../platform/index.ts';
import { rupeesAndPaise } from '../cycle-words.ts';
import { type PlanApproval, planApproval, planRejection } from '../inputs.ts';
import { type PlanFacts, readPlan } from '../plan-reads.ts';
import { sumsOf } from '../plan-sums.ts';
import type { PlanView } from '../plan-view.ts';
import { type LivePlan, type Via } from './live-orders.ts';
import { stepOrders, stepPlan } from './order-steps.ts';
import { decided, expired, lockedPlan, readPlanToDecide, rejectPlan } from './plan-store.ts';
import { isPaused } from './pause.ts';
import { expirePlan } from './expire-plan.ts';
import { unsentNote } from './send-permission.ts';

/** Who answers a plan, and where. */
interface Answerer extends Actor {
  via: Exclude<Via, 'SYSTEM'>;
}

interface ApprovalParts {
  gateways: OrderGateways;
  /** Takes a turn at the account, without being waited for. */
  wake: (connectionId: string) => void;
  /** Ends what is still being read of a plan that was answered. */
  endLooks: (planId: string) => void;
  /** What is shown of a plan beside its rows. */
  facts: PlanFacts;
  /** Tells the person of a plan that ended, within the transaction in which it did. */
  ended: (trx: DbTransaction, plan: LivePlan) => Promise<void>;
}

/**
 * Answers to plans. A plan has one answer, whoever gives it first and wherever: the state of its row decides, and the others
 * hear who answered (orders: one approval, at most one send).
 */
export function createApprovals(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { gateways, wake, endLooks, ended, facts }: ApprovalParts,
) {
  const { clock, database, log } = context;
  const mutation = auditedMutation(context);

  const writeApproval = mutation('policy.approve_plan', {
    topics: ['policies'],
    async run(change, planId: string, input: PlanApproval, via: Via) {
      const { trx, now, actor } = change;
      const { digest, excluded_order_ids: excluded = [] } = input;
      const plan = await openPlan(change, planId, digest);
      const by = { actor, via };
      const shown = await readPlan(trx, planId, facts);
      // Here too: whoever sets a limit writes behind this lock or before it.
      const typed = confirmed(shown, input);
      const set = { decided_at: now, decided_by: actor, decided_via: via };
      // The book of the plan stands in its row, which nothing changes.
      const evidence = { shown: { ...shown, book: undefined }, excluded, typed };
      if ((await stepPlan(trx, plan, 'approve', set, { by, now, evidence })) === null)
        throw await decided(trx, planId);
      const isLeftOut = ({ id }: { id: string }) => excluded.includes(id);
      const what = { by, now, evidence: { digest: plan.digest } };
      await stepOrders(trx, plan.orders.filter(isLeftOut), 'exclude', {}, what);
      await stepOrders(
        trx,
        plan.orders.filter((order) => !isLeftOut(order)),
        'approve',
        {},
        what,
      );
      await change.record('PLAN_APPROVED', planId, {
        policy: plan.policy_name,
        tag_code: plan.tag_code,
        digest: plan.digest,
        via,
        orders: plan.orders.length - excluded.length,
        excluded: excluded.length,
      });
      return { connection_id: plan.connection_id };
    },
  });

  const writeRejection = mutation('policy.reject_plan', {
    topics: ['policies'],
    async run(change, planId: string, reason: string | null, via: Via) {
      const { trx, now, actor } = change;
      const plan = await lockedPlan(trx, planId);
      if (plan.state !== 'PENDING_APPROVAL') throw await decided(trx, planId);
      await rejectPlan(trx, plan, { actor, via }, now, reason);
      await change.record('PLAN_REJECTED', planId, {
        policy: plan.policy_name,
        tag_code: plan.tag_code,
        digest: plan.digest,
        via,
        reason,
      });
      return {};
    },
  });

  /** The plan, locked, if it can be approved at this moment. */
  async function openPlan(change: AuditedChange, planId: string, digest: string | undefined) {
    const { trx, now } = change;
    const plan = await lockedPlan(trx, planId);
    if (plan.state !== 'PENDING_APPROVAL') throw await decided(trx, planId);
    if (digest !== undefined && digest !== plan.digest)
      throw conflict(
        'PLAN_CHANGED',
        'This plan changed since you looked at it. Look at it again, then approve it.',
      );
    if (plan.expires_at <= now) throw expired();
    const { from, words } = facts.sendingOf(plan);
    if (from === null) throw conflict('PLAN_CANNOT_BE_SENT', `${words} Nothing was approved.`);
    if (plan.policy_status !== 'ACTIVE')
      throw conflict(
        'POLICY_NOT_ACTIVE',
        `${plan.policy_name} is not active, so its plan cannot be approved.`,
      );
    if (await isPaused(trx, plan.owner_user_id))
      throw conflict(
        'TRADING_PAUSED',
        'All trading is paused. Resume it first; the plan waits until it expires.',
      );
    return plan;
  }

  /** Takes plans whose time ran out to EXPIRED, answered or not; where something was sent, only the rest. @returns them. */
  async function expireOld(): Promise<LivePlan[]> {
    return await database.asSystem('expire plans whose time ran out', async (trx) => {
      const now = clock.now();
      const { rows } = await trx.raw<{ rows: { id: string }[] }>(
        `select id from policy.policy_order_plans l where mode = 'LIVE' and expires_at <= ?
           and (state in ('PENDING_APPROVAL', 'APPROVED') or state = 'PARTIAL_PLACEMENT' and exists (
             select from policy.policy_orders o where o.plan_id = l.id and o.state in ('APPROVED', 'PENDING_APPROVAL'))) order by id`,
        [now],
      );
      const plans: LivePlan[] = [];
      for (const { id } of rows) {
        const plan = await readPlanToDecide(trx, id);
        if (plan === null) continue;
        const isAnswered = plan.state !== 'PENDING_APPROVAL';
        const note = isAnswered ? await unsentNote(trx, plan) : 'Nobody answered it in time.';
        if (!(await expirePlan(trx, plan, now, note))) continue;
        if (plan.state === 'EXPIRED') await ended(trx, plan);
        plans.push(plan);
      }
      return plans;
    });
  }

  const readAsUser = async (userId: string, planId: string): Promise<PlanView> =>
    await database.readAsUser(userId, (trx) => readPlan(trx, planId, facts));

  /** Looks at a plan as it would be approved; refuses what can never be approved. */
  async function examined(userId: string, planId: string, input: PlanApproval): Promise<PlanView> {
    let plan = await readAsUser(userId, planId);
    if (plan.expires_at !== null && new Date(plan.expires_at) <= clock.now()) {
      // Whatever the clock shows later, it stays expired.
      await expireOld();
      plan = await readAsUser(userId, planId);
    }
    const excluded = input.excluded_order_ids ?? [];
    const known = new Set(plan.orders.map(({ order_id }) => order_id));
    if (excluded.some((id) => !known.has(id)))
      throw invalid([
        { field: 'excluded_order_ids', message: 'excluded_order_ids may name orders of this plan only.' },
      ]);
    if (plan.orders.every(({ order_id }) => excluded.includes(order_id)))
      throw invalid([
        { field: 'excluded_order_ids', message: 'You left out every order. Reject the plan instead.' },
      ]);
    return plan;
  }

  /**
   * Whether the person typed what orders of this size ask for, whichever of them are left out.
   * @returns what was typed; null where a tap is enough. @throws 409 CONFIRMATION_REQUIRED
   */
  function confirmed(
    plan: PlanView,
    { confirmation, excluded_order_ids: excluded = [] }: PlanApproval,
  ): string | null {
    const { buy_value, sell_value, confirmation: words } = sumsOf(plan, excluded);
    if (words === null) return null;
    const typed = confirmation?.trim() ?? '';
    if (typed.toLowerCase() === words.toLowerCase()) return typed;
    const worth = new Decimal(buy_value).plus(sell_value).toNumber();
    throw conflict(
      'CONFIRMATION_REQUIRED',
      `${typed === '' ? '' : 'That is not the tag code. '}These orders come to ${rupeesAndPaise(worth)}, above your limit of ${rupeesAndPaise(plan.confirmation?.above ?? 0)}: type ${words} to approve them. Nothing was sent.`,
    );
  }

  /** Rupees that the account must have before the sales of a plan bring theirs in. */
  function shortfall(plan: PlanView, excluded: readonly string[]): Decimal {
    let need = new Decimal(0);
    for (const { order_id, side, value, costs } of plan.orders) {
      if (excluded.includes(order_id)) continue;
      need = need.plus(side === 'BUY' ? value : -value).plus(costs);
    }
    return need;
  }

  /** What the account can spend; null where nobody can tell, which keeps no plan from being approved. */
  async function fundsOf(userId: string, connectionId: string): Promise<Decimal | null> {
    try {
      const gateway = await gateways.open(userId, connectionId);
      return new Decimal(await gateway.funds(AbortSignal.timeout(5_000)));
    } catch (error) {
      log.warn({ err: error, connection_id: connectionId }, 'funds could not be read before an approval');
      return null;
    }
  }

  return {
    /**
     * Approves a plan, except the orders that are left out: what is approved is sent at once while the market is open, else
     * when it opens. Above the person's own limit the tag code of the policy is typed.
     * @throws 404 PLAN_NOT_FOUND, 422 VALIDATION_ERROR, 409 PLAN_DECIDED, PLAN_CHANGED, PLAN_EXPIRED, CONFIRMATION_REQUIRED,
     *   ORDER_ABOVE_LIMIT (the whole plan is rejected), FUNDS_SHORT, TRADING_PAUSED, POLICY_NOT_ACTIVE,
     *   PLAN_CANNOT_BE_SENT
     */
    async approve(userId: string, planId: string, body: unknown, answerer: Answerer): Promise<PlanView> {
      const input = parseInput(planApproval, body ?? {});
      const plan = await examined(userId, planId, input);
      const excluded = input.excluded_order_ids ?? [];
      if (plan.state === 'PENDING_APPROVAL') {
        if (plan.sending?.from === null)
          throw conflict('PLAN_CANNOT_BE_SENT', `${plan.sending.words} Nothing was approved.`);
        // Before anything else is done: a tap that is not enough must not reject the plan either.
        confirmed(plan, input);
        const large = plan.orders.find(
          ({ order_id, value }) => !excluded.includes(order_id) && value > plan.max_order_value,
        );
        if (large !== undefined) {
          const reason = `The order for ${large.symbol} is worth ₹${large.value.toLocaleString('en-IN')}, above the limit of ₹${plan.max_order_value.toLocaleString('en-IN')} per order.`;
          // A step of its own: the request asked for an approval, and its repeat must not find this one's receipt.
          await writeRejection(userId, planId, reason, answerer.via, stepOf(answerer, 'reject'));
          throw conflict('ORDER_ABOVE_LIMIT', `${reason} The whole plan was rejected and nothing was sent.`);
        }
        const need = shortfall(plan, excluded);
        const funds =
          need.lte(0) || plan.connection_id === null ? null : await fundsOf(userId, plan.connection_id);
        if (funds !== null && funds.lt(need))
          throw conflict(
            'FUNDS_SHORT',
            `The plan needs ${rupeesAndPaise(need.toNumber())} on top of what its sales bring in, but the account has ${rupeesAndPaise(funds.toNumber())}. Add money or leave out orders, then approve it again. Nothing was sent.`,
          );
      }
      const { connection_id } = await writeApproval(userId, planId, input, answerer.via, answerer);
      endLooks(planId);
      wake(connection_id);
      return await readAsUser(userId, planId);
    },

    /** @throws 404 PLAN_NOT_FOUND, 409 PLAN_DECIDED */
    async reject(userId: string, planId: string, body: unknown, answerer: Answerer): Promise<PlanView> {
      const { reason } = parseInput(planRejection, body ?? {});
      await writeRejection(userId, planId, reason ?? null, answerer.via, answerer);
      endLooks(planId);
      return await readAsUser(userId, planId);
    },

    expireOld,
  };
}
