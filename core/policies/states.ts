/*
 * Every state machine of policies as a table: from where, by what, under which condition, to where, and what happens beside.
 * A change of state is one conditional update (`where status = from`), so that of two who try at once one succeeds.
 */
export const MODES = ['PAPER', 'LIVE'] as const;
export type Mode = (typeof MODES)[number];

export const POLICY_STATUSES = ['ACTIVE', 'PAUSED', 'RETIRED'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];

export const CYCLE_STATUSES = [
  'SIGNALS',
  'PLANNED',
  'PENDING_APPROVAL',
  'APPROVED',
  'EXECUTING',
  'EXECUTED',
  'PARTIAL',
  'FAILED',
  'EXPIRED',
  'REJECTED',
  'NOOP',
] as const;
export type CycleStatus = (typeof CYCLE_STATUSES)[number];

export const CYCLE_TYPES = ['NORMAL_REBALANCE', 'CONTRIBUTION_ALLOCATION'] as const;
export type CycleType = (typeof CYCLE_TYPES)[number];

export const PLAN_STATES = [
  'PENDING_APPROVAL',
  'APPROVED',
  'EXECUTING',
  'EXECUTED',
  'PARTIAL',
  'PARTIAL_PLACEMENT',
  'PLACEMENT_UNKNOWN',
  'REJECTED',
  'EXPIRED',
] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/**
 * What a plan is for: what a cycle wants, an order that a person sends again, or the purchase of a liquid fund with cash that
 * is left, the one that nobody is asked for.
 */
export const PLAN_KINDS = ['CYCLE', 'SENT_AGAIN', 'SWEEP'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** One row of a state machine. */
export interface Transition<S extends string> {
  from: readonly S[];
  event: string;
  guard: string | null;
  to: S;
  effects: string | null;
}

/** What a person may do with a policy (spec: Policy status). */
export const POLICY_TRANSITIONS = [
  { from: ['ACTIVE'], event: 'pause', guard: null, to: 'PAUSED', effects: 'The scheduler skips it.' },
  {
    from: ['PAUSED'],
    event: 'resume',
    guard: null,
    to: 'ACTIVE',
    effects: 'Missed sessions are valued but not traded.',
  },
  {
    from: ['ACTIVE', 'PAUSED'],
    event: 'retire',
    guard: null,
    to: 'RETIRED',
    effects: 'For good: nothing brings it back.',
  },
] as const satisfies readonly Transition<PolicyStatus>[];
export type PolicyEvent = (typeof POLICY_TRANSITIONS)[number]['event'];

/** A cycle on paper, from its signals to its end. That of a policy that goes live is continued where its orders are sent. */
export const PAPER_CYCLE_TRANSITIONS = [
  {
    from: ['SIGNALS'],
    event: 'plan',
    guard: 'orders to make',
    to: 'PLANNED',
    effects: 'The plan is stored.',
  },
  { from: ['SIGNALS'], event: 'nothing', guard: 'no order to make', to: 'NOOP', effects: 'Valued.' },
  {
    from: ['PLANNED'],
    event: 'simulate',
    guard: null,
    to: 'EXECUTED',
    effects: 'Filled at quotes or reference prices, then valued.',
  },
  {
    from: ['PLANNED'],
    event: 'simulate',
    guard: 'a part could not be filled',
    to: 'PARTIAL',
    effects: 'Valued.',
  },
  {
    from: ['SIGNALS', 'PLANNED'],
    event: 'fail',
    guard: null,
    to: 'FAILED',
    effects: 'Nothing is changed; the reason is recorded.',
  },
  {
    from: ['FAILED'],
    event: 'retry',
    guard: 'no plan, no trades',
    to: 'SIGNALS',
    effects: 'Starts again in place.',
  },
  {
    from: ['FAILED'],
    event: 'value',
    guard: 'the session was no rebalance',
    to: 'NOOP',
    effects: 'Ends in place with nothing ranked.',
  },
  {
    from: ['NOOP'],
    event: 'run',
    guard: 'nothing was ranked: the session was only valued',
    to: 'SIGNALS',
    effects: 'The rebalance that a person asked for takes its place.',
  },
] as const satisfies readonly Transition<CycleStatus>[];
