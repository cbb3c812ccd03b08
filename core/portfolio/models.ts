import type { SkipCode, TransactionType } from './ledger/index.ts';
import { Model } from 'objection';
import type { Decimal } from '../platform/index.ts';
import { ImportModel, ImportRowModel } from './import-models.ts';
import type { AssetClass } from '../market/instruments/index.ts';

export { ImportModel, ImportRowModel };

// Columns are declared, not initialised: an own `undefined` key would be written to the database.
// No model is bound to a pool: every query is handed the tenant's transaction.

export class PortfolioModel extends Model {
  static override tableName = 'portfolio.portfolios';
  declare id: string;
  declare owner_user_id: string;
  declare name: string;
  declare base_currency: string;
  declare target_allocation_json: Record<string, number> | null;
  /** Days for which prices by hand count in it; null is as elsewhere. */
  declare price_interval_days: number | null;
  declare is_protected: boolean;
  declare created_at: Date;
  declare updated_at: Date;
}

/** Who states a holding's quantity. */
export const HOLDING_SOURCES = ['LEDGER', 'MANUAL', 'CSV', 'BROKER'] as const;
export type HoldingSource = (typeof HOLDING_SOURCES)[number];

export class HoldingModel extends Model {
  static override tableName = 'portfolio.holdings';
  declare id: string;
  declare owner_user_id: string;
  declare portfolio_id: string;
  declare symbol: string;
  declare name: string | null;
  declare asset_class: AssetClass;
  declare currency: string;
  declare isin: string | null;
  declare quantity: Decimal;
  declare avg_buy_price: Decimal | null;
  declare current_price: Decimal | null;
  declare previous_close: Decimal | null;
  declare priced_at: Date | null;
  declare price_source: string | null;
  /** Day of the price at its market; null for prices that no provider gave. */
  declare price_as_of: string | null;
  /** A fund's last value of another day than the price; the database keeps it (spec: Price refresh rules 4). */
  declare guard_price: Decimal | null;
  declare sector: string | null;
  declare beta: number | null;
  /** The beta that was worked out last; another one in `beta` was written by somebody. */
  declare beta_computed: number | null;
  declare beta_as_of: string | null;
  /** Why none could be worked out. */
  declare beta_reason: string | null;
  declare target_allocation_pct: number | null;
  /** Days for which a price by hand counts; null is the interval of the portfolio. */
  declare price_interval_days: number | null;
  declare maturity_date: string | null;
  declare face_value: Decimal | null;
  declare coupon_rate: number | null;
  declare coupon_frequency: number | null;
  declare source: HoldingSource;
  /** The symbol that it had before a rename was applied. */
  declare recorded_symbol: string | null;
  /** What the broker listed when it was read last, and which trades are in it: see `Stock` of the positions. */
  declare stock_quantity: Decimal | null;
  declare stock_average: Decimal | null;
  declare stock_settled_to: string | null;
  declare stock_day: string | null;
  declare stock_expected: Decimal | null;
  /** Units that the broker lists as bought and not delivered. */
  declare stock_arriving: Decimal | null;
  /** Units given as collateral, and those that open orders or others hold; null where the broker does not say. */
  declare pledged_quantity: Decimal | null;
  declare blocked_quantity: Decimal | null;
  declare created_at: Date;
  declare updated_at: Date;
}

export class HoldingPriceUpdateModel extends Model {
  static override tableName = 'portfolio.holding_price_updates';
  declare id: string;
  declare owner_user_id: string;
  declare holding_id: string;
  declare valuation_date: string;
  declare prior_price: Decimal | null;
  declare price: Decimal;
  declare source: string;
  declare note: string | null;
  declare created_at: Date;
}

/** ACTION: it follows from a corporate action and is made anew with every change of the ledger. */
export const TRANSACTION_SOURCES = ['MANUAL', 'CSV', 'CHAT', 'BROKER', 'ACTION'] as const;
export type TransactionSource = (typeof TRANSACTION_SOURCES)[number];

export class TransactionModel extends Model {
  static override tableName = 'portfolio.transactions';
  declare id: string;
  declare owner_user_id: string;
  declare portfolio_id: string;
  declare symbol: string;
  declare trade_date: string;
  declare type: TransactionType;
  declare quantity: Decimal;
  declare price: Decimal;
  declare fee_tax: Decimal;
  declare currency: string;
  declare isin: string | null;
  declare security_id: string | null;
  declare asset_class: AssetClass | null;
  declare note: string | null;
  declare execution_id: string | null;
  declare source: TransactionSource;
  declare import_id: string | null;
  /** The connection whose sync recorded it; null for other sources, and where that was not kept. */
  declare connection_id: string | null;
  /** The symbol of its day, where the position is called otherwise today. */
  declare recorded_symbol: string | null;
  /** The exchange's time of day, HH:MM:SS. */
  declare executed_at: string | null;
  /** The decision that it follows from. */
  declare action_id: string | null;
  declare acquired_on: string | null;
  declare carried_cost: Decimal | null;
  declare carried_average: Decimal | null;
  /** True for a purchase that is an opening position; null for others. */
  declare is_opening: boolean | null;
  declare created_at: Date;
  declare updated_at: Date;
}

