import type { Core } from '../core/assembly/index.ts';
import type { PlanView } from '../core/policies/index.ts';
import { digestOf } from '../core/platform/index.ts';
import { button, type Button, type ChatReply, type FollowedPlan, pageOf, pager, rows } from './chat-reply.ts';
import { bold, lines } from './text/lines.ts';
import { count } from './text/numbers.ts';
import { lookLines } from './text/plan-look.ts';
import type { PlanSums } from '../core/policies/index.ts';
import { orderWords, planText, receiptText } from './text/policy-plans.ts';

export const APPROVE = 'approve_plan';
export const REJECT = 'reject_plan';
/** Answers to an approved order that is held. */
export const SEND_HELD = 'send_held_order';
export const LEAVE_OUT_HELD = 'leave_out_held_order';
/** Has the tag code of the policy typed, then approves. */
export const APPROVE_DIALOGUE = 'approve_plan_typed';
/** Orders that a card shows at once: so many fit one message, whatever they say. */
const A_PAGE = 5;

export type CardView = FollowedPlan['view'];
export const WHOLE: CardView = { as: 'approve', leftOut: [], isChoosing: false, page: 0 };

const ENDED: readonly string[] = ['EXECUTED', 'PARTIAL', 'REJECTED', 'EXPIRED'];
/** Whether nothing becomes of a plan any more. */
export const hasEnded = ({ state }: Pick<PlanView, 'state'>): boolean => ENDED.includes(state);
/** True once its receipt is final too: charges of fills are read after the end. */
export const isClosed = (plan: Pick<PlanView, 'state' | 'receipt'>): boolean =>
  hasEnded(plan) && plan.receipt?.is_complete !== false;

/** The words behind /approve_plan that show a card as it is. */
const wordsOf = (id: string, { isChoosing, leftOut }: Pick<CardView, 'isChoosing' | 'leftOut'>): string[] => [
  `#${id}`,
  ...(isChoosing ? ['choose'] : leftOut.length > 0 ? ['without'] : []),
  ...leftOut.map((order) => `#${order}`),
];

/**
 * The card of a plan: while it waits, what would be sent and the buttons that answer it; afterwards what became of it. What it
 * shows depends on the plan and on `view` alone, so that whoever edits it later shows the same.
 * @param note what the person is told above it, this once.
 * @throws 404 PLAN_NOT_FOUND
 */
export async function planCard(
  { policies }: Pick<Core, 'policies'>,
  userId: string,
  planId: string,
  view: CardView = WHOLE,
  note: string | null = null,
): Promise<ChatReply & { plan: PlanView; follows: FollowedPlan }> {
  const plan = await policies.plans.get(userId, planId);
  const known = new Set(plan.orders.map(({ order_id }) => order_id));
  const leftOut = view.leftOut.filter((id) => known.has(id));
  const { shown, page, pages, from } = pageOf(plan.orders, view.page, A_PAGE);
  const seen: CardView = { ...view, leftOut, page };
  const isOpen = plan.state === 'PENDING_APPROVAL';
  const above = note ?? (isOpen ? (view.refusal ?? null) : null);
  const sums = policies.plans.sums(plan, leftOut);
  const text = isOpen
    ? planText(
        plan,
        { shown, from },
        {
          leftOut,
          sums,
          trading: await policies.live.pause.state(userId),
          asks: asksOf(plan, seen),
          looks: lookLines(
            policies.plans.lookWithout(plan, leftOut),
            policies.plans.rehearsalWithout(plan, leftOut),
          ),
        },
      )
    : receiptText(plan, { shown, from });
  const buttons = isOpen
    ? questionButtons(plan, seen, sums)
    : [
        ...heldButtons(planId, shown),
        [button('↻ Refresh', { do: 'run', command: APPROVE, args: wordsOf(planId, WHOLE), page })],
      ];
  const turn = { page, pages };
  const command = view.as === 'reject' && isOpen ? REJECT : APPROVE;
  const args = command === REJECT ? [`#${planId}`] : wordsOf(planId, isOpen ? seen : WHOLE);
  const [choices, last] =
    isOpen && view.isChoosing ? [choiceButtons(plan, seen, shown), []] : [[], policyButtons(plan)];
  const all = [...choices, ...buttons, pager(command, args, turn), last].filter((row) => row.length > 0);
  return {
    plan,
    text: above === null ? text : lines(bold(above), '', text),
    buttons: all,
    outcome: outcomeOf(plan),
    waitsUntil: isOpen && plan.expires_at !== null ? new Date(plan.expires_at) : null,
    follows: {
      planId,
      view: seen,
      shown: digestOf([text.rawText, all.map((row) => row.map(({ label }) => label))]),
    },
  };
}

