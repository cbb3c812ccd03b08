import type { Mode, Transition } from '../states.ts';

/*
 * Money of a schedule, what is reserved for it, and what becomes of it once it is credited: three state machines as tables. A
 * change of state is one update of a locked row, conditional on where it comes from.
 */
export const CONTRIBUTION_STATES = [
  'SCHEDULED',
  'FUNDING_DUE',
  'DEFERRED',
  'CONFIRMED',
  'APPLIED',
  'SKIPPED',
  'CANCELLED',
  'FAILED',
] as const;
export type ContributionState = (typeof CONTRIBUTION_STATES)[number];

/** In which books a row of the table holds; null for both. */
interface OfMode {
  mode: Mode | null;
}

/** On paper money is credited by the day's session, or when a person says so; live it is funded and confirmed first. */
export const CONTRIBUTION_TRANSITIONS = [
  {
    mode: 'LIVE',
    from: ['SCHEDULED', 'DEFERRED'],
    event: 'fall due',
    guard: 'live; its day has come in India',
    to: 'FUNDING_DUE',
    effects: 'The one whose update changed the row tells the person.',
  },
  {
    mode: 'LIVE',
    from: ['FUNDING_DUE'],
    event: 'confirm',
    guard: 'live; an amount above 0, with a reference or attested',
    to: 'CONFIRMED',
    effects: 'The money is reserved. Nothing is credited or ordered.',
  },
  {
    mode: 'PAPER',
    from: ['SCHEDULED'],
    event: 'apply',
    guard: 'on paper; a NAV above 0',
    to: 'APPLIED',
    effects: 'Units are issued at the NAV before it, cash is credited, and it joins the batch of its day.',
  },
  {
    mode: 'LIVE',
    from: ['CONFIRMED'],
    event: 'apply',
    guard: 'live; a NAV above 0, the reservation matches',
    to: 'APPLIED',
    effects: 'The same, and the reservation is APPLIED_TO_POLICY.',
  },
  {
    mode: 'PAPER',
    from: ['SCHEDULED'],
    event: 'defer',
    guard: 'on paper',
    to: 'SCHEDULED',
    effects: 'Due on a later day.',
  },
  {
    mode: 'LIVE',
    from: ['SCHEDULED', 'FUNDING_DUE', 'DEFERRED'],
    event: 'defer',
    guard: 'live',
    to: 'DEFERRED',
    effects: 'Due on a later day.',
  },
  {
    mode: null,
    from: ['SCHEDULED', 'FUNDING_DUE', 'DEFERRED'],
    event: 'skip',
    guard: null,
    to: 'SKIPPED',
    effects: 'This instalment is skipped; the schedule continues.',
  },
  {
    mode: null,
    from: ['SCHEDULED', 'FUNDING_DUE', 'DEFERRED', 'CONFIRMED', 'FAILED'],
    event: 'cancel',
    guard: null,
    to: 'CANCELLED',
    effects: 'What was reserved for it is released.',
  },
  {
    mode: 'PAPER',
    from: ['SCHEDULED'],
    event: 'fail',
    guard: 'on paper; no NAV above 0',
    to: 'FAILED',
    effects: 'Nothing is credited; the reason is kept.',
  },
  {
    mode: 'LIVE',
    from: ['FUNDING_DUE', 'CONFIRMED'],
    event: 'fail',
    guard: 'live; the reservation does not match',
    to: 'FAILED',
    effects: 'Nothing is credited; the reason is kept.',
  },
  {
    mode: 'PAPER',
    from: ['FAILED'],
    event: 'recover',
    guard: 'on paper',
    to: 'SCHEDULED',
    effects: 'The next session tries again.',
  },
  {
    mode: 'LIVE',
    from: ['FAILED'],
    event: 'recover',
    guard: 'live; nothing is reserved',
    to: 'FUNDING_DUE',
    effects: null,
  },
  {
    mode: 'LIVE',
    from: ['FAILED'],
    event: 'recover',
    guard: 'live; what is reserved matches',
    to: 'CONFIRMED',
    effects: 'The same reservation is used.',
  },
] as const satisfies readonly (Transition<ContributionState> & OfMode)[];
export type ContributionEvent = (typeof CONTRIBUTION_TRANSITIONS)[number]['event'];
/** What a person may do with an instalment. */
export const PERSONS_EVENTS = [
  'confirm',
  'apply',
  'defer',
  'skip',
  'cancel',
] as const satisfies readonly ContributionEvent[];
export type PersonsEvent = (typeof PERSONS_EVENTS)[number];

export const RESERVATION_STATES = ['RESERVED', 'APPLIED_TO_POLICY', 'CONSUMED', 'RELEASED'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];
export const EVIDENCE_TYPES = [
  'ORDER_EXECUTION',
  'BROKER_BALANCE_SNAPSHOT',
  'MANUAL_RECONCILIATION',
] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];

