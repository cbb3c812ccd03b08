import { Model } from 'objection';
import type { Decimal } from '../../platform/index.ts';
import type { AllocationMode, ContributionFrequency, FallbackCode } from '../../strategies/index.ts';
import type { Mode } from '../states.ts';
import type { BatchStatus, ContributionState, EvidenceType, ReservationState } from './states.ts';

// Columns are declared, not initialised: an own `undefined` key would be written to the database.

export class ContributionScheduleModel extends Model {
  static override tableName = 'policy.policy_contribution_schedules';
  declare id: string;
  declare policy_id: string;
  declare owner_user_id: string;
  declare amount: Decimal;
  declare frequency: ContributionFrequency;
  declare start_date: string;
  declare allocation_mode: AllocationMode;
  declare status: 'ACTIVE' | 'CANCELLED';
  declare source: 'CONFIG' | 'PERSON';
  /** Instalments from before this day are never made up for. */
  declare counts_from: string;
  declare created_at: Date;
  declare updated_at: Date;
}

export class ContributionModel extends Model {
  static override tableName = 'policy.policy_contributions';
  declare id: string;
  declare policy_id: string;
  declare owner_user_id: string;
  declare mode: Mode;
  declare schedule_id: string;
  declare nr: number;
  declare scheduled_date: string;
  declare due_date: string;
  declare amount: Decimal;
  declare allocation_mode: AllocationMode;
  declare state: ContributionState;
  declare reason: string | null;
  declare applied_at: Date | null;
  declare applied_on: string | null;
  declare units_issued: Decimal | null;
  declare nav: Decimal | null;
  declare valuation_id: string | null;
  declare cash_before: Decimal | null;
  declare cash_after: Decimal | null;
  declare created_at: Date;
  declare updated_at: Date;
}

export class FundingAllocationModel extends Model {
  static override tableName = 'policy.policy_funding_allocations';
  declare id: string;
  declare policy_id: string;
  declare owner_user_id: string;
  declare mode: Mode;
  declare contribution_id: string;
  declare amount: Decimal;
  declare external_reference: string | null;
  declare operator_attested: boolean;
  declare operator: string;
  declare broker_connection_id: string | null;
  declare state: ReservationState;
  declare reserved_at: Date;
  declare applied_at: Date | null;
  declare consumed_at: Date | null;
  declare evidence_type: EvidenceType | null;
  declare evidence_reference: string | null;
  declare released_at: Date | null;
}

/** The price of a position in a valuation, as exact text. */
export interface RecordedPrice {
  instrument_id: string;
  symbol: string;
  quantity: string;
  price: string;
  /** CLOSE of the day of the valuation, an OLDER_CLOSE, or a QUOTE. */
  source: 'CLOSE' | 'OLDER_CLOSE' | 'QUOTE';
  price_date: string;
}

export class ValuationRecordModel extends Model {
  static override tableName = 'policy.policy_valuation_records';
  static override jsonAttributes = ['prices'];
  declare id: string;
  declare policy_id: string;
  declare owner_user_id: string;
  declare mode: Mode;
  declare effective_date: string;
  declare valued_at: Date;
  /** At the closes of a session, or at the moment in which a person applied a contribution. */
  declare kind: 'SESSION_CLOSE' | 'AT_APPLICATION';
  declare cash: Decimal;
  declare positions_value: Decimal;
  declare tax_outstanding: Decimal;
  declare units_outstanding: Decimal;
  declare nav_gross: Decimal;
  declare nav_net_of_costs: Decimal;
  declare nav_net_of_tax: Decimal;
  declare prices: RecordedPrice[];
}

export class ContributionBatchModel extends Model {
  static override tableName = 'policy.policy_contribution_application_batch';
  declare id: string;
  declare policy_id: string;
  declare owner_user_id: string;
  declare mode: Mode;
  declare effective_date: string;
  declare requested_allocation_mode: AllocationMode;
  declare status: BatchStatus;
  declare fallback_code:
    | FallbackCode
    | 'OPEN_BATCH_EXISTS'
    | 'ORDERS_UNKNOWN'
    | 'PLAN_REJECTED'
    | 'PLAN_EXPIRED'
    | null;
  declare fallback_reason: string | null;
  declare valuation_id: string;
  declare cycle_id: string | null;
  declare plan_id: string | null;
  declare created_at: Date;
  declare updated_at: Date;
}

export class ContributionBatchItemModel extends Model {
  static override tableName = 'policy.policy_contribution_batch_items';
  static override idColumn = 'contribution_id';
  declare contribution_id: string;
  declare policy_id: string;
  declare owner_user_id: string;
  declare batch_id: string;
  declare nr: number;
  declare amount: Decimal;
  declare units_issued: Decimal;
  declare created_at: Date;
}
