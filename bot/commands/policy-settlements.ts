import { descriptionOf } from '../../core/chat/index.ts';
import type { DifferenceView, OrderEventView, PlanOrderView, PlanView } from '../../core/policies/index.ts';
import { type Argument, choice, optional, WrongArgument } from '../arguments.ts';
import { button, type Button, type ChatReply, rows } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { APPROVE } from '../plan-cards.ts';
import { bold, lines, plain } from '../text/lines.ts';
import { orderWords } from '../text/policy-plans.ts';
import { differenceText, orderText, settleListText } from '../text/policy-settlements.ts';
import { answererOf, namedActor, signed } from './signed.ts';

export const SETTLE = 'settle';
export const SETTLE_ORDER = 'settle_order';
export const SETTLE_DIFFERENCE = 'settle_difference';
/** The most that a list of cases reads and offers. */
const MOST_PLANS = 100;
const MOST_OFFERED = 20;
const MOST_EVENTS = 200;

/** An order of which a person may have to say what became of it, in its plan. */
interface OpenOrder {
  plan: PlanView;
  order: PlanOrderView;
  /** A difference with the broker names this order. */
  isNamed?: boolean;
}

/** What keeps policies from trading on until a person looks at it. */
export interface OpenCases {
  orders: OpenOrder[];
  differences: DifferenceView[];
}

/** Whether an order waits for a person, or soon may. */
const needsPerson = ({ state, settlement }: PlanOrderView): boolean =>
  state === 'PLACEMENT_UNKNOWN' || (state === 'ABSENT' && settlement === null);

/** Orders whose fate is not known, and differences with the broker that nobody settled. */
export async function openCases({ core, who }: Pick<Call, 'core' | 'who'>): Promise<OpenCases> {
  const { plans, live } = core.policies;
  const [{ items: open }, { items: differences }] = await Promise.all([
    plans.list(who.userId, { open: true, page_size: MOST_PLANS }),
    live.reads.differences(who.userId, { open: true, page_size: MOST_OFFERED }),
  ]);
  const orders = open.flatMap((plan) =>
    plan.orders.filter(needsPerson).map((order): OpenOrder => ({ plan, order })),
  );
  const named = await ofDifferences({ core, who }, differences);
  const isNamed = ({ order }: OpenOrder) => named.some((one) => one.order.order_id === order.order_id);
  return { orders: [...orders.filter((one) => !isNamed(one)), ...named], differences };
}

/** Orders that ended here and of which the broker filled more since, and those that its book contradicts. */
async function ofDifferences(
  { core, who }: Pick<Call, 'core' | 'who'>,
  differences: readonly DifferenceView[],
): Promise<OpenOrder[]> {
  const found: OpenOrder[] = [];
  for (const { order_id, plan_id } of differences) {
    if (order_id === null || plan_id === null) continue;
    const plan = await core.policies.plans.get(who.userId, plan_id);
    const order = plan.orders.find((one) => one.order_id === order_id);
    if (order !== undefined) found.push({ plan, order, isNamed: true });
  }
  return found;
}

/** The id of an order or a difference, with or without the # that buttons put before it. */
const caseId: Argument<string> = {
  placeholder: 'ID',
  optional: false,
  rest: false,
  question: 'Which one?',
  parse(word) {
    const [, id] = /^#?(\d{1,18})$/.exec(word) ?? [];
    if (id !== undefined) return id;
    throw new WrongArgument(`"${word}" is not the id of an order or a difference.`);
  },
};

/** A kind without an id lists its cases; an id without a kind lists both where an order and a difference have it. */
const settle = command({
  ...descriptionOf(SETTLE),
  arguments: { kind: optional(choice(['order', 'difference'])), id: optional(caseId) },
  async run(call, { kind, id }): Promise<ChatReply> {
    const { orders, differences } = await openCases(call);
    const cases: OpenCases = {
      orders: orders.filter(
        ({ order }) => kind !== 'difference' && (id ?? order.order_id) === order.order_id,
      ),
      differences: differences.filter(
        ({ difference_id }) => kind !== 'order' && (id ?? difference_id) === difference_id,
      ),
    };
    if (id === null) return await listAnswer(call, cases);
    const [order] = cases.orders;
    const [difference] = cases.differences;
    if (order !== undefined && difference !== undefined) return await listAnswer(call, cases);
    if (order !== undefined) return await orderAnswer(call, order);
    return difference === undefined ? notOpen() : differenceAnswer(difference);
  },
});

const ALL: Button = button('All open cases', { do: 'run', command: SETTLE, args: [] });

const notOpen = (): ChatReply => ({
  text: plain('That one is settled, or was never open. /settle shows what is.'),
  buttons: [[ALL]],
});

async function listAnswer({ core, who }: Call, cases: OpenCases): Promise<ChatReply> {
  const { items: accounts } = await core.policies.live.audit.holdings(who.userId);
  return { text: settleListText(cases, accounts), buttons: rows(caseButtons(cases), 1) };
}