export const RESERVATION_TRANSITIONS = [
  {
    from: ['RESERVED'],
    event: 'apply',
    guard: 'its contribution is applied',
    to: 'APPLIED_TO_POLICY',
    effects: null,
  },
  {
    from: ['APPLIED_TO_POLICY'],
    event: 'consume',
    guard: 'fills cover all of it, the broker’s balance shows it, or a person reconciled it',
    to: 'CONSUMED',
    effects: 'The evidence and its reference are kept.',
  },
  {
    from: ['RESERVED'],
    event: 'release',
    guard: 'its contribution is cancelled',
    to: 'RELEASED',
    effects: null,
  },
] as const satisfies readonly Transition<ReservationState>[];

export const BATCH_STATUSES = [
  'NOT_REQUIRED',
  'PENDING',
  'WAITING_FOR_REBALANCE',
  'PLANNING',
  'PENDING_APPROVAL',
  'EXECUTING',
  'EXECUTED',
  'FALLBACK_NEXT_REBALANCE',
  'FAILED',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
/** Further contributions of the day join a batch in one of these. */
export const OPEN_BATCH: readonly BatchStatus[] = ['NOT_REQUIRED', 'PENDING', 'WAITING_FOR_REBALANCE'];
/** The next rebalance takes the money of a batch in one of these. */
export const WAITING_BATCH: readonly BatchStatus[] = [
  'PENDING',
  'WAITING_FOR_REBALANCE',
  'FALLBACK_NEXT_REBALANCE',
];

/** The money of a day and a mode, after it is credited. Nothing brings it back to before. */
export const CONTRIBUTION_BATCH_TRANSITIONS = [
  {
    from: ['PENDING'],
    event: 'wait',
    guard: 'a rebalance had no orders',
    to: 'WAITING_FOR_REBALANCE',
    effects: 'The next rebalance invests it. A batch for the next rebalance begins here.',
  },
  {
    from: ['PENDING'],
    event: 'fall back',
    guard: 'buy_only_current_targets without valid targets, prices or anything to buy',
    to: 'FALLBACK_NEXT_REBALANCE',
    effects: 'The code and the reason are kept.',
  },
  {
    from: ['PENDING', 'WAITING_FOR_REBALANCE', 'FALLBACK_NEXT_REBALANCE'],
    event: 'plan',
    guard: 'a rebalance has orders, or the current targets are bought',
    to: 'PLANNING',
    effects: 'It is linked to the cycle and its plan.',
  },
  {
    from: ['PLANNING'],
    event: 'await approval',
    guard: 'live',
    to: 'PENDING_APPROVAL',
    effects: null,
  },
  {
    from: ['PENDING_APPROVAL'],
    event: 'approve',
    guard: null,
    to: 'EXECUTING',
    effects: null,
  },
  {
    from: ['PLANNING', 'EXECUTING'],
    event: 'execute',
    guard: 'on paper at once; live when its orders are over',
    to: 'EXECUTED',
    effects: null,
  },
  {
    from: ['PLANNING', 'PENDING_APPROVAL', 'EXECUTING'],
    event: 'revert',
    guard: 'the cycle failed, or its plan was rejected or expired',
    to: 'WAITING_FOR_REBALANCE',
    effects: 'The next rebalance invests it. If the day has another open batch: FALLBACK_NEXT_REBALANCE.',
  },
  {
    from: ['PLANNING', 'PENDING_APPROVAL', 'EXECUTING'],
    event: 'give up',
    guard: 'live; the plan for this money alone was rejected or expired',
    to: 'FALLBACK_NEXT_REBALANCE',
    effects: 'The code and the reason are kept: nobody is asked again.',
  },
  {
    from: ['PLANNING', 'EXECUTING'],
    event: 'fail',
    guard: 'it is unknown what happened to its orders',
    to: 'FAILED',
    effects: 'The code and the reason are kept.',
  },
  {
    from: ['PENDING', 'WAITING_FOR_REBALANCE'],
    event: 'drop',
    guard: 'the policy is retired',
    to: 'NOT_REQUIRED',
    effects: 'The money stays in the books.',
  },
] as const satisfies readonly Transition<BatchStatus>[];
export type BatchEvent = (typeof CONTRIBUTION_BATCH_TRANSITIONS)[number]['event'];

/** Where an event leads from, and to, in some books. @throws RangeError for an event that these books do not have. */
export function contributionTransition(
  event: ContributionEvent,
  mode: Mode,
): { from: readonly ContributionState[]; to: ContributionState } {
  const found = CONTRIBUTION_TRANSITIONS.find(
    (one) => one.event === event && (one.mode === null || one.mode === mode),
  );
  if (found === undefined) throw new RangeError(`there is no ${event} in books of ${mode}`);
  return found;
}

/** What a person may do with an instalment in a state. An instalment on paper is applied by its session too. */
export function personsEvents(mode: Mode, state: ContributionState): PersonsEvent[] {
  return PERSONS_EVENTS.filter((event) =>
    CONTRIBUTION_TRANSITIONS.some(
      (one) =>
        one.event === event &&
        (one.mode === null || one.mode === mode) &&
        (one.from as readonly ContributionState[]).includes(state),
    ),
  );
}

/** Where an event of a batch leads from, and to. */
export function batchTransition(event: BatchEvent): { from: readonly BatchStatus[]; to: BatchStatus } {
  const found = CONTRIBUTION_BATCH_TRANSITIONS.find((one) => one.event === event);
  if (found === undefined) throw new RangeError(`there is no event ${event}`);
  return found;
}
