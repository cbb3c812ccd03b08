/** Words of the order log: what happened to plans and orders, step by step. */
import type { OrderEvent } from '../../api/types.ts';
import { ORDER_STATES, PLAN_STATES } from './words.ts';

/** Steps of plans and orders, as they are recorded. */
export const EVENTS: Readonly<Record<string, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  exclude: 'Excluded',
  decline: 'Not sent: the plan was rejected',
  expire: 'Expired',
  claim: 'Sending began',
  accept: 'Accepted by the broker',
  redeem: 'Redemption added: cash fell short',
  hold: 'Held: its share or price changed',
  return: 'Not placed: the session had ended',
  refuse: 'Refused by the broker',
  lose: 'No clear answer',
  find: 'Found in the order book',
  miss: 'Not in the order book',
  fill: 'Filled',
  'end partly filled': 'Ended, partly filled',
  cancel: 'Cancelled at the broker',
  adopt: 'Marked as filled',
  'adopt in part': 'Marked as partly filled',
  place: 'Placement began',
  interrupt: 'Placement stopped',
  resolve: 'Every order is accounted for',
  resume: 'Every order is accounted for',
  finish: 'Ended: all filled',
  'finish in part': 'Ended: not all filled',
  ADOPTED: 'Marked as filled',
  MARKED_ABSENT: 'Marked as never sent',
  SENT_AGAIN: 'Marked to be sent again',
  'plan again': 'Planned again',
  sweep: 'Permitted by the policy’s settings',
};
export const eventText = ({ event }: Pick<OrderEvent, 'event'>): string => EVENTS[event] ?? event;

/** From what to what a step led, in the words of the badges: `Waits → Not sent yet`; null where nothing changed. */
export function stepText({
  order_id,
  from_state,
  to_state,
}: Pick<OrderEvent, 'order_id' | 'from_state' | 'to_state'>): string | null {
  const looks: Readonly<Record<string, { label: string }>> = order_id === null ? PLAN_STATES : ORDER_STATES;
  const word = (state: string): string => looks[state]?.label ?? state;
  if (to_state === null || from_state === to_state) return null;
  return from_state === null ? word(to_state) : `${word(from_state)} → ${word(to_state)}`;
}

/** What was known at a step, as lines to read; empty where nothing was. */
export function evidenceText(evidence: unknown): string {
  const isEmpty = typeof evidence !== 'object' || evidence === null || Object.keys(evidence).length === 0;
  return isEmpty ? '' : JSON.stringify(evidence, null, 2);
}