/** What the replay of one symbol's ledger gives, kept beside it. */
export class PositionModel extends Model {
  static override tableName = 'portfolio.positions';
  static override idColumn = ['portfolio_id', 'symbol'];
  declare owner_user_id: string;
  declare portfolio_id: string;
  declare symbol: string;
  declare currency: string;
  declare asset_class: AssetClass | null;
  declare isin: string | null;
  declare quantity: Decimal;
  declare cost_basis: Decimal;
  declare average_cost: Decimal | null;
  declare realised_fifo: Decimal;
  declare realised_average: Decimal;
  declare purchases: Decimal;
  declare sales: Decimal;
  declare dividends: Decimal;
  declare fees: Decimal;
  declare unmatched_quantity: Decimal;
  /** Units held, and sold, whose cost nobody knows. */
  declare unknown_cost_quantity: Decimal;
  declare unknown_cost_sold: Decimal;
  declare transactions_count: number;
  /** Text of `flowText`; null in a position of an older release until its renewal. */
  declare cash_flows: string | null;
  declare first_date: string | null;
  declare last_date: string | null;
  /** `lastTradeAfter`, in its own currency. */
  declare last_trade_price: Decimal | null;
  declare last_trade_on: string | null;
  declare calculated_at: Date;
}

export class SnapshotModel extends Model {
  static override tableName = 'portfolio.snapshots';
  static override idColumn = ['portfolio_id', 'hour', 'currency'];
  declare owner_user_id: string;
  declare portfolio_id: string;
  declare hour: Date;
  /** The base currency of its hour, in which its amounts are. */
  declare currency: string;
  /** FROM_CLOSES: the hour was not measured, the day's closes give its value. */
  declare source: 'MEASURED' | 'FROM_CLOSES';
  declare recorded_at: Date;
  declare current_value: Decimal | null;
  declare total_invested: Decimal | null;
  declare total_profit: Decimal | null;
  declare total_profit_pct: number | null;
  declare total_dividends: Decimal | null;
  declare xirr: number | null;
  /** Null where unknown, which only a day from closes is. */
  declare holdings_count: number | null;
  declare state: string;
  /**
   * Units held by `positionKey`, as exact text; or, in seconds since 1970, the hour of an earlier snapshot with the same ones.
   * Null in all but the last snapshot of a day, and where they were never kept.
   */
  declare units: Record<string, string> | number | null;
}

/** A deleted row as it was; kept 30 days so that the deletion can be taken back. */
export class TrashModel extends Model {
  static override tableName = 'portfolio.trash';
  static override jsonAttributes = ['body'];
  declare id: string;
  declare owner_user_id: string;
  declare kind: 'transaction' | 'holding' | 'symbol';
  declare row_id: string;
  declare body: Record<string, unknown>;
  declare deleted_at: Date;
}

export const ATTEMPT_STATUSES = ['UPDATED', 'UNCHANGED', 'SKIPPED', 'FAILED'] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** How the last attempt to price a holding went. */
export class PriceAttemptModel extends Model {
  static override tableName = 'portfolio.price_attempts';
  static override idColumn = 'holding_id';
  static override jsonAttributes = ['tried'];
  declare holding_id: string;
  declare owner_user_id: string;
  declare attempted_at: Date;
  declare status: AttemptStatus;
  declare reason: string | null;
  declare tried: { source: string; reason: string }[];
  declare offered_price: Decimal | null;
  declare offered_as_of: string | null;
  declare offered_source: string | null;
  /** The first of the attempts in a row that gave no price. */
  declare failing_since: Date | null;
}

/** A row of the ledger that its replay left out. */
export class SkippedRowModel extends Model {
  static override tableName = 'portfolio.skipped_rows';
  static override idColumn = 'transaction_id';
  declare transaction_id: string;
  declare owner_user_id: string;
  declare portfolio_id: string;
  declare symbol: string;
  declare trade_date: string;
  declare code: SkipCode;
  declare reason: string;
}

export const LEDGER_ACTION_KINDS = [
  'SPLIT',
  'CONSOLIDATION',
  'BONUS',
  'RENAME',
  'MERGER',
  'DEMERGER',
] as const;
export type LedgerActionKind = (typeof LEDGER_ACTION_KINDS)[number];
/** UNDONE: applied and taken out again, so that it waits once more. */
export const DECISIONS = ['APPLIED', 'DECLINED', 'UNDONE'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a person decided about a corporate action of a symbol. */
export class LedgerActionModel extends Model {
  static override tableName = 'portfolio.ledger_actions';
  declare id: string;
  declare owner_user_id: string;
  declare portfolio_id: string;
  /** As it was called before the action. */
  declare symbol: string;
  declare kind: LedgerActionKind;
  declare ex_date: string;
  declare new_shares: Decimal | null;
  declare old_shares: Decimal | null;
  declare into_symbol: string | null;
  declare into_isin: string | null;
  declare cost_pct: Decimal | null;
  declare fraction_price: Decimal | null;
  declare source: string;
  declare status: Decision;
  declare decided_at: Date;
  declare decided_by: string;
  declare created_at: Date;
}

/** What a person chose about their ledger as a whole. */
export class LedgerSettingsModel extends Model {
  static override tableName = 'portfolio.ledger_settings';
  static override idColumn = 'owner_user_id';
  declare owner_user_id: string;
  declare apply_actions: boolean;
  /** Shares bought and sold on one day are matched before older lots. */
  declare intraday_first: boolean;
  /** Days for which every hourly snapshot is kept; null keeps them for good. */
  declare hourly_days: number | null;
  /** Snapshots before this instant are thinned. */
  declare thinned_until: Date | null;
  declare updated_at: Date;
}

/** Whose ledger was replayed since rows that are left out are kept. */
export class LedgerReviewModel extends Model {
  static override tableName = 'portfolio.ledger_reviews';
  static override idColumn = 'owner_user_id';
  declare owner_user_id: string;
  declare reviewed_at: Date;
}
