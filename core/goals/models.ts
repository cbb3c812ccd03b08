import { Model } from 'objection';
import type { Decimal } from '../platform/index.ts';
import type { GoalType } from './inputs.ts';
import type { LinkType } from './links.ts';
import type { SipFrequency, StepUpFrequency } from './sip-plan.ts';
import type { GoalState } from './view.ts';

export class GoalModel extends Model {
  static override tableName = 'portfolio.goals';
  declare id: string;
  declare owner_user_id: string;
  declare name: string;
  declare type: GoalType;
  declare currency: string;
  declare target_corpus: Decimal | null;
  declare target_date: string | null;
  declare inflation_pct: number | null;
  declare expected_return_pct: number | null;
  declare target_monthly_income: Decimal | null;
  declare is_active: boolean;
  declare created_at: Date;
  declare updated_at: Date;
}

export class SipPlanModel extends Model {
  static override tableName = 'portfolio.sip_plans';
  declare id: string;
  declare owner_user_id: string;
  declare name: string;
  declare amount: Decimal;
  declare currency: string;
  declare frequency: SipFrequency;
  declare start_date: string;
  declare end_date: string | null;
  declare step_up_pct: number | null;
  declare step_up_frequency: StepUpFrequency;
  declare portfolio_id: string | null;
  declare symbol: string | null;
  declare is_active: boolean;
  declare created_at: Date;
  declare updated_at: Date;
}

export class GoalLinkModel extends Model {
  static override tableName = 'portfolio.goal_links';
  declare id: string;
  declare owner_user_id: string;
  declare goal_id: string;
  declare link_type: LinkType;
  declare portfolio_id: string | null;
  declare symbol: string | null;
  declare sip_plan_id: string | null;
  declare pct: Decimal;
  declare created_at: Date;
}

export class GoalSnapshotModel extends Model {
  static override tableName = 'portfolio.goal_snapshots';
  declare id: string;
  declare owner_user_id: string;
  declare goal_id: string;
  declare day: string;
  declare state: GoalState;
  declare current_value: number | null;
  declare target: number;
  declare progress_pct: number | null;
  declare projected: number | null;
  declare inflated_target: number | null;
  declare probability_pct: number | null;
  declare recorded_at: Date;
}
