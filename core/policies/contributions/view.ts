import {
  anything,
  date,
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { ALLOCATION_MODES, CONTRIBUTION_FREQUENCIES } from '../../strategies/index.ts';
import { MODES } from '../states.ts';
import {
  BATCH_STATUSES,
  CONTRIBUTION_STATES,
  EVIDENCE_TYPES,
  PERSONS_EVENTS,
  RESERVATION_STATES,
} from './states.ts';

/** Money that a person said is there for an instalment, and what shows that it was spent. */
const fundingView = view({
  funding_id: text,
  amount: number,
  external_reference: textOrNull,
  operator_attested: flag,
  operator: text,
  broker_connection_id: textOrNull,
  state: oneOf(...RESERVATION_STATES),
  evidence_type: oneOfOrNull(...EVIDENCE_TYPES),
  evidence_reference: textOrNull,
  reserved_at: instant,
  applied_at: instantOrNull,
  consumed_at: instantOrNull,
  released_at: instantOrNull,
});

/** An instalment. Money is rupees, `nav` rupees a unit. */
export const contributionView = view({
  contribution_id: text,
  schedule_id: text,
  policy_id: text,
  mode: oneOf(...MODES),
  nr: whole,
  /** By the schedule, and the day on which it is due, which is later where it was deferred. */
  scheduled_date: date,
  due_date: date,
  /** The session on or after that: on paper it comes in there. */
  session_date: date,
  amount: number,
  allocation_mode: oneOf(...ALLOCATION_MODES),
  state: oneOf(...CONTRIBUTION_STATES),
  reason: textOrNull,
  /** What you may do with it now. */
  actions: listOf(oneOf(...PERSONS_EVENTS)),
  /** How it was credited; all null before. */
  applied_on: dateOrNull,
  applied_at: instantOrNull,
  units_issued: numberOrNull,
  nav: numberOrNull,
  cash_before: numberOrNull,
  cash_after: numberOrNull,
  batch_id: textOrNull,
  funding: fundingView.nullable().defined(),
});
export type ContributionView = ViewOf<typeof contributionView>;

export const contributionScheduleView = view({
  schedule_id: text,
  policy_id: text,
  amount: number,
  frequency: oneOf(...CONTRIBUTION_FREQUENCIES),
  start_date: date,
  allocation_mode: oneOf(...ALLOCATION_MODES),
  status: oneOf('ACTIVE', 'CANCELLED'),
  /** CONFIG: it came with the strategy. */
  source: oneOf('CONFIG', 'PERSON'),
  /** Why nothing comes in by it; null where something does. */
  passed_over: textOrNull,
  /** The next days on which something is due by it. */
  upcoming: listOf(view({ nr: whole, due_date: date, session_date: date, amount: number })),
  created_at: instant,
});
export type ContributionScheduleView = ViewOf<typeof contributionScheduleView>;

/** Money of a day after it was credited, and what became of it. */
const contributionBatchView = view({
  batch_id: text,
  mode: oneOf(...MODES),
  effective_date: date,
  requested_allocation_mode: oneOf(...ALLOCATION_MODES),
  status: oneOf(...BATCH_STATUSES),
  amount: number,
  contribution_ids: listOf(text),
  fallback_code: textOrNull,
  fallback_reason: textOrNull,
  cycle_id: textOrNull,
  plan_id: textOrNull,
  /** What the policy was worth right before, and by which prices. */
  valuation: view({
    valued_at: instant,
    kind: oneOf('SESSION_CLOSE', 'AT_APPLICATION'),
    cash: number,
    positions_value: number,
    tax_outstanding: number,
    units_outstanding: number,
    nav_net_of_tax: number,
    prices: anything,
  }),
  created_at: instant,
  updated_at: instant,
});
export type ContributionBatchView = ViewOf<typeof contributionBatchView>;

/** All that comes into a policy by schedules: the newest two hundred instalments and fifty batches, newest first. */
export const contributionsView = view({
  policy_id: text,
  mode: oneOf(...MODES),
  schedules: listOf(contributionScheduleView),
  /** The next one that is not over; null without any. */
  next: contributionView.nullable().defined(),
  items: listOf(contributionView),
  total: whole,
  batches: listOf(contributionBatchView),
});
export type ContributionsView = ViewOf<typeof contributionsView>;
