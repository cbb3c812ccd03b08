import { isConflict, Problem } from '../../core/platform/index.ts';
import { optional, WrongArgument } from '../arguments.ts';
import type { ChatReply } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { ordersNamed, planChoice, withoutOrders } from '../plan-arguments.ts';
import { APPROVE, type CardView, planCard, REJECT, WHOLE } from '../plan-cards.ts';
import { usage } from '../runner.ts';
import { answererOf } from './signed.ts';

const approvePlan: Command = command({
  name: APPROVE,
  family: 'Policies',
  summary: 'A LIVE policy’s plan: approve it, or leave out orders',
  details:
    'Shows the orders with their prices, costs and limits. Nothing is sent before you press Approve; afterwards the same message shows what became of it.',
  examples: ['/approve_plan 12', '/approve_plan 12 without TCS INFY'],
  arguments: { plan: planChoice(), left_out: optional(withoutOrders()) },
  changes: true,
  async run(call, { plan: id, left_out: without }): Promise<ChatReply> {
    if (without === null) return await card(call, id, { page: call.page });
    const { orders } = await call.core.policies.plans.get(call.who.userId, id);
    try {
      const leftOut = ordersNamed(orders, without.names);
      return await card(call, id, { leftOut, isChoosing: without.isChoosing, page: call.page });
    } catch (error) {
      if (!(error instanceof WrongArgument)) throw error;
      return usage(approvePlan, error.message);
    }
  },
});

const rejectPlan = command({
  name: REJECT,
  family: 'Policies',
  summary: 'Reject a LIVE policy’s plan: nothing of it is sent',
  examples: ['/reject_plan 12'],
  arguments: { plan: planChoice() },
  changes: true,
  run: async (call, { plan: id }) => await card(call, id, { as: 'reject', page: call.page }),
});

const card = async (call: Call, id: string, view: Partial<CardView>, note: string | null = null) =>
  await planCard(call.core, call.who.userId, id, { ...WHOLE, ...view }, note);

/** The card as it is after an answer. What was refused is told above it, and can be answered again where the plan still waits. */
async function answered(
  call: Call,
  id: string,
  view: Partial<CardView>,
  answer: () => Promise<unknown>,
): Promise<ChatReply> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof Problem) || isConflict(error) || error.status >= 500 || error.status === 429)
      throw error;
    const isAnswered = error.code === 'PLAN_DECIDED';
    return await card(
      call,
      id,
      error.code === 'PLAN_CHANGED' ? {} : view,
      isAnswered ? 'This plan was answered before. Your press changed nothing.' : error.detail,
    );
  }
  return await card(call, id, view);
}

const approve: Confirmation = {
  name: APPROVE,
  async run(call, payload) {
    const {
      plan,
      digest,
      left_out: leftOut,
    } = payload as { plan: string; digest: string; left_out: string[] };
    const body = { digest, excluded_order_ids: leftOut };
    return await answered(call, plan, { leftOut }, async () => {
      await call.core.policies.live.approvals.approve(call.who.userId, plan, body, answererOf(call));
    });
  },
};

const reject: Confirmation = {
  name: REJECT,
  async run(call, payload) {
    const { plan } = payload as { plan: string };
    return await answered(call, plan, {}, async () => {
      await call.core.policies.live.approvals.reject(call.who.userId, plan, {}, answererOf(call));
    });
  },
};

/** Answers to plans of live policies (spec: Chat-messaging commands, /approve_plan and /reject_plan). */
export const planCommands: readonly Command[] = [approvePlan, rejectPlan];
export const planConfirmations: readonly Confirmation[] = [approve, reject];
