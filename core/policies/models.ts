import { Model } from 'objection';
import type { Decimal } from '../platform/index.ts';
import type {
  AllocationMode,
  ChargeTexts,
  OrderLimit,
  OrderRule,
  Side,
  Survivorship,
  ValidationView,
} from '../strategies/index.ts';
import type { PolicyOverrides } from './inputs.ts';
import type { PolicyOrderState } from './order-states.ts';
import type { CycleStatus, CycleType, Mode, PlanState, PolicyStatus } from './states.ts';

// Columns are declared, not initialised: an own `undefined` key would be written to the database.

export class PolicyModel extends Model {
  static override tableName = 'policy.policies';
  static override jsonAttributes = ['config'];
  declare id: string;
  declare owner_user_id: string;
  declare name: string;
  declare tag_code: string;
  declare mode: Mode;
  declare status: PolicyStatus;
  /** As it was given, with what this version does not know. */
  declare config: Record<string, unknown>;
  declare initial_capital: Decimal;
  declare allocation_mode: AllocationMode;
  declare broker_connection_id: string | null;
  declare live_started_at: Date | null;
  /** Rupees that its books of the account begin with, and their first session. */
  declare live_capital: Decimal | null;
  declare live_starts_on: string | null;
  declare order_kind: 'LIMIT' | 'MARKET';
  /** The first session that it takes part in. */
  declare starts_on: string;
  /** No rebalance before this day: sessions that it was paused on are valued, not traded. */
  declare trades_from: string;
  declare epoch: number;
  declare lease_until: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
}

/** A row of a policy in one of its modes. */
class LedgerModel extends Model {
  declare policy_id: string;
  declare owner_user_id: string;
  declare mode: Mode;
}

export class PolicyStateModel extends LedgerModel {
  static override tableName = 'policy.policy_state';
  static override idColumn = ['policy_id', 'mode'];
  static override jsonAttributes = ['tax', 'performance'];
  /** The last session that the books went through; null before the first. */
  declare day: string | null;
  /** The last session whose corporate actions they have. */
  declare opened_on: string | null;
  declare units_outstanding: Decimal;
  declare cash: Decimal;
  declare deposits: Decimal;
  declare dividends: Decimal;
  declare realised: Decimal;
  declare cumulative_costs: Decimal;
  declare tax_accrued: Decimal;
  declare tax_paid: Decimal;
  declare tax: unknown;
  declare nav_gross: Decimal;
  declare nav_net_of_costs: Decimal;
  declare nav_net_of_tax: Decimal;
  declare performance: unknown;
}

export class PolicyCycleModel extends LedgerModel {
  static override tableName = 'policy.policy_cycles';
  declare id: string;
  declare cycle_date: string;
  declare cycle_type: CycleType;
  declare contribution_batch_id: string | null;
  declare status: CycleStatus;
  declare requested_by: string;
  declare failure: string | null;
  declare attempts: number;
  declare ranked: number | null;
  declare unrankable: number | null;
  declare data_revision: string | null;
  declare survivorship: Survivorship | null;
  /** By which rules it ranked. */
  declare strategy_version: string | null;
  declare started_at: Date;
  declare finished_at: Date | null;
}

export class PolicyOrderPlanModel extends LedgerModel {
  static override tableName = 'policy.policy_order_plans';
  declare id: string;
  declare cycle_id: string;
  declare state: PlanState;
  declare digest: string;
  declare cash_before: Decimal;
  declare cash_after: Decimal;
  declare buy_value: Decimal;
  declare sell_value: Decimal;
  declare estimated_costs: Decimal;
  declare expires_at: Date | null;
  declare created_at: Date;
}

export class PolicyOrderModel extends LedgerModel {
  static override tableName = 'policy.policy_orders';
  static override jsonAttributes = ['charges'];
  declare id: string;
  declare cycle_id: string;
  declare plan_id: string | null;
  declare nr: number;
  declare side: Side;
  declare instrument_id: string;
  declare symbol: string;
  declare name: string | null;
  declare state: PolicyOrderState;
  declare rule: OrderRule;
  declare limited_by: OrderLimit | null;
  declare reason: string;
  declare rank: number | null;
  declare wanted_quantity: Decimal;
  declare quantity: Decimal;
  declare reference_price: Decimal | null;
  declare reference_source: 'CLOSE' | 'LTP' | null;
  declare fill_price: Decimal | null;
  declare fill_source: 'QUOTE' | 'REFERENCE' | 'BROKER' | null;
  declare value: Decimal;
  declare charges: ChargeTexts | null;
  declare realised_gain: Decimal | null;
  declare tax: Decimal | null;
}

