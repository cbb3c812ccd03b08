import { descriptionOf } from '../../core/chat/index.ts';
import { isConflict, Problem } from '../../core/platform/index.ts';
import { optional, WrongArgument } from '../arguments.ts';
import type { ChatReply } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { ordersNamed, planChoice, withoutOrders } from '../plan-arguments.ts';
import { APPROVE, type CardView, LEAVE_OUT_HELD, planCard, REJECT, SEND_HELD, WHOLE } from '../plan-cards.ts';
import { usage } from '../runner.ts';
import { count, roundMoney } from '../text/numbers.ts';
import { answererOf } from './signed.ts';

const approvePlan: Command = command({
  ...descriptionOf(APPROVE),
  arguments: { plan: planChoice(), left_out: optional(withoutOrders()) },
  forApprovers: true,
  async run(call, { plan: id, left_out: without }): Promise<ChatReply> {
    if (without === null) return await card(call, id, { page: call.page });
    const { orders } = await call.core.policies.plans.get(call.who.userId, id);
    try {
      const leftOut = ordersNamed(orders, without.names);
      const view = { leftOut, isChoosing: without.isChoosing, page: call.page };
      return without.isRehearsal ? await rehearsed(call, id, view) : await card(call, id, view);
    } catch (error) {
      if (!(error instanceof WrongArgument)) throw error;
      return usage(approvePlan, error.message);
    }
  },
});

const rejectPlan = command({
  ...descriptionOf(REJECT),
  arguments: { plan: planChoice() },
  forApprovers: true,
  run: async (call, { plan: id }) => await card(call, id, { as: 'reject', page: call.page }),
});

/** The card of a plan as it is now. */
export async function card(call: Call, id: string, view: Partial<CardView>, note: string | null = null) {
  const shown = await planCard(call.core, call.who.userId, id, { ...WHOLE, ...view }, note);
  // The message is edited when the look is there, and a note is no part of what is shown again.
  if (note === null && shown.plan.state === 'PENDING_APPROVAL')
    call.core.policies.live.looks.begin(call.who.userId, id);
  return shown;
}

/** The card at once, and the rehearsal when the broker’s calculators have answered. */
const rehearsed = async (call: Call, id: string, view: Partial<CardView>): Promise<ChatReply> => ({
  ...(await card(call, id, view, 'Asking the broker’s calculators. Nothing is sent.')),
  meanwhile: async () =>
    await answered(call, id, view, async () => {
      await call.core.policies.live.looks.rehearse(call.who.userId, id);
    }),
});

const ANSWERED = 'This plan was answered before. Your answer changed nothing.';

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
      { ...(error.code === 'PLAN_CHANGED' ? {} : view), refusal: error.detail },
      isAnswered ? ANSWERED : error.detail,
    );
  }
  return await card(call, id, view);
}

/** What is approved: a plan as it was shown, without the orders that were left out. */
export interface Approved {
  plan: string;
  digest: string;
  leftOut: string[];
}

/** @param typed what the person typed, where the size of the orders asks for it. */
export async function approvePlanAs(
  call: Call,
  { plan, digest, leftOut }: Approved,
  typed: string | null = null,
): Promise<ChatReply> {
  const body = {
    digest,
    excluded_order_ids: leftOut,
    ...(typed === null ? {} : { confirmation: typed }),
  };
  return await answered(call, plan, { leftOut }, async () => {
    await call.core.policies.live.approvals.approve(call.who.userId, plan, body, answererOf(call));
  });
}

/** What is to be typed for these orders; or the card as it is by now, where typing would lead to nothing. */
export async function askedToType(
  call: Call,
  { plan: id, digest, leftOut }: Approved,
): Promise<{ words: string; question: string } | { note: string; isChanged: boolean }> {
  const { plans } = call.core.policies;
  const plan = await plans.get(call.who.userId, id);
  const { confirmation: words, orders, buy_value, sell_value } = plans.sums(plan, leftOut);
  const told = (note: string, isChanged = false) => ({ note, isChanged });
  if (
    plan.state === 'EXPIRED' ||
    (plan.expires_at !== null && new Date(plan.expires_at) <= call.core.clock.now())
  )
    return told('This plan expired.');
  if (plan.state !== 'PENDING_APPROVAL') return told(ANSWERED);
  if (plan.digest !== digest)
    return told('This plan changed since you looked at it. Look at it again.', true);
  if (words === null) return told('You no longer need to type anything. Press Approve.');
  const rest = `${count(orders.length, 'order')} of ${plan.policy_name}, buys ${roundMoney(buy_value)}, sells ${roundMoney(sell_value)}`;
  return { words, question: `Type ${words} to approve ${rest}` };
}

const approve: Confirmation = {
  name: APPROVE,
  forApprovers: true,
  async run(call, payload) {
    const { plan, digest, left_out } = payload as { plan: string; digest: string; left_out: string[] };
    return await approvePlanAs(call, { plan, digest, leftOut: left_out });
  },
};

const reject: Confirmation = {
  name: REJECT,
  forApprovers: true,
  async run(call, payload) {
    const { plan } = payload as { plan: string };
    return await answered(call, plan, {}, async () => {
      await call.core.policies.live.approvals.reject(call.who.userId, plan, {}, answererOf(call));
    });
  },
};

/** @param id of an order that is held. */
const heldAnswer = (name: string, answer: 'send' | 'leaveOut'): Confirmation => ({
  name,
  forApprovers: true,
  async run(call, payload) {
    const { plan, order } = payload as { plan: string; order: string };
    return await answered(call, plan, {}, async () => {
      await call.core.policies.live.held[answer](call.who.userId, order, answererOf(call));
    });
  },
});

/** Answers to plans of live policies (spec: Chat-messaging commands, /approve_plan and /reject_plan). */
export const planCommands: readonly Command[] = [approvePlan, rejectPlan];
export const planConfirmations: readonly Confirmation[] = [
  approve,
  reject,
  heldAnswer(SEND_HELD, 'send'),
  heldAnswer(LEAVE_OUT_HELD, 'leaveOut'),
];
