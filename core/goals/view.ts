import type { LinkType } from './links.ts';
import type { GoalProgress, GoalState, GoalType } from './progress.ts';
import type { SipFrequency, StepUpFrequency } from './sip-plan.ts';

/** A goal as every door shows it; amounts in `currency`. */
export interface GoalView {
  id: string;
  name: string;
  type: GoalType;
  currency: string;
  target_corpus: number | null;
  target_date: string | null;
  inflation_pct: number | null;
  expected_return_pct: number | null;
  target_monthly_income: number | null;
  is_active: boolean;
  progress: GoalProgress;
  links: GoalLinkView[];
  created_at: string;
  updated_at: string;
}

export interface GoalLinkView {
  id: string;
  goal_id: string;
  link_type: LinkType;
  /** Id of the portfolio, holding or SIP plan; null for a holding that is not held at present. */
  link_id: string | null;
  /** What it is, in words: `TCS in Long term`. */
  label: string;
  percentage: number;
}

export interface InstalmentView {
  date: string;
  amount: number;
  is_step_up: boolean;
}

/** A SIP plan as every door shows it; amounts in `currency`. */
export interface SipPlanView {
  id: string;
  name: string;
  /** A month's. */
  amount: number;
  currency: string;
  frequency: SipFrequency;
  start_date: string;
  end_date: string | null;
  step_up_pct: number | null;
  step_up_frequency: StepUpFrequency;
  portfolio: string | null;
  symbol: string | null;
  is_active: boolean;
  /** Null once the plan is over, or while it is not active. */
  next_instalment: InstalmentView | null;
  next_step_up: InstalmentView | null;
  /** The next twelve months. */
  schedule: InstalmentView[];
  /** Goals it pays into, and with how much of it. */
  goals: { goal_id: string; name: string; percentage: number }[];
  created_at: string;
  updated_at: string;
}

export interface GoalSnapshotView {
  day: string;
  state: GoalState;
  current_value: number | null;
  target: number;
  progress_pct: number | null;
  projected: number | null;
  inflated_target: number | null;
  probability_pct: number | null;
}