export class PolicySignalModel extends LedgerModel {
  static override tableName = 'policy.policy_signals';
  static override idColumn = ['policy_id', 'mode', 'cycle_date', 'nr'];
  declare cycle_id: string;
  declare cycle_date: string;
  /** By rank; those that could not be ranked come last. */
  declare nr: number;
  declare instrument_id: string | null;
  declare symbol: string;
  declare rank: number | null;
  declare score: number | null;
  declare unrankable: string | null;
}

export class PolicyUniverseEventModel extends LedgerModel {
  static override tableName = 'policy.policy_universe_events';
  declare id: string;
  declare day: string;
  declare instrument_id: string | null;
  declare symbol: string;
  declare kind: string;
  declare message: string;
  declare amount: Decimal | null;
}

export class PolicyPositionModel extends LedgerModel {
  static override tableName = 'policy.policy_positions';
  static override idColumn = ['policy_id', 'mode', 'instrument_id'];
  declare instrument_id: string;
  declare symbol: string;
  declare quantity: Decimal;
  declare cost: Decimal;
  declare charges: Decimal;
  declare price: Decimal;
  declare priced_on: string;
  declare missed_sessions: number;
  declare held_since: string;
}

export class PolicyTaxLotModel extends LedgerModel {
  static override tableName = 'policy.policy_tax_lots';
  static override idColumn = ['policy_id', 'mode', 'instrument_id', 'nr'];
  declare instrument_id: string;
  declare nr: number;
  declare bought_on: string;
  declare units: Decimal;
  declare value: Decimal;
  declare charges: Decimal;
  declare deductible: Decimal;
  declare units_left: Decimal;
  declare cost_left: Decimal;
}

export class PolicyTradeModel extends LedgerModel {
  static override tableName = 'policy.policy_trades';
  declare id: string;
  declare order_id: string | null;
  /** Counts the trades of its order: what was told after its end is one of its own. */
  declare part: number;
  declare day: string;
  declare side: Side;
  declare instrument_id: string;
  declare symbol: string;
  declare quantity: Decimal;
  declare price: Decimal;
  declare price_source: 'QUOTE' | 'REFERENCE' | 'BROKER';
  declare value: Decimal;
  declare costs: Decimal;
  declare realised_gain: Decimal | null;
  declare tax: Decimal | null;
}

export class PolicyHoldingModel extends LedgerModel {
  static override tableName = 'policy.policy_holdings';
  static override idColumn = ['policy_id', 'mode', 'day', 'nr'];
  declare day: string;
  /** By value, the largest first. */
  declare nr: number;
  declare instrument_id: string;
  declare symbol: string;
  declare name: string | null;
  declare sector: string | null;
  declare quantity: Decimal;
  declare cost: Decimal;
  declare close: Decimal | null;
  declare close_day: string | null;
  declare market_value: Decimal;
  declare held_since: string;
  declare note: string | null;
}

export class PolicyEquityModel extends LedgerModel {
  static override tableName = 'policy.policy_equity';
  static override idColumn = ['policy_id', 'mode', 'day'];
  declare day: string;
  declare cash: Decimal;
  declare positions_value: Decimal;
  declare stale_value: Decimal;
  declare total_value: Decimal;
  declare nav_gross: Decimal;
  declare nav_net_of_costs: Decimal;
  declare nav_net_of_tax: Decimal;
  declare performance_index_gross: number;
  declare performance_index_net_of_costs: number;
  declare performance_index_net_of_tax: number;
  declare drawdown_net_of_tax_pct: number;
  declare cumulative_costs: Decimal;
  declare tax_accrued: Decimal;
  declare tax_paid: Decimal;
  declare turnover_pct: number;
  declare benchmark_index: number | null;
  declare notes: string | null;
}

export class PolicyCashFlowModel extends LedgerModel {
  static override tableName = 'policy.policy_cash_flows';
  declare id: string;
  declare day: string;
  declare kind: 'DEPOSIT' | 'CONTRIBUTION' | 'DIVIDEND' | 'FRACTION' | 'TAX';
  declare amount: Decimal;
  declare symbol: string | null;
  declare note: string | null;
}

/** Where a policy came from. Written with it and never again. */
export class PolicyPromotionModel extends Model {
  static override tableName = 'policy.policy_promotions';
  static override jsonAttributes = [
    'run_config',
    'policy_overrides',
    'validation',
    'rejected_confirmation',
    'ai_research_dossier_ids',
  ];
  declare id: string;
  declare policy_id: string;
  declare owner_user_id: string;
  declare run_id: string;
  declare idempotency_key: string;
  declare request_digest: string;
  declare run_config: Record<string, unknown>;
  declare policy_overrides: PolicyOverrides;
  declare run_data_revision: string | null;
  declare validation: ValidationView;
  declare rejected_confirmation: { acknowledged: boolean; reason: string } | null;
  declare confirmed_additional: boolean;
  declare ai_research_dossier_ids: string[];
  declare promoted_by: string;
  declare promoted_at: Date;
}
