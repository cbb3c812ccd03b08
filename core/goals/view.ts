import {
  date,
  dateOrNull,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../platform/schema/index.ts';
import { GOAL_TYPES } from './inputs.ts';
import { LINK_TYPES } from './links.ts';
import { SIP_FREQUENCIES, STEP_UP_FREQUENCIES } from './sip-plan.ts';
import { freshnessView, provisionalFields } from '../portfolio/index.ts';

/**
 * ACHIEVED: the target is reached today. ON_TRACK: it is expected to be reached in time. BEHIND: it is not.
 * MISSED: its day has passed. UNKNOWN: something that is needed to tell is not known.
 */
const GOAL_STATES = ['ACHIEVED', 'ON_TRACK', 'BEHIND', 'MISSED', 'UNKNOWN'] as const;
export type GoalState = (typeof GOAL_STATES)[number];

/** One day of the fan: the expected sum, and the range it lies in eight times in ten. */
const fanPointView = view({
  date,
  expected: number,
  /** Paid in by then, plus the value of today. */
  paid_in: number,
  p10: numberOrNull,
  p90: numberOrNull,
});
export type FanPoint = ViewOf<typeof fanPointView>;

/** Amounts in the goal's currency, percentages in percentage points; null is unknown or does not apply. */
export const goalProgressView = view({
  calculated_at: instant,
  state: oneOf(...GOAL_STATES),
  /** Why the state, or a figure, is not known. */
  reason: textOrNull,
  /** The value of what is linked to the goal now; for INCOME, what it brings a month. */
  current: numberOrNull,
  /** In today's money. */
  target: number,
  progress_pct: numberOrNull,
  years_left: numberOrNull,
  /** The target with inflation up to its day. */
  inflated_target: numberOrNull,
  projected: numberOrNull,
  projected_from_value: numberOrNull,
  projected_from_sips: numberOrNull,
  surplus: numberOrNull,
  /** Current monthly payments of the linked SIP plans. */
  planned_monthly: numberOrNull,
  required_monthly: numberOrNull,
  additional_monthly: numberOrNull,
  probability_pct: numberOrNull,
  p10: numberOrNull,
  p50: numberOrNull,
  p90: numberOrNull,
  /** Why there is no probability; null where there is one. */
  probability_reason: textOrNull,
  volatility_pct: numberOrNull,
  /** Which portfolios the volatility is measured on, in words. */
  volatility_of: textOrNull,
  fan: listOf(fanPointView),
  ...provisionalFields,
  /** Linked holdings without a usable price: they are not in `current`. */
  unpriced: listOf(text),
  /** Moment and age of the prices of `current`; null where it rests on none. */
  freshness: freshnessView.nullable().defined(),
});
export type GoalProgress = ViewOf<typeof goalProgressView>;

export const goalLinkView = view({
  id: text,
  goal_id: text,
  link_type: oneOf(...LINK_TYPES),
  /** Id of the portfolio, holding or SIP plan; null for a holding that is not held at present. */
  link_id: textOrNull,
  /** Its name in words: `TCS in Long term`. */
  label: text,
  percentage: number,
});
export type GoalLinkView = ViewOf<typeof goalLinkView>;

/** A goal as the chat and the dashboard show it; amounts in `currency`. */
export const goalView = view({
  id: text,
  name: text,
  type: oneOf(...GOAL_TYPES),
  currency: text,
  target_corpus: numberOrNull,
  target_date: dateOrNull,
  inflation_pct: numberOrNull,
  expected_return_pct: numberOrNull,
  target_monthly_income: numberOrNull,
  is_active: flag,
  progress: goalProgressView,
  links: listOf(goalLinkView),
  created_at: instant,
  updated_at: instant,
});
export type GoalView = ViewOf<typeof goalView>;

/** A goal at the end of a day. */
export const goalSnapshotView = view({
  day: date,
  state: oneOf(...GOAL_STATES),
  current_value: numberOrNull,
  target: number,
  progress_pct: numberOrNull,
  projected: numberOrNull,
  inflated_target: numberOrNull,
  probability_pct: numberOrNull,
});
export type GoalSnapshotView = ViewOf<typeof goalSnapshotView>;

const instalmentView = view({
  date,
  amount: number,
  /** The first one after a step. */
  is_step_up: flag,
});
export type InstalmentView = ViewOf<typeof instalmentView>;

/** A SIP plan as the chat and the dashboard show it; amounts in `currency`. */
export const sipPlanView = view({
  id: text,
  name: text,
  /** A month's. */
  amount: number,
  currency: text,
  frequency: oneOf(...SIP_FREQUENCIES),
  start_date: date,
  end_date: dateOrNull,
  step_up_pct: numberOrNull,
  step_up_frequency: oneOf(...STEP_UP_FREQUENCIES),
  portfolio: textOrNull,
  symbol: textOrNull,
  is_active: flag,
  /** Null once the plan is over, or while it is not active. */
  next_instalment: instalmentView.nullable().defined(),
  next_step_up: instalmentView.nullable().defined(),
  /** The next twelve months. */
  schedule: listOf(instalmentView),
  /** Goals it pays into, and with how much of it. */
  goals: listOf(view({ goal_id: text, name: text, percentage: number })),
  created_at: instant,
  updated_at: instant,
});
export type SipPlanView = ViewOf<typeof sipPlanView>;
