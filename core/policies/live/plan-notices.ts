import { explainRefusal } from '../../brokers/orders/index.ts';
import type { Notice } from '../../notifications/index.ts';
import { dayInWords, Decimal, istDate, momentInWords } from '../../platform/index.ts';
import { rupees } from '../cycle-words.ts';
import { proofText } from '../plan-proof.ts';
import { planSlippage } from '../plan-receipt.ts';
import type { NewMoneyView } from '../plan-view.ts';
import type { Difference } from './differences.ts';
import type { LiveOrder, LivePlan } from './live-orders.ts';

/*
 * What a person hears of a policy that trades: what waits for them, how it ended, what needs them.
 */

/** What is told of a plan that waits for an answer. Amounts are rupees. */
export interface PlanToTell {
  plan_id: string;
  policy_id: string;
  policy_name: string;
  cycle_date: string;
  /** The plan of which it sends an order again. */
  replaces_plan_id: string | null;
  /** What came in for it; null of a rebalance. */
  new_money: NewMoneyView | null;
  buys: number;
  sales: number;
  buy_value: number;
  sell_value: number;
  costs: number;
  expires_at: Date;
  /** Whether it expires on a day beyond the curated calendar. */
  is_guessed: boolean;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Orders that wait for an approval (spec: pending notification with buy and sell value and estimated costs). */
export function pendingNotice(plan: PlanToTell): Notice {
  const { plan_id, policy_id, replaces_plan_id: before, buys, sales, new_money } = plan;
  const parts = [
    ...(sales > 0 ? [counted(sales, 'sale')] : []),
    ...(buys > 0 ? [counted(buys, 'purchase')] : []),
  ];
  return {
    kind: 'policy_plan',
    dedupKey: `plan:${plan_id}:pending`,
    title: `LIVE · ${plan.policy_name}: ${parts.join(' and ')}${new_money === null ? '' : ' with new money'} ${buys + sales === 1 ? 'waits' : 'wait'} for your approval`,
    body: [
      ...(before === null ? [] : [`It sends an order of plan ${before} again, as you decided.`]),
      new_money === null || before !== null
        ? `Planned at the closes of ${dayInWords(plan.cycle_date)}.`
        : `Invests ${rupees(new_money.amount)} that came in on ${dayInWords(new_money.credited_on)} in the current targets. Nothing is sold for it.`,
      `Buys ${rupees(plan.buy_value)}, sells ${rupees(plan.sell_value)}, estimated costs ${rupees(plan.costs)}.`,
      `Nothing is sent before you approve it. It expires on ${momentInWords(plan.expires_at)}.${plan.is_guessed ? ' The exchange’s holidays until then are not known yet, so weekdays count.' : ''}`,
      `/approve_plan ${plan_id} shows the orders; /reject_plan ${plan_id} rejects them.`,
    ].join('\n'),
    payload: { policy_id, plan_id, state: 'PENDING_APPROVAL', expires_at: plan.expires_at.toISOString() },
    until: plan.expires_at,
  };
}

const ENDED: Readonly<Record<string, string>> = {
  EXECUTED: 'all orders filled',
  PARTIAL: 'ended with orders that were not filled',
  EXPIRED: 'expired, nothing was sent',
};

/** How a plan ended. */
export function endedNotice(plan: LivePlan): Notice {
  const orders = plan.orders.filter(({ state }) => state !== 'EXCLUDED');
  const filled = orders.filter(({ state }) => state === 'FILLED');
  const rest = orders.filter(({ state }) => state !== 'FILLED');
  const [slippage, proof] = [planSlippage(orders)?.words ?? null, proofText(orders)];
  const value = orders.reduce(
    (sum, { filled_quantity, average_price }) => sum.plus(filled_quantity.times(average_price ?? 0)),
    new Decimal(0),
  );
  return {
    kind: 'policy_plan',
    dedupKey: `plan:${plan.id}:ended`,
    title: `LIVE · ${plan.policy_name}: ${ENDED[plan.state] ?? plan.state}`,
    body: [
      ...(plan.state === 'EXPIRED'
        ? [
            plan.note ?? 'Nobody answered it in time.',
            ...(plan.cycle_type === 'CONTRIBUTION_ALLOCATION'
              ? ['The new money is invested at the next rebalance.']
              : []),
          ]
        : [
            `${filled.length} of ${counted(orders.length, 'order')} filled, for ${rupees(value.toNumber())} in all.`,
            ...[slippage, proof].filter((line) => line !== null),
          ]),
      ...(plan.state === 'EXPIRED' ? [] : rest.map(unfilled)),
    ].join('\n'),
    payload: { policy_id: plan.policy_id, plan_id: plan.id, state: plan.state },
  };
}

const WHY: Readonly<Record<string, string>> = {
  PARTIAL: 'was partly filled',
  CANCELLED: 'was cancelled at the broker',
  REJECTED: 'was rejected by the broker',
  EXPIRED: 'was not sent before the plan expired',
  ABSENT: 'was never found at the broker',
};

function unfilled({ side, quantity, symbol, state, filled_quantity, broker_message }: LiveOrder): string {
  const what = `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantity.toFixed()} ${symbol}`;
  const part = state === 'PARTIAL' ? ` (${filled_quantity.toFixed()})` : '';
  const meaning = state === 'REJECTED' ? explainRefusal(broker_message) : null;
  return `${what} ${WHY[state] ?? `is ${state}`}${part}.${meaning === null ? '' : ` ${meaning}`}`;
}

/** Orders whose fate nobody knows, or that the broker's book does not show: a person decides. */
export function needsPersonNotice(plan: LivePlan, orders: readonly LiveOrder[]): Notice {
  const names = orders.map(
    ({ side, quantity, symbol }) => `${side === 'BUY' ? 'buy' : 'sell'} ${quantity.toFixed()} ${symbol}`,
  );
  return {
    kind: 'policy_plan',
    dedupKey: `plan:${plan.id}:absent:${orders.map(({ id }) => id).join(',')}`,
    title: `LIVE · ${plan.policy_name}: ${counted(orders.length, 'order')} not found at the broker`,
    body: [
      `Sent without an answer, and not found in the broker’s order book: ${names.join('; ')}.`,
      'Munim sends nothing again by itself. Check your broker’s app, then say what happened: with /settle in the chat, or on the policy’s page in the dashboard.',
    ].join('\n'),
    payload: { policy_id: plan.policy_id, plan_id: plan.id, state: 'ABSENT' },
  };
}

/** Approved orders that were not sent, because something changed since: a person decides. */
export function heldNotice(plan: LivePlan, orders: readonly LiveOrder[]): Notice {
  return {
    kind: 'policy_plan',
    dedupKey: `plan:${plan.id}:held:${orders.map(({ id, held_kind }) => `${id} ${held_kind}`).join(',')}`,
    title: `LIVE · ${plan.policy_name}: ${counted(orders.length, 'order')} not sent, ${orders.length === 1 ? 'it needs' : 'they need'} your word`,
    body: [
      ...orders.map(
        ({ side, quantity, symbol, placement_note }) =>
          `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantity.toFixed()} ${symbol}: ${placement_note ?? ''}`,
      ),
      `/approve_plan ${plan.id} shows them: send them as they are, or leave them out. The rest of the plan goes on. What you do not answer expires on ${momentInWords(plan.expires_at)}.`,
    ].join('\n'),
    payload: { policy_id: plan.policy_id, plan_id: plan.id, state: plan.state },
    until: plan.expires_at,
  };
}

/** What the broker says and the books do not. */
export function differenceNotice(
  account: { connection_id: string },
  difference: Difference,
  at: Date,
): Notice {
  const { kind, subject, message } = difference;
  return {
    kind: 'policy_plan',
    dedupKey: `difference:${account.connection_id}:${kind}:${subject}:${istDate(at)}`,
    title: 'LIVE · Your books and the broker differ',
    body: `${message}\nThe policies of this account plan nothing until you settle it: with /settle in the chat, or on the Policies page in the dashboard.`,
    payload: { connection_id: account.connection_id, difference: kind },
  };
}

/** A cycle of a policy that trades, of which nothing was planned. */
export function unplannedNotice(
  policy: { id: string; name: string },
  { cycle_id, day, failure }: { cycle_id: string; day: string; failure: string | null },
): Notice {
  return {
    kind: 'policy_plan',
    dedupKey: `policy:${policy.id}:live:${day}:${failure === null ? 'noop' : 'failed'}`,
    title: `LIVE · ${policy.name}: ${failure === null ? 'nothing to trade' : 'no plan was made'}`,
    body: failure ?? `The rebalance of ${dayInWords(day)} found nothing to buy or sell.`,
    payload: { policy_id: policy.id, cycle_id, date: day },
  };
}

/** A plan of which the rest is not sent for now: once a day. */
export function waitingNotice(plan: LivePlan, why: string, at: Date): Notice {
  return {
    kind: 'policy_plan',
    dedupKey: `plan:${plan.id}:waits:${istDate(at)}`,
    title: `LIVE · ${plan.policy_name}: orders wait for the broker’s limit`,
    body: why,
    payload: { policy_id: plan.policy_id, plan_id: plan.id, state: plan.state },
  };
}

/** An account that cannot be asked: once a day. */
export function unreachableNotice(account: { connection_id: string }, message: string, at: Date): Notice {
  return {
    kind: 'policy_plan',
    dedupKey: `account:${account.connection_id}:unreachable:${istDate(at)}`,
    title: 'LIVE · Munim cannot reach your broker about orders',
    body: `${message}\nMunim follows the orders under way again as soon as it answers. Until then, nothing else is sent.`,
    payload: { connection_id: account.connection_id },
  };
}