/** A button for each case that is open. */
export const caseButtons = ({ orders, differences }: OpenCases): Button[] =>
  [
    ...orders.map(({ order, plan }) =>
      button(`${orderWords(order)} (plan ${plan.plan_id})`, {
        do: 'run',
        command: SETTLE,
        args: ['order', `#${order.order_id}`],
        fresh: true,
      }),
    ),
    ...differences.map(({ difference_id, subject }) =>
      button(`Difference: ${subject}`, {
        do: 'run',
        command: SETTLE,
        args: ['difference', `#${difference_id}`],
        fresh: true,
      }),
    ),
  ].slice(0, MOST_OFFERED);

/** The evidence about an order, and what can be said of it. One that Munim still looks for can only be waited for. */
async function orderAnswer(call: Call, { plan, order, isNamed = false }: OpenOrder): Promise<ChatReply> {
  const events = await eventsOf(call, plan, order);
  const say = (label: string, settlement: string) =>
    button(label, { do: 'enter', dialogue: SETTLE_ORDER, args: { order: order.order_id, settlement } });
  const choices =
    order.state === 'ABSENT' || (isNamed && (order.state === 'PLACED' || order.state === 'PLACEMENT_UNKNOWN'))
      ? [
          [say('It was filled…', 'ADOPTED'), say('It was never placed…', 'MARKED_ABSENT')],
          [say('Send it again…', 'SENT_AGAIN')],
        ]
      : order.state === 'PLACEMENT_UNKNOWN'
        ? []
        : [[say('Take the fill over…', 'ADOPTED')]];
  return {
    text: orderText(plan, order, events),
    buttons: [
      ...choices,
      [button('↻ Refresh', { do: 'run', command: SETTLE, args: ['order', `#${order.order_id}`] }), ALL],
    ],
  };
}

async function eventsOf(
  { core, who }: Call,
  plan: PlanView,
  order: PlanOrderView,
): Promise<OrderEventView[]> {
  const query = { plan_id: plan.plan_id, page_size: MOST_EVENTS };
  const { items } = await core.policies.live.reads.events(who.userId, query);
  return items.filter(({ order_id }) => order_id === order.order_id).toReversed();
}

const differenceAnswer = (difference: DifferenceView): ChatReply => ({
  text: differenceText(difference),
  buttons: [
    [
      button('Settle…', {
        do: 'enter',
        dialogue: SETTLE_DIFFERENCE,
        args: { id: difference.difference_id },
      }),
      ALL,
    ],
  ],
});

/** What a person says of an order, as it is confirmed. Prices are rupees a share. */
export interface OrderSettlement {
  settlement: 'ADOPTED' | 'MARKED_ABSENT' | 'SENT_AGAIN';
  filled_quantity?: number;
  average_price?: number;
  reason: string;
}

const settleOrder: Confirmation = {
  name: SETTLE_ORDER,
  async run(call, payload) {
    const {
      order: id,
      plan,
      words,
      said,
    } = payload as {
      order: string;
      plan: string;
      words: string;
      said: OrderSettlement;
    };
    const { plans, live } = call.core.policies;
    await live.settlements.settleOrder(call.who.userId, id, said, answererOf(call));
    const { policy_id } = await plans.get(call.who.userId, plan);
    const { items } = await plans.pending(call.who.userId, { page_size: MOST_PLANS });
    const again = items.findLast((one) => said.settlement === 'SENT_AGAIN' && one.policy_id === policy_id);
    return {
      text: lines(bold(`${words}: ${DONE[said.settlement]}`), `“${said.reason}”`, signed(call)),
      buttons: [
        again === undefined
          ? []
          : [
              button('Show the new plan', {
                do: 'run',
                command: APPROVE,
                args: [`#${again.plan_id}`],
                fresh: true,
              }),
            ],
        [button('All open cases', { do: 'run', command: SETTLE, args: [], fresh: true })],
      ],
    };
  },
};

const DONE: Record<OrderSettlement['settlement'], string> = {
  ADOPTED: 'taken over as filled',
  MARKED_ABSENT: 'marked as never placed',
  SENT_AGAIN: 'planned again; nothing is sent before you approve the new plan',
};

const settleDifference: Confirmation = {
  name: SETTLE_DIFFERENCE,
  async run(call, payload) {
    const { id, subject, reason } = payload as { id: string; subject: string; reason: string };
    await call.core.policies.live.settlements.settleDifference(
      call.who.userId,
      id,
      { reason },
      namedActor(call),
    );
    return {
      text: lines(
        bold(`The difference in ${subject} is settled`),
        `“${reason}”`,
        'Policies of the account plan again at their next rebalance.',
        signed(call),
      ),
      buttons: [[button('All open cases', { do: 'run', command: SETTLE, args: [], fresh: true })]],
    };
  },
};

/** What a person decides where the broker's book and ours do not tell. */
export const settleCommands: readonly Command[] = [settle];
export const settleConfirmations: readonly Confirmation[] = [settleOrder, settleDifference];
