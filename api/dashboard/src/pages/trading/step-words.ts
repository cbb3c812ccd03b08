/** Words of the order log: what happened to plans and orders, step by step. */
import type { OrderEvent } from '../../api/types.ts';
import { ORDER_STATES, PLAN_STATES } from './words.ts';

/** Steps of plans and orders, as they are recorded. */
export const EVENTS: Readonly<Record<string, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  exclude: 'Left out',
  decline: 'Not sent: the plan was rejected',
  expire: 'Expired',
  claim: 'Sending began',
  accept: 'The broker took it',
  refuse: 'The broker refused it',
  lose: 'No clear answer came',
  find: 'Found in the orderbook',
  miss: 'Not in the orderbook',
  fill: 'Filled',
  'end partly filled': 'Ended, partly filled',
  cancel: 'Cancelled at the broker',
  adopt: 'Filled, a person said',
  'adopt in part': 'Partly filled, a person said',
  place: 'Placement began',
  interrupt: 'Placement stopped',
  resolve: 'Every order is known again',
  resume: 'Every order is known again',
  finish: 'Ended: all filled',
  'finish in part': 'Ended: not all filled',
  ADOPTED: 'Filled, a person said',
  MARKED_ABSENT: 'Never sent, a person said',
  SENT_AGAIN: 'To be sent again, a person said',
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
