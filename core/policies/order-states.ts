import { ORDER_STATES, type OrderState } from '../strategies/index.ts';
import type { CycleStatus, PlanState, Transition } from './states.ts';

/*
 * What becomes of an order that a person approved, and of the plan that it belongs to. An order is sent in one state only,
 * SUBMITTING, which is written before the request and entered once for each approval of a person: that is why one approval sends
 * at most once. From there on only what the broker's own book says moves it.
 */
export const LIVE_ORDER_STATES = [
  'NOT_MADE',
  'PENDING_APPROVAL',
  'EXCLUDED',
  'DECLINED',
  'APPROVED',
  'SUBMITTING',
  'PLACED',
  'PLACEMENT_UNKNOWN',
  'ABSENT',
  'FILLED',
  'PARTIAL',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
] as const;
export type LiveOrderState = (typeof LIVE_ORDER_STATES)[number];

/**
 * Why an approved order waits for an approval once more when it would be sent. Of the first three the order itself is wrong by now, so
 * it can only be left out.
 */
export const HELD_KINDS = [
  'SHARES_CHANGED',
  'RENAMED',
  'NOT_TRADED',
  'SUSPENDED',
  'CORPORATE_ACTION',
  'PRICE',
  'LOGIN',
] as const;
export type HeldKind = (typeof HELD_KINDS)[number];
/** Whether an order that is held may be sent as it is, if a person says so. */
export const maySendHeld = (kind: HeldKind): boolean =>
  kind !== 'SHARES_CHANGED' && kind !== 'RENAMED' && kind !== 'NOT_TRADED';

/** Every state that an order of a policy may be in, on paper or live. */
export const POLICY_ORDER_STATES = [...new Set([...ORDER_STATES, ...LIVE_ORDER_STATES])] as const;
export type PolicyOrderState = OrderState | LiveOrderState;

export const ORDER_TRANSITIONS = [
  {
    from: ['PENDING_APPROVAL'],
    event: 'approve',
    guard: 'its plan is approved with it',
    to: 'APPROVED',
    effects: null,
  },
  {
    from: ['PENDING_APPROVAL'],
    event: 'exclude',
    guard: 'left out by the person',
    to: 'EXCLUDED',
    effects: null,
  },
  {
    from: ['PENDING_APPROVAL'],
    event: 'decline',
    guard: 'its plan is rejected',
    to: 'DECLINED',
    effects: null,
  },
  {
    from: ['PENDING_APPROVAL', 'APPROVED'],
    event: 'expire',
    guard: 'older than plan_expiry_hours, or the books were restored since',
    to: 'EXPIRED',
    effects: 'Never sent, as far as the books know.',
  },
  {
    from: ['APPROVED'],
    event: 'hold',
    guard: 'its share or price changed since the plan was made',
    to: 'PENDING_APPROVAL',
    effects: 'The person is asked again: it is approved as it is, or left out. The rest of the plan goes on.',
  },
  {
    from: ['APPROVED'],
    event: 'claim',
    guard:
      'market open, nothing paused, the account is this process’s; a sweep only as the policy’s settings permit it now',
    to: 'SUBMITTING',
    effects: 'Committed before the one request.',
  },
  { from: ['SUBMITTING'], event: 'accept', guard: 'the broker named it', to: 'PLACED', effects: null },
  {
    from: ['SUBMITTING'],
    event: 'refuse',
    guard: 'a refusal that the broker proves',
    to: 'REJECTED',
    effects: 'The reason is kept.',
  },
  {
    from: ['SUBMITTING'],
    event: 'return',
    guard: 'the broker proves that it made no order because its session ended',
    to: 'PENDING_APPROVAL',
    effects: 'The person is asked again.',
  },
  {
    from: ['SUBMITTING'],
    event: 'lose',
    guard: 'any other answer, none, or the process died',
    to: 'PLACEMENT_UNKNOWN',
    effects: 'What needs its money is not sent. Only the order book can tell.',
  },
  {
    from: ['PLACEMENT_UNKNOWN', 'ABSENT', 'APPROVED', 'EXPIRED'],
    event: 'find',
    guard: 'the order book has it, by the broker’s id or by its tag, as it was sent',
    to: 'PLACED',
    effects:
      'From ABSENT, and in books that were restored from a backup from APPROVED and EXPIRED, it is an alarm too.',
  },
  {
    from: ['PLACEMENT_UNKNOWN', 'PLACED'],
    event: 'miss',
    guard:
      'not in the order book for several reads over a quiet time, or a person settles it where the book contradicts it',
    to: 'ABSENT',
    effects: 'A person decides: adopt, mark as absent, or send again after a new approval.',
  },
  { from: ['PLACED'], event: 'fill', guard: 'all of it', to: 'FILLED', effects: 'Booked.' },
  {
    from: ['PLACED'],
    event: 'end partly filled',
    guard: 'over at the broker for 15 minutes',
    to: 'PARTIAL',
    effects: 'What was filled is booked. The book is read on until after the close, as after the other ends.',
  },
  {
    from: ['PLACED'],
    event: 'cancel',
    guard: 'cancelled at the broker for 15 minutes, nothing was filled',
    to: 'CANCELLED',
    effects: null,
  },
  { from: ['PLACED'], event: 'reject', guard: 'nothing was filled', to: 'REJECTED', effects: null },
  {
    from: ['ABSENT', 'CANCELLED', 'REJECTED', 'PARTIAL', 'EXPIRED'],
    event: 'adopt',
    guard: 'a person says that all of it was filled; an EXPIRED one only where the broker seems to have it',
    to: 'FILLED',
    effects: 'Booked as the person says; for a PARTIAL one, only what the books lack.',
  },
  {
    from: ['ABSENT', 'CANCELLED', 'REJECTED', 'PARTIAL', 'EXPIRED'],
    event: 'adopt in part',
    guard: 'a person says that a part was filled, more than is known of a PARTIAL one',
    to: 'PARTIAL',
    effects: 'Booked as the person says; for a PARTIAL one, only what the books lack.',
  },
] as const satisfies readonly Transition<LiveOrderState>[];
export type OrderEvent = (typeof ORDER_TRANSITIONS)[number]['event'];

