import { Model } from 'objection';
import type { Decimal } from '../platform/index.ts';
import type { AlertKind, AlertState } from './alert-state.ts';
import type { AssetClass } from '../market/instruments/index.ts';

export class WatchlistItemModel extends Model {
  static override tableName = 'portfolio.watchlist_items';
  declare id: string;
  declare owner_user_id: string;
  declare symbol: string;
  declare name: string | null;
  declare isin: string | null;
  declare asset_class: AssetClass;
  declare currency: string;
  declare price: Decimal | null;
  declare previous_close: Decimal | null;
  declare price_as_of: string | null;
  declare price_source: string | null;
  declare priced_at: Date | null;
  /** Why the last attempt gave no price. */
  declare price_reason: string | null;
  declare created_at: Date;
}

export class AlertModel extends Model {
  static override tableName = 'portfolio.alerts';
  declare id: string;
  declare owner_user_id: string;
  declare kind: AlertKind;
  declare item_id: string | null;
  declare portfolio_id: string | null;
  declare threshold: Decimal;
  declare state: AlertState;
  declare last_value: number | null;
  declare last_evaluated_at: Date | null;
  declare last_reason: string | null;
  declare fired_at: Date | null;
  declare beyond_value: number | null;
  declare beyond_on: string | null;
  declare crossings: number;
  declare created_at: Date;
}