function asksOf({ orders }: PlanView, { as, isChoosing, leftOut }: CardView): string {
  if (isChoosing) return 'Which orders are to be left out? Press Done when the rest is right.';
  const waits = `${count(orders.length, 'order waits', 'orders wait')} for your approval`;
  if (as === 'reject') return 'Reject it? Nothing of it is sent then.';
  return leftOut.length === 0 ? `${waits}.` : `${waits}, ${leftOut.length} left out.`;
}

function questionButtons(
  plan: PlanView,
  { as, isChoosing, leftOut, page }: CardView,
  { orders: left, confirmation }: PlanSums,
): Button[][] {
  const { plan_id: id, digest, orders } = plan;
  const show = (label: string, view: Pick<CardView, 'isChoosing' | 'leftOut'>) =>
    button(label, { do: 'run', command: APPROVE, args: wordsOf(id, view), page });
  if (isChoosing) return [[show('Done', { isChoosing: false, leftOut })]];
  const reject = button('✗ Reject', { do: 'confirm', name: REJECT, payload: { plan: id } });
  if (as === 'reject') return [[reject, show('Back to the plan', WHOLE)]];
  const label = leftOut.length === 0 ? '✓ Approve' : `✓ Approve ${left.length} of ${orders.length}`;
  const approve =
    confirmation === null
      ? button(label, { do: 'confirm', name: APPROVE, payload: { plan: id, digest, left_out: leftOut } })
      : button(`${label}…`, {
          do: 'enter',
          dialogue: APPROVE_DIALOGUE,
          args: { plan: id, digest, left_out: leftOut.join(' ') },
        });
  return [
    left.length === 0 ? [reject] : [approve, reject],
    orders.length > 1 ? [show('Leave out…', { isChoosing: true, leftOut })] : [],
    [
      button('Rehearse', {
        do: 'run',
        command: APPROVE,
        args: [`#${id}`, 'rehearse', ...leftOut.map((order) => `#${order}`)],
        page,
      }),
      show('↻ Refresh', { isChoosing, leftOut }),
    ],
  ];
}

/** A switch for each order that is shown. They change what the card shows, and nothing else. */
function choiceButtons(
  { plan_id: id }: PlanView,
  { leftOut, page }: CardView,
  shown: PlanView['orders'],
): Button[][] {
  const switches = shown.map((order) => {
    const { order_id } = order;
    const isOut = leftOut.includes(order_id);
    const next = isOut ? leftOut.filter((one) => one !== order_id) : [...leftOut, order_id];
    const args = wordsOf(id, { isChoosing: true, leftOut: next });
    return button(`${isOut ? '☐' : '☑'} ${orderWords(order)}`, { do: 'run', command: APPROVE, args, page });
  });
  return rows(switches, 1);
}

/** Buttons for each held order: send it as it is, or leave it out. */
const heldButtons = (planId: string, shown: PlanView['orders']): Button[][] =>
  shown.flatMap((order) => {
    const { held, may_be_sent, order_id: id } = order;
    if (held === null) return [];
    const answer = (label: string, name: string) =>
      button(`${label}: ${orderWords(order)}`, { do: 'confirm', name, payload: { plan: planId, order: id } });
    return [[...(may_be_sent ? [answer('✓ Send', SEND_HELD)] : []), answer('✗ Leave out', LEAVE_OUT_HELD)]];
  });

const policyButtons = ({ policy_id }: PlanView): Button[] => [
  button('Show the policy', { do: 'run', command: 'policies', args: [`#${policy_id}`], fresh: true }),
];

const outcomeOf = (plan: PlanView): string => {
  const lineOf = receiptText(plan, { shown: [], from: 0 }).text.split('\n')[2] ?? '';
  return plan.state === 'PENDING_APPROVAL' ? 'The plan still waits.' : lineOf.replace(/^\W+/, '');
};