export const PLAN_TRANSITIONS = [
  {
    from: ['PENDING_APPROVAL'],
    event: 'approve',
    guard: 'policy ACTIVE and LIVE, orders under max_order_value, funds cover it',
    to: 'APPROVED',
    effects: 'Placed at once while the market is open.',
  },
  {
    from: ['PENDING_APPROVAL'],
    event: 'reject',
    guard: 'by a person, or an order above max_order_value',
    to: 'REJECTED',
    effects: 'The cycle is REJECTED.',
  },
  {
    from: ['PENDING_APPROVAL', 'APPROVED'],
    event: 'expire',
    guard:
      'older than plan_expiry_hours, a newer plan took its place, what it sends again turned up, or the books were restored since',
    to: 'EXPIRED',
    effects: 'The cycle is EXPIRED; the person is told.',
  },
  {
    from: ['APPROVED', 'PARTIAL_PLACEMENT'],
    event: 'place',
    guard: 'market open, nothing paused, no order unknown',
    to: 'EXECUTING',
    effects: 'Sales, then the liquid fund, then purchases; one at a time.',
  },
  {
    from: ['EXECUTING', 'PARTIAL_PLACEMENT'],
    event: 'lose',
    guard: 'it is unknown what happened to an order',
    to: 'PLACEMENT_UNKNOWN',
    effects: 'What was not sent by then waits; the order book is read.',
  },
  {
    from: ['EXECUTING'],
    event: 'interrupt',
    guard: 'orders are left that were never sent',
    to: 'PARTIAL_PLACEMENT',
    effects: 'The rest is placed as soon as possible.',
  },
  {
    from: ['PLACEMENT_UNKNOWN'],
    event: 'resolve',
    guard: 'every order is known, some were never sent',
    to: 'PARTIAL_PLACEMENT',
    effects: 'Where one is ABSENT, only after a person settled it.',
  },
  {
    from: ['PLACEMENT_UNKNOWN'],
    event: 'resume',
    guard: 'every order is known, all were sent',
    to: 'EXECUTING',
    effects: null,
  },
  {
    from: ['EXECUTING', 'PARTIAL_PLACEMENT'],
    event: 'finish',
    guard: 'every order is over, all of them filled',
    to: 'EXECUTED',
    effects: 'The cycle is EXECUTED.',
  },
  {
    from: ['EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN'],
    event: 'finish in part',
    guard: 'every order is over, some not filled',
    to: 'PARTIAL',
    effects: 'The cycle is PARTIAL.',
  },
] as const satisfies readonly Transition<PlanState>[];
export type PlanEvent = (typeof PLAN_TRANSITIONS)[number]['event'];

/** A cycle of a policy that trades; from the approval on it follows its plan. */
export const LIVE_CYCLE_TRANSITIONS = [
  {
    from: ['SIGNALS'],
    event: 'plan',
    guard: 'orders to make',
    to: 'PENDING_APPROVAL',
    effects: 'The person is asked.',
  },
  { from: ['SIGNALS'], event: 'nothing', guard: 'no order to make', to: 'NOOP', effects: null },
  {
    from: ['SIGNALS'],
    event: 'fail',
    guard: 'a held position has no price, or a difference with the broker is open',
    to: 'FAILED',
    effects: 'Nothing is changed; the reason is recorded.',
  },
  { from: ['PENDING_APPROVAL'], event: 'approve', guard: null, to: 'APPROVED', effects: null },
  { from: ['PENDING_APPROVAL'], event: 'reject', guard: null, to: 'REJECTED', effects: null },
  { from: ['PENDING_APPROVAL', 'APPROVED'], event: 'expire', guard: null, to: 'EXPIRED', effects: null },
  { from: ['APPROVED'], event: 'place', guard: null, to: 'EXECUTING', effects: null },
  { from: ['EXECUTING'], event: 'finish', guard: 'all filled', to: 'EXECUTED', effects: null },
  { from: ['EXECUTING'], event: 'finish in part', guard: 'some not filled', to: 'PARTIAL', effects: null },
  {
    from: ['FAILED'],
    event: 'retry',
    guard: 'no plan, no trades',
    to: 'SIGNALS',
    effects: 'Starts again in place.',
  },
] as const satisfies readonly Transition<CycleStatus>[];

/** What a cycle is while its plan is in a state. A sweep, which is written as APPROVED, leaves it as it is. */
export const CYCLE_OF_PLAN: Readonly<Record<PlanState, CycleStatus>> = {
  PENDING_APPROVAL: 'PENDING_APPROVAL',
  APPROVED: 'APPROVED',
  EXECUTING: 'EXECUTING',
  PARTIAL_PLACEMENT: 'EXECUTING',
  PLACEMENT_UNKNOWN: 'EXECUTING',
  EXECUTED: 'EXECUTED',
  PARTIAL: 'PARTIAL',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
};

interface Step<S extends string> {
  from: readonly S[];
  to: S;
}

/** The row of a table of states for an event. Throws for an event that the table does not have. */
export function stepOf<S extends string>(table: readonly Transition<S>[], event: string): Step<S> {
  const found = table.filter((one) => one.event === event);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new RangeError(`there is no one step for ${event}`);
  return first;
}
